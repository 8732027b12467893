import type { ControlType } from '../../../model/controlType.ts';
import type { AxNode } from '../../../model/element.ts';
import type { TextRange } from '../../../model/textRange.ts';
import type { TextSlice } from '../adapter.ts';
import { CALLS } from './atspi.ts';
import type { Batch } from './batch.ts';
import type { PartRead } from './textParts.ts';
import { slicePoints } from './textUnits.ts';
import type { Toolkit } from './toolkits.ts';

/** Selections that are read; more than one is rare. */
const SELECTIONS = 8;

/** Types of controls with a caret; toolkits give one to labels and buttons, too, where nothing can be typed. */
export const HAS_CARET: ReadonlySet<ControlType> = new Set<ControlType>(['Edit', 'Document', 'Spinner', 'ComboBox']);

/** An object whose text is read. */
export interface TextObject {
  readonly batch: Batch;
  readonly toolkit: Toolkit;
  readonly path: string;
}

/** Where the caret and the selections of an object are, in code points of the text that was read of it. */
export async function marksOf(
  object: TextObject,
  node: AxNode,
  read: PartRead,
): Promise<Pick<TextSlice, 'caret' | 'selections'>> {
  const native = HAS_CARET.has(node.type) || node.focusable ? await nativeCaret(object) : undefined;
  const [caret, selections] = await Promise.all([
    native === undefined ? undefined : read.pointOf(native),
    selectionsOf(object, native, read),
  ]);
  return { ...(caret !== undefined && { caret }), ...(selections.length > 0 && { selections }) };
}

async function nativeCaret({ batch, path }: TextObject): Promise<number | undefined> {
  const caret = await batch.optional(path, CALLS.caret, -1);
  return caret < 0 ? undefined : caret;
}

async function selectionsOf(
  object: TextObject,
  caret: number | undefined,
  read: PartRead,
): Promise<readonly TextRange[]> {
  const { batch, path } = object;
  const count = await batch.optional(path, CALLS.selectionCount, 0);
  const indexes = Array.from({ length: Math.min(Math.max(0, count), SELECTIONS) }, (_, index) => index);
  const selections = await Promise.all(indexes.map((index) => selectionAt(object, index, caret)));
  const ranges = await Promise.all(
    selections.map(async ({ start, end }) => [await read.pointOf(start), await read.pointOf(end)] as const),
  );
  return ranges.flatMap(([from, to]) => (from !== undefined && to !== undefined ? ordered(from, to) : []));
}

async function selectionAt(object: TextObject, index: number, caret: number | undefined): Promise<TextRange> {
  const { batch, toolkit, path } = object;
  const told = await batch.optional(path, CALLS.selection, { start: 0, end: 0 }, index);
  if (toolkit.family !== 'chromium' || caret === undefined || told.end <= 0) return told;
  // Chromium (156) converts the ends from UTF-16 to code points twice, so that behind an astral character they are too
  // small. Its caret is right and stands at one of the ends, which shows whether the second conversion took place.
  const text = await batch.optional(path, CALLS.text, '', 0, told.end);
  const [start, end] = [told.start, told.end].map((point) => slicePoints(text, 0, point).length);
  return start !== undefined && end !== undefined && (start === caret || end === caret) ? { start, end } : told;
}

/** Some toolkits begin a selection at its anchor; an empty one is none. */
function ordered(from: number, to: number): readonly TextRange[] {
  return from === to || from < 0 || to < 0 ? [] : [{ start: Math.min(from, to), end: Math.max(from, to) }];
}
