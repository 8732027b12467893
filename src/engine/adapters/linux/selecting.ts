import { impossible, type Outcome, refused } from '../../../model/patternCall.ts';
import { CALLS, INTERFACES, NO_OBJECT, NULL_PATH, type Reference } from './atspi.ts';
import type { Batch } from './batch.ts';
import { answered, type CallTarget, doAction } from './callTarget.ts';
import { roleActions } from './mainAction.ts';
import { ROLE } from './roles.ts';

/** Levels between an item and what it is selected in: an item of a combo box is in a menu in it. */
const CONTAINER_LEVELS = 2;
/** Roles of what can be chosen in a list. */
const CHOICES: ReadonlySet<number> = new Set([
  ROLE.listItem,
  ROLE.menuItem,
  ROLE.checkMenuItem,
  ROLE.radioMenuItem,
  ROLE.tableCell,
]);
/** Items of a list that are looked through for a name. */
const MOST_ITEMS = 500;

/** Items are selected by what holds them; radio buttons, which nothing holds, by what a click does. */
export async function select(target: CallTarget): Promise<Outcome> {
  if (target.role === ROLE.radioButton || target.role === ROLE.radioMenuItem) {
    return doAction(target, roleActions('invoke'));
  }
  const { batch } = target;
  let item = target.path;
  for (let level = 0; level < CONTAINER_LEVELS; level++) {
    const [bus, parent] = await batch.optional(item, CALLS.parent, NO_OBJECT);
    if (bus !== batch.destination || parent === NULL_PATH) break;
    const interfaces = await batch.optional<readonly string[]>(parent, CALLS.interfaces, []);
    if (interfaces.includes(INTERFACES.selection)) return selectIn(batch, parent, target.path);
    item = parent;
  }
  return refused('nothing that holds it has a Selection interface');
}

async function selectIn(batch: Batch, container: string, item: string): Promise<Outcome> {
  const index = await batch.ask(item, CALLS.indexInParent);
  if (index < 0) return refused('its container does not tell its place');
  return answered(batch.ask(container, CALLS.selectChild, index));
}

/** Selects an item by its name in a list that is not shown: of Chromium by its own action, otherwise in what holds it. */
export async function choose(target: CallTarget, name: string, only: boolean): Promise<Outcome> {
  const { batch, application, path, interfaces } = target;
  const items = await itemsBelow(batch, path, CONTAINER_LEVELS);
  const found = items.find((item) => item.name === name);
  if (!found)
    return noSuchItem(
      items.map((item) => item.name),
      only,
    );
  if (application.toolkit.family === 'chromium') {
    const [offered, states] = await Promise.all([
      batch.ask(found.path, CALLS.interfaces),
      batch.ask(found.path, CALLS.states),
    ]);
    const item = { ...target, path: found.path, role: ROLE.listItem, interfaces: offered, states };
    return doAction(item, roleActions('invoke'));
  }
  if (!interfaces.includes(INTERFACES.selection)) return refused('it has no Selection interface');
  return answered(batch.ask(path, CALLS.selectChild, found.index));
}

interface Item {
  readonly path: string;
  readonly name: string;
  /** Among the items of its list. */
  readonly index: number;
}

/** The items of the first list below an object. */
async function itemsBelow(batch: Batch, path: string, levels: number): Promise<readonly Item[]> {
  const children = await batch.optional<readonly Reference[]>(path, CALLS.children, []);
  const own = children.filter(([bus]) => bus === batch.destination).slice(0, MOST_ITEMS);
  const items = await Promise.all(
    own.map(async ([, child], index) => {
      const [name, role] = await Promise.all([
        batch.optional(child, CALLS.name, ''),
        batch.optional(child, CALLS.role, 0),
      ]);
      return { path: child, name, index, isChoice: CHOICES.has(role) };
    }),
  );
  const choices = items.filter(({ isChoice }) => isChoice);
  if (choices.some(({ name }) => name !== '') || levels <= 1) return choices;
  for (const { path: child } of items) {
    const below = await itemsBelow(batch, child, levels - 1);
    if (below.length > 0) return below;
  }
  return [];
}

/** What takes `only` its choices takes no other text in any other way. */
function noSuchItem(names: readonly string[], only: boolean): Outcome {
  const shown = names.filter((name) => name !== '');
  if (shown.length === 0) return refused('its choices are not known while it is closed');
  const sentence = `its choices are ${shown.slice(0, 12).join(', ')}`;
  return only && names.length < MOST_ITEMS ? impossible(sentence) : refused(sentence);
}
