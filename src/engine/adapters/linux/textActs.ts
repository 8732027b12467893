import { type Outcome, refused } from '../../../model/patternCall.ts';
import type { TextRange } from '../../../model/textRange.ts';
import { CALLS, INTERFACES } from './atspi.ts';
import { answered, type CallTarget } from './callTarget.ts';
import { EMBEDDED_OBJECT } from './details.ts';
import { countsUtf16, lengthOf, slicePoints } from './textUnits.ts';

/** Moves the caret to a place, in code points. */
export async function setCaret(target: CallTarget, offset: number): Promise<Outcome> {
  return onText(target, { start: offset, end: offset }, ({ start }) =>
    target.batch.ask(target.path, CALLS.setCaret, start),
  );
}

/** Selects a range in place of what is selected. */
export async function selectText(target: CallTarget, range: TextRange): Promise<Outcome> {
  const { batch, path, application } = target;
  const { family } = application.toolkit;
  const count = await batch.optional(path, CALLS.selectionCount, 0);
  // The others answer that they did not where nothing was selected before.
  const sets = family === 'qt' || family === 'chromium' || (count > 0 && family !== 'gtk4');
  return onText(target, range, async ({ start, end }) => {
    if (sets) return batch.ask(path, CALLS.setSelection, 0, start, end);
    // GTK 4 (4.8) takes away the selection of a text view when it is to set another one.
    if (count > 0) await batch.ask(path, CALLS.removeSelection, 0);
    return batch.ask(path, CALLS.addSelection, start, end);
  });
}

/**
 * Puts a text in the place of a range. There is no call that replaces: the range is deleted and the text put there, so
 * that the looks of the rest of the text stay, which they do not when all of it is set anew. Once something is deleted
 * something was done, whatever is answered then.
 */
export async function replaceText(target: CallTarget, range: TextRange, text: string): Promise<Outcome> {
  const { batch, path, interfaces, application } = target;
  if (!interfaces.includes(INTERFACES.editableText)) return refused('it has no EditableText interface');
  const length = insertedLength(application.toolkit.family, text);
  return onText(target, range, async ({ start, end }) => {
    if (start === end) return text === '' || batch.ask(path, CALLS.insertText, start, text, length);
    const isDeleted = await batch.ask(path, CALLS.deleteText, start, end);
    if (isDeleted && text !== '') await batch.optional(path, CALLS.insertText, false, start, text, length);
    return isDeleted;
  });
}

/** ATK counts the length in bytes. Qt counts it in UTF-16 units and fills up with zeros, which nobody can read back. */
export function insertedLength(family: string, text: string): number {
  return family === 'qt' ? text.length : Buffer.byteLength(text);
}

/** Makes a call with a range as the toolkit counts it. */
async function onText(
  { batch, path, interfaces, application }: CallTarget,
  { start, end }: TextRange,
  call: (native: TextRange) => Promise<boolean>,
): Promise<Outcome> {
  if (!interfaces.includes(INTERFACES.text)) return refused('it has no Text interface');
  const text = await batch.ask(path, CALLS.text, 0, await batch.ask(path, CALLS.characterCount));
  if (text.includes(EMBEDDED_OBJECT))
    return refused('its text is that of several controls: name the one that is meant');
  if (end > lengthOf(text)) return refused('its text is shorter than that');
  const native = (point: number) => (countsUtf16(application.toolkit) ? slicePoints(text, 0, point).length : point);
  return answered(call({ start: native(start), end: native(end) }));
}
