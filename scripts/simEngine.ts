import type { PlatformAdapter } from '../src/engine/adapters/adapter.ts';
import { SimAdapter } from '../src/engine/adapters/sim/adapter.ts';
import type { Scene } from '../src/engine/adapters/sim/scene.ts';
import { Desktop, type DesktopName } from '../src/engine/session/desktop.ts';
import { ElementTable } from '../src/engine/session/elementTable.ts';
import { Foreground } from '../src/engine/session/foreground.ts';
import { Journal } from '../src/engine/session/journal.ts';
import { type Allowances, DEFAULT_SETTINGS, Policy, type Settings } from '../src/engine/session/policy.ts';
import type { Shared } from '../src/engine/session/session.ts';

/** What an engine has on the simulated desktop, fresh: ids begin at 1. For tests, benchmarks and generated examples. */
export function simEngine(
  scenes?: readonly Scene[],
  settings: Settings = DEFAULT_SETTINGS,
): { shared: Shared; sim: SimAdapter } {
  const sim = new SimAdapter(scenes);
  return { shared: engineOn('sim', sim, settings, { foreground: new Foreground(() => sim.foreground()) }), sim };
}

/** The same on any desktop. */
export function engineOn(
  name: DesktopName,
  adapter: PlatformAdapter,
  settings: Settings = DEFAULT_SETTINGS,
  { foreground, allowances }: { readonly foreground?: Foreground; readonly allowances?: Allowances } = {},
): Shared {
  return {
    desktops: [new Desktop(name, adapter, counter(), foreground ? { foreground } : {})],
    elements: new ElementTable(counter()),
    journal: new Journal(),
    policy: new Policy(() => Promise.resolve(settings), allowances),
    nextSnapshot: counter(),
  };
}

function counter(): () => number {
  let last = 0;
  return () => ++last;
}
