import { AccessibilityBus } from '../../src/engine/adapters/linux/accessibilityBus.ts';
import { CALLS, type Extents, type States } from '../../src/engine/adapters/linux/atspi.ts';
import { Batch } from '../../src/engine/adapters/linux/batch.ts';
import { NEVER } from './reading.ts';

/** An object as a reader without any pruning finds it. */
export interface NaiveObject {
  readonly handle: string;
  readonly name: string;
  readonly showing: boolean;
  readonly extents: Extents;
}

const SHOWING = 1 << 25;

/** Reads every object below a window one after the other, whatever its state: slow, but nothing can be missed. */
export async function readNaively(env: NodeJS.ProcessEnv, window: string): Promise<readonly NaiveObject[]> {
  const bus = new AccessibilityBus(env);
  const name = window.slice(0, window.indexOf('/'));
  const batch = new Batch(await bus.bus(), name, 60_000, NEVER);
  const found: NaiveObject[] = [];
  const visit = async (path: string): Promise<void> => {
    const states = await batch.optional<States>(path, CALLS.states, [0, 0]);
    const extents = await batch.optional<Extents>(path, CALLS.extents, [0, 0, 0, 0]);
    const title = await batch.optional(path, CALLS.name, '');
    found.push({ handle: `${name}${path}`, name: title, showing: (states[0] & SHOWING) !== 0, extents });
    for (const [, child] of await batch.optional(path, CALLS.children, [])) await visit(child);
  };
  try {
    await visit(window.slice(window.indexOf('/')));
    return found;
  } finally {
    batch.close();
    bus.close();
  }
}
