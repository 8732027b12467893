import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Finding } from './doctor.ts';
import { type Exposed, exposedBy, listed } from './mcp/answers.ts';
import type { LocalClient } from './mcp/localClient.ts';
import { processEntry } from './process/processTable.ts';

/** Milliseconds for a program to show its window, and how often that is looked for. */
const START_LIMIT = 20_000;
const STEP = 300;
/** Milliseconds for its tree to come to rest. */
const REST_LIMIT = 6_000;

/** Switches accessibility on in the toolkits that let a program be told when it starts. */
const MENDED = { QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1', GSK_RENDERER: 'cairo' } as const;
/** ... and these switch it off. */
const HARMFUL = ['NO_AT_BRIDGE', 'GTK_A11Y'];
const CHROMIUM_FLAG = '--force-renderer-accessibility';

/** Starts a program as it is and once more with all that mends it, and compares what its window exposes. */
export async function tryMend(
  engine: LocalClient,
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<readonly Finding[]> {
  const before = await attempt(engine, program, args, env);
  const needsFlag = before.notes.some((note) => note.includes(CHROMIUM_FLAG));
  const mendedArgs = needsFlag ? [CHROMIUM_FLAG, ...args] : args;
  const kept = Object.entries(env).filter(([name]) => !HARMFUL.includes(name));
  const after = await attempt(engine, program, mendedArgs, { ...Object.fromEntries(kept), ...MENDED });
  const what = [
    ...Object.entries(MENDED).map(([name, value]) => `${name}=${value}`),
    ...(needsFlag ? [CHROMIUM_FLAG] : []),
  ];
  return [
    { check: 'as it is', status: before.isHealthy ? 'ok' : 'problem', text: sentence(before) },
    {
      check: `with ${what.join(' ')}, without ${HARMFUL.join(' and ')}`,
      status: after.isHealthy ? 'ok' : 'problem',
      text: sentence(after),
    },
  ];
}

function sentence({ count, notes }: Exposed): string {
  return [`${count} elements`, ...notes].join('; ');
}

async function attempt(
  engine: LocalClient,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Exposed> {
  // A group of its own, so that everything that it starts can be ended with it.
  const child = spawn(program, args, { env, detached: true, stdio: 'ignore' });
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject);
  });
  try {
    return await Promise.race([failed, watch(engine, child)]);
  } finally {
    await endGroup(child);
  }
}

/** What the window of the program exposes once that has come to rest. */
async function watch(engine: LocalClient, child: ChildProcess): Promise<Exposed> {
  const end = performance.now() + START_LIMIT;
  for (;;) {
    const { windows } = await listed(engine);
    const entries = await Promise.all(windows.map(({ pid }) => processEntry(pid)));
    const own = windows.filter((_, index) => entries[index]?.group === child.pid);
    const [window] = own.toSorted((a, b) => b.title.length - a.title.length);
    if (window) return atRest(engine, window.id);
    if (performance.now() > end) return { count: 0, notes: ['it showed no window'], isHealthy: false };
    await delay(STEP);
  }
}

async function atRest(engine: LocalClient, window: string): Promise<Exposed> {
  const end = performance.now() + REST_LIMIT;
  let seen = await exposedBy(engine, window);
  for (;;) {
    await delay(2 * STEP);
    const before = seen;
    seen = await exposedBy(engine, window);
    const isAtRest = seen.count === before.count && seen.isHealthy;
    if (isAtRest || performance.now() > end) return seen;
  }
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // Nothing of the group is left.
      return;
    }
    await delay(STEP);
  }
}
