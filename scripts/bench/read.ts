import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PlatformAdapter, Scope } from '../../src/engine/adapters/adapter.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import { referenceOf } from '../../src/engine/adapters/linux/handles.ts';
import { missingForLinuxTests, startDesktop, type TestDesktop, until } from '../../test/linux/desktop.ts';
import { figure, type Metric, median } from './metric.ts';
import { RawReader } from './rawRead.ts';

interface Program {
  readonly name: string;
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Elements from which on the window is complete. */
  readonly atLeast: number;
  /** GTK 4 says what it has in its cache, and SHOWING only of the frame. */
  readonly cache: boolean;
}

const PAGE = join(import.meta.dirname, '../../test/fixtures/page.html');
const CHROMIUM = ['--no-sandbox', '--no-first-run', '--disable-gpu', '--force-renderer-accessibility'];

const PROGRAMS: readonly Program[] = [
  { name: 'gtk3-demo', title: 'Application Class', command: 'gtk3-demo', args: [], atLeast: 60, cache: false },
  { name: 'mousepad', title: 'Mousepad', command: 'mousepad', args: [], atLeast: 15, cache: false },
  { name: 'calculator, GTK 4', title: 'Calculator', command: 'gnome-calculator', args: [], atLeast: 60, cache: true },
  {
    name: 'page of 1,000 rows',
    title: 'Deskhand page',
    command: 'chromium',
    args: CHROMIUM,
    atLeast: 100,
    cache: false,
  },
];

/** All rows that are shown, so that both clients read the same elements. */
const SHOWN: Scope = { includeOffscreen: false, rows: 1_000_000, maxNodes: 50_000, timeBudget: 30_000 };
/** What a client asks for. */
const USUAL: Scope = { ...SHOWN, rows: 12 };

const ROUNDS = 7;
const PYTHON_ROUNDS = 3;
const FULL_ROUNDS = 1;

const NEVER = new AbortController().signal;
const run = promisify(execFile);

/**
 * Milliseconds of reading one window: ours without a live table, a minimal client over the same library, pyatspi with the
 * same pruning, and pyatspi reading everything; each program alone on a desktop of its own, all in one run.
 */
export async function benchRead(): Promise<Metric[]> {
  const metrics: Metric[] = [];
  for (const program of PROGRAMS) {
    const missing = missingForLinuxTests([program.command]);
    if (missing === undefined) metrics.push(...(await benchProgram(program)));
    else console.error(`${program.name}: ${missing}`);
  }
  return metrics;
}

async function benchProgram(program: Program): Promise<Metric[]> {
  const desktop = await startDesktop();
  const adapter = await createLinuxAdapter(desktop.env);
  try {
    await launch(desktop, program);
    const window = await windowOf(adapter, program);
    return await measure(desktop, adapter, program, window);
  } finally {
    await adapter.dispose();
    await desktop.stop();
  }
}

async function launch({ env, launch: start, directory }: TestDesktop, { command, args }: Program): Promise<void> {
  const own = command === 'chromium' ? [`--user-data-dir=${join(directory, 'chromium')}`, `file://${PAGE}`] : [];
  // Chromium looks at the switch when it starts, and pyatspi sets it anyway.
  if (command === 'chromium') await run('gdbus', ENABLE, { env });
  start(command, [...args, ...own]);
}

const ENABLE = [
  ...['call', '--session', '-d', 'org.a11y.Bus', '-o', '/org/a11y/bus', '-m', 'org.freedesktop.DBus.Properties.Set'],
  ...['org.a11y.Status', 'IsEnabled', '<true>'],
];

/** The window once it is complete and at rest. */
async function windowOf(adapter: PlatformAdapter, { title, atLeast }: Program): Promise<string> {
  let handle = '';
  let before = -1;
  await until(
    async () => {
      const { windows } = await adapter.windows(NEVER);
      handle = windows.find((window) => window.title.includes(title))?.handle ?? '';
      if (handle === '') return false;
      const { nodes } = await adapter.capture(handle, SHOWN, NEVER);
      const atRest = nodes.length >= atLeast && nodes.length === before;
      before = nodes.length;
      return atRest;
    },
    `${atLeast} elements of ${title} at rest`,
    30_000,
  );
  return handle;
}

async function measure(
  desktop: TestDesktop,
  adapter: PlatformAdapter,
  { name, title, cache }: Program,
  window: string,
): Promise<Metric[]> {
  const [bus, path] = referenceOf(window);
  const raw = await RawReader.connect(desktop.env, bus);
  const count = async (scope: Scope) => (await adapter.capture(window, scope, NEVER)).nodes.length;
  const times = { usual: [] as number[], ours: [] as number[], raw: [] as number[] };
  const counts = { usual: 0, ours: 0, raw: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    counts.raw = await timed(times.raw, () => raw.read(path, cache));
    counts.ours = await timed(times.ours, () => count(SHOWN));
    counts.usual = await timed(times.usual, () => count(USUAL));
  }
  raw.close();
  const python = await pyatspi(desktop, title);
  const [usual, ours, least] = [median(times.usual), median(times.ours), median(times.raw)];
  return [
    figure(`${name}: ours, 12 rows a grid (${counts.usual} elements)`, usual, 'ms'),
    figure(`${name}: ours, all shown (${counts.ours})`, ours, 'ms'),
    figure(`${name}: raw client (${counts.raw})`, least, 'ms'),
    figure(`${name}: ours over raw`, ours / least, '×'),
    // Pruning by SHOWING ends at the frame of GTK 4, so that there is nothing to compare.
    ...(python === undefined || cache ? [] : besides(`${name}: pyatspi, pruned`, python.pruned, ours)),
    ...(python === undefined ? [] : besides(`${name}: pyatspi, everything`, python.full, ours)),
  ];
}

function besides(name: string, { ms, count }: PythonRead, ours: number): Metric[] {
  return [figure(`${name} (${count})`, ms, 'ms'), figure(`${name} over ours`, ms / ours, '×')];
}

async function timed(times: number[], read: () => Promise<number>): Promise<number> {
  const start = performance.now();
  const count = await read();
  times.push(performance.now() - start);
  return count;
}

interface PythonRead {
  readonly ms: number;
  readonly count: number;
}

/** What pyatspi needs for the same window; undefined where it is not installed. */
async function pyatspi(
  { env }: TestDesktop,
  title: string,
): Promise<{ pruned: PythonRead; full: PythonRead } | undefined> {
  const script = join(import.meta.dirname, 'pyatspiRead.py');
  const args = [script, title, String(PYTHON_ROUNDS), String(FULL_ROUNDS)];
  const output = await run('/usr/bin/python3', args, { env, maxBuffer: 1 << 20 }).catch((error: Error) => {
    console.error(`pyatspi: ${error.message.split('\n').at(-2)}`);
    return undefined;
  });
  if (output === undefined) return undefined;
  const lines = output.stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  const of = (kind: string): PythonRead => {
    const own = lines.filter(([word]) => word === kind);
    return { ms: median(own.map(([, ms]) => Number(ms))), count: Number(own.at(-1)?.[2]) };
  };
  return { pruned: of('pruned'), full: of('full') };
}
