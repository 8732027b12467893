import { join } from 'node:path';
import type { PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import { Session } from '../../src/engine/session/session.ts';
import { act } from '../../src/engine/tools/act.ts';
import { find } from '../../src/engine/tools/perceive.ts';
import { startDesktop, type TestDesktop } from '../../test/linux/desktop.ts';
import { engineOn, simEngine } from '../simEngine.ts';
import { atMost, figure, type Metric, median } from './metric.ts';
import { type Installed, installPeer } from './peer.ts';
import { launch, missingFor, NEVER, PROGRAMS, type Program, windowOf } from './programs.ts';
import { peerOn } from './readers.ts';
import { inRounds } from './rounds.ts';

/** Steps that are measured after those that do not count. */
const STEPS = 15;
const WARM_UP = 5;

const FORM: Program = {
  ...{ name: 'form, GTK 3', title: 'Deskhand form', command: '/usr/bin/python3', atLeast: 30 },
  args: [join(import.meta.dirname, '../../test/fixtures/form_gtk3.py')],
};

/** Where a check box is toggled, and the most milliseconds that a confirmed step may take; what is large must not be slow. */
const TARGETS: readonly { readonly program: Program | undefined; readonly limit: number }[] = [
  { program: FORM, limit: 100 },
  { program: PROGRAMS.find(({ name }) => name.startsWith('tree of 10,000')), limit: 1_000 },
  { program: PROGRAMS.find(({ name }) => name.startsWith('page of 1,000')), limit: 1_000 },
];

/** Milliseconds of a step that toggles a check box and is confirmed, from the call of the tool to its answer. */
export async function benchAct(): Promise<Metric[]> {
  const peer = await installPeer();
  const metrics = [await onSim()];
  for (const { program, limit } of TARGETS) if (program) metrics.push(...(await inProgram(program, limit, peer)));
  return metrics;
}

/** What is ours of a step: the simulated application does everything at once, and nobody waits for its window to rest. */
async function onSim(): Promise<Metric> {
  const session = new Session(simEngine().shared);
  return atMost('overhead of a step, sim', await toggling(session, 'Settings', 'Updates', 0), 'ms', 10);
}

async function inProgram(program: Program, limit: number, peer: Installed): Promise<Metric[]> {
  if (missingFor(program) !== undefined) return [];
  const desktop = await startDesktop();
  const adapter: PlatformAdapter = await createLinuxAdapter(desktop.env);
  try {
    await launch(desktop, program);
    await windowOf(adapter, program);
    const session = new Session(engineOn('user', adapter));
    const answered = await toggling(session, program.title, 'Wrap lines', 0);
    const settled = await toggling(session, program.title, 'Wrap lines', 350);
    return [
      atMost(`${program.name}: confirmed step`, settled, 'ms', limit),
      figure(`${program.name}: without waiting for the window to rest`, answered, 'ms'),
      ...('folder' in peer ? await peerIn(desktop, program, peer.folder, settled) : []),
    ];
  } finally {
    await adapter.dispose();
    await desktop.stop();
  }
}

/** The peer's click on the same check box, of which it does not tell whether it was done. */
async function peerIn(desktop: TestDesktop, program: Program, folder: string, ours: number): Promise<Metric[]> {
  const rival = peerOn(desktop, program, folder);
  try {
    const { click } = await inRounds({ click: () => rival.read('click Wrap lines') });
    if ('reason' in click) return [];
    const name = `${program.name}: the peer's click, unverified`;
    return [figure(name, click.ms, 'ms'), figure(`${program.name}: peer over ours`, click.ms / ours, '×')];
  } finally {
    rival.end();
  }
}

async function toggling(session: Session, window: string, name: string, settle: number): Promise<number> {
  const found = await find.answer(session, { query: name, window, by: 'name' }, 'text', NEVER);
  const id = Number(/^(\d+)\|CheckBox\|/m.exec(found.text)?.[1]);
  const times: number[] = [];
  for (let step = 0; step < WARM_UP + STEPS; step++) {
    const start = performance.now();
    const { text } = await act.answer(session, { steps: [{ action: 'toggle', id }], settle_ms: settle }, 'text', NEVER);
    times.push(performance.now() - start);
    if (!text.includes('confirmed=1')) throw new Error(`The step was not confirmed:\n${text}`);
  }
  return median(times.slice(WARM_UP));
}
