import type { PlatformAdapter } from '../src/engine/adapters/adapter.ts';
import { SimAdapter } from '../src/engine/adapters/sim/adapter.ts';
import type { Scene } from '../src/engine/adapters/sim/scene.ts';
import { Desktop, type DesktopName } from '../src/engine/session/desktop.ts';
import { ElementTable } from '../src/engine/session/elementTable.ts';
import { Journal } from '../src/engine/session/journal.ts';
import type { Shared } from '../src/engine/session/session.ts';

/** What an engine has on the simulated desktop, fresh: ids begin at 1. For tests, benchmarks and generated examples. */
export function simEngine(scenes?: readonly Scene[]): { shared: Shared; sim: SimAdapter } {
  const sim = new SimAdapter(scenes);
  return { shared: engineOn('sim', sim), sim };
}

/** The same on any desktop. */
export function engineOn(name: DesktopName, adapter: PlatformAdapter): Shared {
  return {
    desktops: [new Desktop(name, adapter, counter())],
    elements: new ElementTable(counter()),
    journal: new Journal(),
    nextSnapshot: counter(),
  };
}

function counter(): () => number {
  let last = 0;
  return () => ++last;
}
