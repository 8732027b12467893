import { CALLS, INTERFACES } from './atspi.ts';
import type { Batch } from './batch.ts';
import type { DetailContext } from './detailContext.ts';
import type { Basics } from './found.ts';
import { ROLE } from './roles.ts';
import { has } from './states.ts';
import type { Toolkit } from './toolkits.ts';

/** What the translated names of a kind of object stand for, as far as a read has asked. */
const translations = new WeakMap<Batch, Map<string, Promise<readonly string[]>>>();

/** GTK 4 lists the editing commands of every label; what cannot have the focus has no action of its own there. */
export function wantsActions(toolkit: Toolkit, { states, interfaces }: Basics): boolean {
  return interfaces.includes(INTERFACES.action) && (toolkit.family !== 'gtk4' || has(states, 'focusable'));
}

/** The names of what an object can do, in their order. */
export async function readActions(
  { batch, toolkit }: DetailContext,
  path: string,
  { role, states }: Basics,
): Promise<readonly string[]> {
  const names = await batch.optional<readonly string[]>(path, CALLS.actions, []);
  const { actionNames } = toolkit;
  if (actionNames === 'listed' || (actionNames === 'empty' && names.some((name) => name !== ''))) return names;
  // Of what cannot have the focus only the first action may be one of its own; scroll bars have four.
  const ownsAll = has(states, 'focusable') || role === ROLE.scrollBar;
  if (actionNames === 'empty') return namesOf(batch, path, ownsAll ? names : names.slice(0, 1));
  return translated(batch, path, role, names);
}

/** Objects of one role that call their actions the same in the user's language call them the same in the toolkit's. */
function translated(batch: Batch, path: string, role: number, names: readonly string[]): Promise<readonly string[]> {
  const known = translations.get(batch) ?? new Map<string, Promise<readonly string[]>>();
  translations.set(batch, known);
  const key = JSON.stringify([role, names]);
  const answer = known.get(key) ?? namesOf(batch, path, names);
  known.set(key, answer);
  return answer;
}

function namesOf(batch: Batch, path: string, actions: readonly string[]): Promise<readonly string[]> {
  return Promise.all(actions.map((_, index) => batch.optional(path, CALLS.actionName, '', index)));
}
