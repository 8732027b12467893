import { CACHE_PATH, CALLS, type CacheItem, INTERFACES, type Reference, ROOT_PATH, type States } from './atspi.ts';
import type { Batch } from './batch.ts';
import type { Basics } from './found.ts';
import { BUTTON_ROLES } from './roles.ts';

/** Where a read learns what an object is and which children it has. */
export interface Objects {
  states(path: string): Promise<States>;
  /** The other basic facts of an object whose states are known. */
  basics(path: string, states: States): Promise<Basics>;
  children(path: string, basics: Basics): Promise<readonly string[]>;
}

/** Asks for each object: the states alone first, because most objects need nothing else to be passed over. */
export function objectsOnBus(batch: Batch): Objects {
  return {
    states: (path) => batch.ask(path, CALLS.states),
    async basics(path, states) {
      const [name, role, interfaces, childCount] = await Promise.all([
        batch.ask(path, CALLS.name),
        batch.ask(path, CALLS.role),
        batch.ask(path, CALLS.interfaces),
        batch.ask(path, CALLS.childCount),
      ]);
      return { name, role, states, interfaces, childCount };
    },
    async children(path) {
      return ownPaths(batch, await batch.ask(path, CALLS.children));
    },
  };
}

/**
 * Takes from the application's cache what stands there. GTK 4 enters an object when it is first asked for, so the first
 * read of a program finds little and asks for the rest; every later one needs a single reply for all objects.
 */
export async function objectsInCache(batch: Batch): Promise<Objects> {
  const items = await batch.optional<readonly CacheItem[]>(CACHE_PATH, CALLS.cacheItems, []);
  const known = new Map(items.map((item) => [item.path, item]));
  const children = childrenInCache(items, known);
  const bus = objectsOnBus(batch);
  return {
    async states(path) {
      return known.get(path)?.states ?? bus.states(path);
    },
    async basics(path, states) {
      const item = known.get(path);
      return item && item.childCount >= 0 ? item : bus.basics(path, states);
    },
    async children(path, basics) {
      // Widgets that were removed may stay in the cache below their old parent, where new ones are missing.
      if (!BUTTON_ROLES.has(basics.role)) return bus.children(path, basics);
      const cached = children.get(path) ?? [];
      return cached.length === basics.childCount ? cached : bus.children(path, basics);
    },
  };
}

/**
 * Children in their order. In the cache the pages of stacks and notebooks stand between the stack and its widgets;
 * `GetChildren` passes over them, and so does this. They are the objects without a place on the screen.
 */
function childrenInCache(
  items: readonly CacheItem[],
  known: ReadonlyMap<string, CacheItem>,
): ReadonlyMap<string, readonly string[]> {
  const isPage = ({ interfaces }: CacheItem) => !interfaces.includes(INTERFACES.component);
  const placed = items.flatMap((item) => {
    const parent = known.get(item.parent);
    if (isPage(item)) return [];
    const { parent: container, index } = parent && parent.path !== ROOT_PATH && isPage(parent) ? parent : item;
    return [{ path: item.path, container, index }];
  });
  const groups = Map.groupBy(placed, ({ container }) => container);
  return new Map(
    [...groups].map(([container, group]) => [
      container,
      group.toSorted((a, b) => a.index - b.index).map(({ path }) => path),
    ]),
  );
}

/** Objects of another program, embedded in this one, cannot be asked over this connection. */
function ownPaths(batch: Batch, references: readonly Reference[]): readonly string[] {
  return references.flatMap(([bus, path]) => (bus === batch.destination ? [path] : []));
}
