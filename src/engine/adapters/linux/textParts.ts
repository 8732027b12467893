import type { TextRun } from '../../../model/textRange.ts';
import { CALLS } from './atspi.ts';
import type { Batch } from './batch.ts';
import { type Page, PageReader, type PlacedSpan, type Span } from './textPage.ts';
import { documentRuns, isTimeUp, nativeRuns } from './textRuns.ts';
import { countsUtf16, lengthOf, pointsBefore, slicePoints } from './textUnits.ts';
import type { Toolkit } from './toolkits.ts';
import { wholeText } from './wholeText.ts';

/** The text that is read, and which part of it, in code points. */
export interface AskedPart {
  readonly batch: Batch;
  readonly toolkit: Toolkit;
  readonly path: string;
  /** Characters of the object's own text, as its toolkit counts. */
  readonly size: number;
  readonly start: number;
  readonly count: number;
}

/** Part of a text as it was read. */
export interface PartRead {
  readonly text: string;
  readonly total?: number;
  readonly ended?: true;
  /** The code point at a place that the toolkit names; undefined for one that was not read. */
  readonly pointOf: (native: number) => Promise<number | undefined>;
  /** The runs of the part, in code points. */
  readonly runs: () => Promise<readonly TextRun[]>;
}

/** Units that are read at once of a text that has to be counted from its beginning. */
const CHUNK = 250_000;

/** A part of a text without objects in it. */
export function plainPart(asked: AskedPart): Promise<PartRead> {
  return countsUtf16(asked.toolkit) ? unitsPart(asked) : pointsPart(asked);
}

/** Only the part itself is transferred, because the toolkit counts as we do. */
async function pointsPart({ batch, toolkit, path, size, start, count }: AskedPart): Promise<PartRead> {
  const end = Math.min(size, start + count);
  const text = start < end ? await batch.ask(path, CALLS.text, start, end) : '';
  return {
    text,
    total: size,
    pointOf: async (native) => native,
    runs: () => nativeRuns(batch, toolkit, { path, start, end }),
  };
}

/** Everything before the part is read as well: nothing else tells how many characters it holds. */
async function unitsPart(asked: AskedPart): Promise<PartRead> {
  const { batch, toolkit, path, start, count } = asked;
  const { page, ended } = await readPage(asked, spansOfUnits(asked));
  return {
    ...summaryOf(page),
    ...(ended && { ended }),
    pointOf: async (native) => pointIn(page.read, native) ?? lengthOf(await batch.ask(path, CALLS.text, 0, native)),
    runs: async () => {
      const runs = await Promise.all(
        page.spans.map((span) => nativeRuns(batch, toolkit, { path, ...unitsOf(span, start, start + count) })),
      );
      return runs.flat().map((run) => ({
        ...run,
        start: pointIn(page.read, run.start) ?? start,
        end: pointIn(page.read, run.end) ?? start,
      }));
    },
  };
}

/** The text of a document with that of the objects in it, read from its beginning on. */
export async function documentPart(asked: AskedPart): Promise<PartRead> {
  const { batch, toolkit, path, start, count } = asked;
  const { page, ended } = await readPage(asked, wholeText(batch, path));
  const own = page.read.filter((span) => span.path === path);
  return {
    ...summaryOf(page),
    ...(ended && { ended }),
    pointOf: async (native) => {
      const span = own.find((other) => native >= other.own && native <= other.own + other.length);
      return span && span.at + native - span.own;
    },
    runs: () =>
      documentRuns(
        batch,
        toolkit,
        page.spans.map((span) => clippedSpan(span, start, start + count)),
      ),
  };
}

async function readPage(
  { batch, start, count }: AskedPart,
  spans: AsyncIterable<Span>,
): Promise<{ readonly page: Page; readonly ended?: true }> {
  const reader = new PageReader(start, count);
  try {
    await reader.read(spans);
    return { page: reader.page };
  } catch (error) {
    if (!isTimeUp(error) || batch.answered === 0) throw error;
    const { page } = reader;
    // What was lost may be nothing but the count of what follows.
    return lengthOf(page.text) < count ? { page, ended: true } : { page };
  }
}

function summaryOf({ text, total }: Page): Pick<PartRead, 'text' | 'total'> {
  return { text, ...(total !== undefined && { total }) };
}

async function* spansOfUnits({ batch, path, size }: AskedPart): AsyncGenerator<Span> {
  let own = 0;
  while (own < size) {
    const text = await wholeChunk(batch, path, own, Math.min(size, own + CHUNK), size);
    if (text === '') return;
    yield { text, path, own };
    own += text.length;
  }
}

/** Toolkits replace half a pair of surrogates, or drop all of the text with it: then one unit more is asked for. */
async function wholeChunk(batch: Batch, path: string, from: number, to: number, size: number): Promise<string> {
  const text = await batch.ask(path, CALLS.text, from, to);
  const isWhole = text.length === to - from && !/[?\ufffd]$/.test(text);
  if (isWhole || to === size) return text;
  const more = await batch.ask(path, CALLS.text, from, to + 1);
  return more.length === to + 1 - from ? more : text;
}

function pointIn(spans: readonly PlacedSpan[], unit: number): number | undefined {
  const span = spans.find(({ own, text }) => unit >= own && unit <= own + text.length);
  return span && span.at + pointsBefore(span.text, unit - span.own);
}

/** The units of that part of the span which lies between two code points of the whole text. */
function unitsOf({ own, at, text, length }: PlacedSpan, start: number, end: number): { start: number; end: number } {
  const unitAt = (point: number) => own + slicePoints(text, 0, Math.min(Math.max(0, point - at), length)).length;
  return { start: unitAt(start), end: unitAt(end) };
}

function clippedSpan(span: PlacedSpan, start: number, end: number): PlacedSpan {
  const from = Math.max(0, start - span.at);
  const to = Math.min(span.length, end - span.at);
  return { ...span, own: span.own + from, at: span.at + from, length: to - from };
}
