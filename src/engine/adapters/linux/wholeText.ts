import { CALLS } from './atspi.ts';
import type { Batch } from './batch.ts';
import { EMBEDDED_OBJECT } from './details.ts';
import { ROLE } from './roles.ts';

/**
 * The text of an object with that of the objects in it. The text of a web page is a row of stand-ins, one for each child
 * in their order; what is nothing but stand-ins is laid out in lines.
 */
export async function wholeText(batch: Batch, path: string): Promise<string> {
  const [text, role] = await Promise.all([ownText(batch, path), batch.optional(path, CALLS.role, 0)]);
  if (role === ROLE.passwordText) return '';
  if (!text.includes(EMBEDDED_OBJECT)) return text;
  const children = await batch.optional(path, CALLS.children, []);
  const texts = await Promise.all(children.map(([, child]) => wholeText(batch, child)));
  const isLayout = text.replaceAll(EMBEDDED_OBJECT, '').trim() === '';
  if (isLayout) return texts.filter((part) => part !== '').join('\n');
  let next = 0;
  return text.replaceAll(EMBEDDED_OBJECT, () => texts[next++] ?? '');
}

async function ownText(batch: Batch, path: string): Promise<string> {
  const count = await batch.optional(path, CALLS.characterCount, 0);
  return count > 0 ? batch.optional(path, CALLS.text, '', 0, count) : '';
}
