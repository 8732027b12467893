import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { hasEnded, killIfAlive } from './processes.ts';
import { disposeAll, hostPid, never, supervise } from './supervise.ts';

// Every limit of a test is below this one, so that what fails is the assertion.
vi.setConfig({ testTimeout: 20_000 });
afterEach(disposeAll);

test('a failed creation is the error of every call, and no crash loop', async () => {
  const { adapter, pids } = supervise({ args: ['unable'] });
  const error = { code: 'accessibility_off', detail: { reason: 'no bus' } };
  await expect(adapter.windows([], never)).rejects.toMatchObject(error);
  await expect(adapter.windows([], never)).rejects.toMatchObject(error);
  await delay(500);
  expect(pids).toHaveLength(1);
});

test('after the pause a call tries the creation again', async () => {
  const { adapter, pids } = supervise({ args: ['unable'], limits: { pause: 100 } });
  await expect(adapter.windows([], never)).rejects.toMatchObject({ code: 'accessibility_off' });
  await delay(150);
  await expect(adapter.windows([], never)).rejects.toMatchObject({ code: 'accessibility_off' });
  expect(pids).toHaveLength(2);
});

test('a defect of the creation is logged and answered as internal', async () => {
  const { adapter, log } = supervise({ args: ['defective'] });
  await expect(adapter.windows([], never)).rejects.toMatchObject({ code: 'internal' });
  expect(log.join('\n')).toContain('TypeError: a defect of the creation');
});

test('a creation that never ends is given up', async () => {
  const { adapter, pids } = supervise({ args: ['never'], limits: { start: 600 } });
  await expect(adapter.windows([], never)).rejects.toMatchObject({
    code: 'accessibility_off',
    detail: { reason: expect.stringContaining('not ready within 600 ms') },
  });
  expect(await hasEnded(pids[0] ?? 0, 3_000)).toBe(true);
  expect(pids).toHaveLength(1);
});

test('hosts that die of their start are bounded; each later attempt needs a call and a pause', async () => {
  const { adapter, pids } = supervise({ args: ['crashing'], limits: { deaths: 3, pause: 200 } });
  await expect.poll(() => adapter.hostPid, { timeout: 10_000 }).toBeUndefined();
  expect(pids).toHaveLength(3);
  await expect(adapter.windows([], never)).rejects.toMatchObject({
    code: 'accessibility_off',
    detail: { reason: expect.stringContaining('3 times within 10000 ms, at last by exit code 7') },
  });
  await delay(400);
  expect(pids).toHaveLength(3);
  await expect(adapter.windows([], never)).rejects.toMatchObject({ code: 'accessibility_off' });
  expect(pids).toHaveLength(4);
});

test('dispose lets the adapter restore the desktop, ends the host and refuses later calls', async () => {
  const marks = temporaryFile();
  const { adapter, pids } = supervise({ args: ['marksDispose', marks] });
  const pid = await hostPid(adapter);
  const waiting = expect(adapter.text('silent', { start: 0, count: 0 }, never)).rejects.toMatchObject({
    code: 'no_desktop',
  });
  await adapter.dispose();
  await waiting;
  expect(readFileSync(marks, 'utf8')).toBe('started\ndisposed\n');
  expect(await hasEnded(pid, 0)).toBe(true);
  await expect(adapter.windows([], never)).rejects.toMatchObject({ code: 'no_desktop' });
  expect(pids).toEqual([pid]);
});

test('dispose kills a host that does not end, hung or not', async () => {
  const stubborn = supervise({ args: ['neverDisposed'], limits: { dispose: 300 } });
  const hung = supervise({ limits: { dispose: 300 } });
  const pids = await Promise.all([hostPid(stubborn.adapter), hostPid(hung.adapter)]);
  hung.adapter.text('hang', { start: 0, count: 0 }, never).catch(() => {});
  await Promise.all([stubborn.adapter.dispose(), hung.adapter.dispose()]);
  for (const pid of pids) expect(await hasEnded(pid, 3_000)).toBe(true);
  expect([...stubborn.pids, ...hung.pids]).toEqual(pids);
});

test('a host outlives the interrupt and hang-up that a terminal sends to the whole group', async () => {
  const { adapter, pids } = supervise();
  const pid = await hostPid(adapter);
  process.kill(pid, 'SIGINT');
  process.kill(pid, 'SIGHUP');
  await delay(200);
  expect(await hostPid(adapter)).toBe(pid);
  expect(pids).toEqual([pid]);
});

test('the host of an engine that is killed restores the desktop and ends', async () => {
  const marks = temporaryFile();
  const { engine, pid } = await startEngine('silent', marks);
  engine.kill('SIGKILL');
  expect(await hasEnded(pid, 8_000)).toBe(true);
  expect(readFileSync(marks, 'utf8')).toBe('started\ndisposed\n');
});

test('no host is left by an engine that is killed while the host hangs', async () => {
  const { engine, pid } = await startEngine('hang', temporaryFile());
  engine.kill('SIGKILL');
  expect(await hasEnded(pid, 8_000)).toBe(true);
});

/** An engine in a process of its own whose host, with this pid, is in the call of `handle`. */
async function startEngine(handle: string, marks: string): Promise<{ engine: ChildProcess; pid: number }> {
  const file = fileURLToPath(new URL('./testEngine.ts', import.meta.url));
  const engine = spawn(process.execPath, [file, handle, marks], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void engine.kill('SIGKILL'));
  const pid = await firstNumber(engine);
  onTestFinished(() => killIfAlive(pid));
  // The call is sent right after the pid is printed.
  await delay(200);
  expect(await hasEnded(pid, 0)).toBe(false);
  return { engine, pid };
}

async function firstNumber({ stdout }: ChildProcess): Promise<number> {
  if (stdout === null) throw new Error('the process has no standard output');
  const [line] = await once(stdout, 'data');
  return Number(line);
}

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-host-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'marks');
}
