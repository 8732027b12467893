import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Finding } from './doctor.ts';
import type { LocalClient } from './mcp/localClient.ts';
import { processEntry } from './process/processTable.ts';

/** Milliseconds for a program to show its window. */
const START_LIMIT = 30_000;
/** Milliseconds for its tree to be there; without a graphics card GTK 4 takes ten seconds to begin. */
const REST_LIMIT = 30_000;
/** Milliseconds in which a window that is said to hide its controls might still show them. */
const DOUBT = 6_000;
/** How often either is looked for. */
const STEP = 500;
/** Milliseconds for a program to end by itself when it is asked to. */
const END_LIMIT = 2_000;

type Program = Awaited<ReturnType<LocalClient['diagnose']>>['programs'][number];
type Mend = NonNullable<Program['mend']>;

/** How a program is started. */
interface Start {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Starts a program as it is and, where its window hides its controls, once more with what is said to mend that. The last
 * finding is the outcome. Whatever was started is ended again.
 */
export async function tryMend(
  engine: LocalClient,
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<readonly Finding[]> {
  const start = { program, args, env };
  const before = await attempt(engine, start);
  if (before === undefined) return [{ check: 'as it is', status: 'problem', text: 'it showed no window' }];
  const first: Finding = { check: 'as it is', status: before.status, text: before.text, command: before.command };
  if (before.status === 'ok') return [first, { check: 'outcome', status: 'ok', text: 'it needs no mend' }];
  const { mend } = before;
  if (mend === undefined)
    return [first, { check: 'outcome', status: 'problem', text: 'no way to start it mends that' }];
  const after = await attempt(engine, mended(start, mend));
  const check = `with ${wordsOf(mend)}`;
  const text = after?.text ?? 'it showed no window';
  return [first, { check, status: after?.status ?? 'problem', text }, outcome(before, after)];
}

function outcome(before: Program, after: Program | undefined): Finding {
  const [from, to] = [before.elements ?? 0, after?.elements ?? 0];
  const works = after?.status === 'ok' && to > from;
  const text = works ? `the mend works: ${to} elements in place of ${from}` : 'the mend does not work';
  return { check: 'outcome', status: works ? 'ok' : 'problem', text, ...(works && { command: before.command }) };
}

function mended({ program, args, env }: Start, { environment, flags }: Mend): Start {
  const changed = Object.entries({ ...env, ...environment }).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return { program, args: [...flags, ...args], env: Object.fromEntries(changed) };
}

function wordsOf({ environment, flags }: Mend): string {
  const variables = Object.entries(environment).map(([name, value]) =>
    value === null ? `no ${name}` : `${name}=${value}`,
  );
  return [...variables, ...flags].join(' ') || 'another start';
}

/** What the program exposes; undefined where it showed no window. */
async function attempt(engine: LocalClient, { program, args, env }: Start): Promise<Program | undefined> {
  // A group of its own, so that everything that it starts can be ended with it.
  const child = spawn(program, args, { env, detached: true, stdio: 'ignore' });
  const endNow = () => signalGroup(child, 'SIGKILL');
  const interrupted = () => process.exit(130);
  process.once('exit', endNow).once('SIGINT', interrupted).once('SIGTERM', interrupted);
  const failed = Promise.withResolvers<never>();
  child.once('error', failed.reject);
  try {
    return await Promise.race([failed.promise, watch(engine, child)]);
  } finally {
    await endGroup(child);
    process.off('exit', endNow).off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
}

/** What the program exposes once that has come to rest. */
async function watch(engine: LocalClient, child: ChildProcess): Promise<Program | undefined> {
  const start = performance.now();
  let first = start;
  let seen: Program | undefined;
  do {
    const before = seen;
    seen = await ownProgram(engine, child);
    if (!before) first = performance.now();
    if (seen && before && isAtRest(before, seen)) return seen;
    await delay(STEP);
  } while (performance.now() < (seen ? first + limitOf(seen) : start + START_LIMIT));
  return seen;
}

/** What hides its controls may still come to show them, so only time tells. */
function limitOf({ status }: Program): number {
  return status === 'unknown' ? REST_LIMIT : DOUBT;
}

function isAtRest(before: Program, seen: Program): boolean {
  return seen.status === 'ok' && before.elements === seen.elements && (seen.elements ?? 0) > 1;
}

/** The program of the group that exposes most: some start others that have windows, too. */
async function ownProgram(engine: LocalClient, child: ChildProcess): Promise<Program | undefined> {
  const { programs } = await engine.diagnose();
  const entries = await Promise.all(programs.map(({ pid }) => processEntry(pid)));
  const own = programs.filter((_, index) => entries[index]?.group === child.pid);
  return own.toSorted((a, b) => (b.elements ?? 0) - (a.elements ?? 0))[0];
}

async function endGroup(child: ChildProcess): Promise<void> {
  signalGroup(child, 'SIGTERM');
  const end = performance.now() + END_LIMIT;
  while (isGroupAlive(child) && performance.now() < end) await delay(100);
  signalGroup(child, 'SIGKILL');
}

function isGroupAlive(child: ChildProcess): boolean {
  return signalGroup(child, 0);
}

/** Whether there was anybody left to send it to. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
