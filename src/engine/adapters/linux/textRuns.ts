import type { TextAttributes, TextRun } from '../../../model/textRange.ts';
import { CALLS, type States } from './atspi.ts';
import { type Batch, BatchEnded } from './batch.ts';
import { has } from './states.ts';
import { normalized } from './textAttributes.ts';
import type { PlacedSpan } from './textPage.ts';
import type { Toolkit } from './toolkits.ts';

/** Runs that are read of one object. Qt ends one at each end of a line, so that a page of text can have hundreds. */
const RUNS = 1_000;
/** Objects of a document whose runs are read; the others count as not told. */
const OBJECTS = 400;

/** A stretch of one object's text as its toolkit counts. */
export interface NativeRange {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Whether the attributes of an object may be asked for. A multi-line text of GTK 4 (4.8) with a coloured stretch ends
 * its program when it is asked for the attributes there, and nothing tells before whether it has one.
 */
export async function mayAskAttributes(batch: Batch, { family }: Toolkit, path: string): Promise<boolean> {
  if (family !== 'gtk4') return true;
  const states = await batch.optional<States | undefined>(path, CALLS.states, undefined);
  return states !== undefined && !has(states, 'multiLine');
}

/** The runs of a stretch of one object, counted as the toolkit does; it has gaps where the application did not tell. */
export async function nativeRuns(batch: Batch, toolkit: Toolkit, range: NativeRange): Promise<readonly TextRun[]> {
  const runs: TextRun[] = [];
  try {
    let at = range.start;
    while (at < range.end && runs.length < RUNS) {
      const run = await batch.optional(range.path, CALLS.attributeRun, undefined, at, true);
      if (!run) break;
      const end = Math.min(range.end, endOf(run, at, range));
      runs.push({ start: at, end, attributes: normalized(run.attributes, toolkit) });
      at = end;
    }
  } catch (error) {
    if (!isTimeUp(error)) throw error;
  }
  return runs;
}

/**
 * Where a run ends. Fields of GTK give ends in bytes where characters are due, which may lie before the character that
 * was asked for: then the attributes are true of this character alone. Fields of Qt answer an empty run for all.
 */
function endOf(
  run: { readonly start: number; readonly end: number; readonly attributes: { size: number } },
  at: number,
  range: NativeRange,
): number {
  if (run.start <= at && at < run.end) return run.end;
  return run.attributes.size === 0 ? range.end : at + 1;
}

/** The runs of spans of a document, by their place in its text. */
export async function documentRuns(
  batch: Batch,
  toolkit: Toolkit,
  spans: readonly PlacedSpan[],
): Promise<readonly TextRun[]> {
  const parts = await Promise.all(spans.slice(0, OBJECTS).map((span) => spanRuns(batch, toolkit, span)));
  const runs: TextRun[] = [];
  for (const [index, { at, length, path }] of spans.slice(0, OBJECTS).entries()) {
    const before = runs.at(-1);
    // A break between two objects looks like what it ends.
    if (path !== undefined) runs.push(...(parts[index] ?? []));
    else if (before?.end === at) runs.push({ ...before, start: at, end: at + length });
  }
  return runs;
}

async function spanRuns(batch: Batch, toolkit: Toolkit, span: PlacedSpan): Promise<readonly TextRun[]> {
  const { path, own, at, length, link = false } = span;
  if (path === undefined) return [];
  const [runs, object] = await Promise.all([
    nativeRuns(batch, toolkit, { path, start: own, end: own + length }),
    objectAttributes(batch, toolkit, span),
  ]);
  const shift = at - own;
  return runs.map(({ start, end, attributes }) => ({
    start: start + shift,
    end: end + shift,
    attributes: { ...object, ...attributes, link },
  }));
}

/** What a page says of the whole object that holds the text, or of the heading round it. */
async function objectAttributes(
  batch: Batch,
  toolkit: Toolkit,
  { path = '', heading }: PlacedSpan,
): Promise<TextAttributes> {
  const ask = (object: string) =>
    batch.optional<ReadonlyMap<string, string>>(object, CALLS.attributes, new Map()).catch(noneInTime);
  const [own, above] = await Promise.all([ask(path), heading === undefined ? undefined : ask(heading)]);
  const align = own.get('text-align');
  const level = Number(above?.get('level') ?? 0);
  return {
    ...(align !== undefined && normalized(new Map([['text-align', align]]), { ...toolkit, family: 'other' })),
    heading: level,
  };
}

function noneInTime(error: unknown): ReadonlyMap<string, string> {
  if (!isTimeUp(error)) throw error;
  return new Map();
}

/** Whether the read was ended by its limit, so that what there is so far is the answer. */
export function isTimeUp(error: unknown): boolean {
  return error instanceof BatchEnded && error.reason === 'time';
}
