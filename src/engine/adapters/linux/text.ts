import type { AxNode, Handle } from '../../../model/element.ts';
import { EngineError } from '../../../model/errors.ts';
import type { TextPart, TextSlice } from '../adapter.ts';
import type { AccessibilityBus } from './accessibilityBus.ts';
import { CALLS, INTERFACES } from './atspi.ts';
import type { Batch } from './batch.ts';
import type { Desktop } from './desktop.ts';
import { referenceOf } from './handles.ts';
import { applicationNamed, SingleReader, withBatch } from './single.ts';
import { resolved } from './tableCell.ts';
import { HAS_CARET, marksOf, type TextObject } from './textMarks.ts';
import { type AskedPart, documentPart, plainPart } from './textParts.ts';
import { mayAskAttributes } from './textRuns.ts';
import { lengthOf, slicePoints } from './textUnits.ts';

/** Time for one part of a text; the engine waits a second longer, so that what was read until then is answered. */
const TEXT_LIMIT = 4_000;

/** Part of the text of a control: of its Text interface, else of its value, else its name. A password has none. */
export async function readTextSlice(
  bus: AccessibilityBus,
  desktop: Desktop,
  handle: Handle,
  part: TextPart,
  signal: AbortSignal,
): Promise<TextSlice> {
  const [name, named] = referenceOf(handle);
  const application = await applicationNamed(bus, name);
  const read = async (batch: Batch) => {
    const node = await new SingleReader(batch, application, desktop, signal).read(named);
    const { path } = await resolved(batch, named);
    if (!node) throw new EngineError('stale_element');
    if (node.password) return { source: 'Text', text: '', total: 0 } as const;
    return (await textOf({ batch, toolkit: application.toolkit, path }, node, part)) ?? sliceOf(node, part);
  };
  return withBatch(bus, application, signal, read, TEXT_LIMIT);
}

/** What the Text interface of an object gives; undefined where it has none. */
async function textOf(object: TextObject, node: AxNode, part: TextPart): Promise<TextSlice | undefined> {
  const { batch, toolkit, path } = object;
  const interfaces = await batch.ask(path, CALLS.interfaces);
  if (!interfaces.includes(INTERFACES.text)) return undefined;
  const size = await batch.optional(path, CALLS.characterCount, 0);
  // Toolkits give Text to much that holds none, such as buttons; their name says more.
  if (size <= 0 && !HAS_CARET.has(node.type)) return undefined;
  const asked: AskedPart = { ...object, size: Math.max(0, size), start: part.start, count: part.count };
  // GTK gives Hypertext to labels with links, whose text has no stand-ins.
  const isDocument =
    interfaces.includes(INTERFACES.hypertext) && (toolkit.family === 'chromium' || toolkit.family === 'other');
  const read = await (isDocument ? documentPart : plainPart)(asked);
  const { text, total, ended } = read;
  return {
    source: 'Text',
    text,
    ...(total !== undefined && { total }),
    ...(ended && { ended }),
    ...(!ended && (await marksOf(object, node, read))),
    ...(part.attributes && { runs: (await mayAskAttributes(batch, toolkit, path)) ? await read.runs() : [] }),
  };
}

function sliceOf({ name, patterns, type }: AxNode, { start, count }: TextPart): TextSlice {
  const value = patterns.value?.value ?? (patterns.rangeValue && String(patterns.rangeValue.value));
  const text = value ?? name;
  const source = value !== undefined ? (type === 'Edit' || type === 'Document' ? 'Text' : 'Value') : 'Name';
  return { source, text: slicePoints(text, start, count), total: lengthOf(text) };
}
