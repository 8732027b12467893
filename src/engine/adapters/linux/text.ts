import type { AxNode, Handle } from '../../../model/element.ts';
import { EngineError } from '../../../model/errors.ts';
import type { TextSlice } from '../adapter.ts';
import type { AccessibilityBus } from './accessibilityBus.ts';
import { CALLS, INTERFACES } from './atspi.ts';
import type { Batch } from './batch.ts';
import type { Desktop } from './desktop.ts';
import { EMBEDDED_OBJECT } from './details.ts';
import { asEngineError } from './errors.ts';
import { referenceOf } from './handles.ts';
import { SINGLE_LIMIT, SingleReader, withBatch } from './single.ts';
import { wholeText } from './wholeText.ts';

/** Part of the text of a control: of its Text interface, else of its value, else its name. A password has none. */
export async function readTextSlice(
  bus: AccessibilityBus,
  desktop: Desktop,
  handle: Handle,
  start: number,
  count: number,
  signal: AbortSignal,
): Promise<TextSlice> {
  const [name, path] = referenceOf(handle);
  const application = await bus.application(name, SINGLE_LIMIT).catch((error: unknown) => {
    throw asEngineError(error);
  });
  return withBatch(bus, application, signal, async (batch) => {
    const node = await new SingleReader(batch, application, desktop, signal).read(path);
    if (!node) throw new EngineError('stale_element');
    if (node.password) return { source: 'Text', text: '', total: 0 };
    const own = await textOf(batch, path, start, count);
    if (own && !isOnlyObjects(own.text)) return own;
    if (!own) return sliceOf(node, start, count);
    const characters = [...(await wholeText(batch, path))];
    return { source: 'Text', text: characters.slice(start, start + count).join(''), total: characters.length };
  });
}

/** Counted in characters, as the toolkit does, not in UTF-16 units. */
async function textOf(batch: Batch, path: string, start: number, count: number): Promise<TextSlice | undefined> {
  const interfaces = await batch.ask(path, CALLS.interfaces);
  if (!interfaces.includes(INTERFACES.text)) return undefined;
  const total = await batch.optional(path, CALLS.characterCount, 0);
  // Toolkits give Text to much that holds none, such as buttons; their name says more.
  if (total <= 0) return undefined;
  const end = Math.min(total, start + count);
  const text = start < end ? await batch.ask(path, CALLS.text, start, end) : '';
  return { source: 'Text', text, total };
}

/** The text of a web page is a row of stand-ins for the objects in it. */
function isOnlyObjects(text: string): boolean {
  return text.includes(EMBEDDED_OBJECT) && text.replaceAll(EMBEDDED_OBJECT, '').trim() === '';
}

function sliceOf({ name, patterns, type }: AxNode, start: number, count: number): TextSlice {
  const value = patterns.value?.value ?? (patterns.rangeValue && String(patterns.rangeValue.value));
  const text = value ?? name;
  const source = value !== undefined ? (type === 'Edit' || type === 'Document' ? 'Text' : 'Value') : 'Name';
  const characters = [...text];
  return { source, text: characters.slice(start, start + count).join(''), total: characters.length };
}
