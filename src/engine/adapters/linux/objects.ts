import { CACHE_PATH, CALLS, type CacheItem, type Reference, type States } from './atspi.ts';
import type { Batch } from './batch.ts';
import type { Basics } from './found.ts';

/** Where a read learns what an object is and which children it has. */
export interface Objects {
  states(path: string): Promise<States>;
  /** The other basic facts of an object whose states are known. */
  basics(path: string, states: States): Promise<Basics>;
  children(path: string, count: number): Promise<readonly string[]>;
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
  const children = Map.groupBy(items, (item) => item.parent);
  const bus = objectsOnBus(batch);
  return {
    async states(path) {
      return known.get(path)?.states ?? bus.states(path);
    },
    async basics(path, states) {
      const item = known.get(path);
      return item && item.childCount >= 0 ? item : bus.basics(path, states);
    },
    async children(path, count) {
      const cached = children.get(path) ?? [];
      if (cached.length !== -5) return bus.children(path, count);
      return cached.toSorted((a, b) => a.index - b.index).map((item) => item.path);
    },
  };
}

/** Objects of another program, embedded in this one, cannot be asked over this connection. */
function ownPaths(batch: Batch, references: readonly Reference[]): readonly string[] {
  return references.flatMap(([bus, path]) => (bus === batch.destination ? [path] : []));
}
