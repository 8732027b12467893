import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import type { SupervisedAdapter } from '../../src/engine/adapters/supervisor.ts';
import { hasEnded } from './processes.ts';
import { disposeAll, hostPid, never, supervise } from './supervise.ts';

// Every limit of a test is below this one, so that what fails is the assertion.
vi.setConfig({ testTimeout: 20_000 });
afterEach(disposeAll);

/** A capture that may take `timeBudget` milliseconds and the margin; other calls, which may meet a start, take longer. */
const read = (adapter: SupervisedAdapter, handle: string, timeBudget: number) =>
  adapter.capture(handle, { includeOffscreen: false, rows: 1, maxNodes: 1, timeBudget }, never);

test('arguments and results of every method arrive unchanged', async () => {
  const { adapter } = supervise();
  const scope = { includeOffscreen: false, rows: 10, maxNodes: 3, timeBudget: 5_000 };
  expect(await adapter.windows([], never)).toEqual({
    windows: [],
    notes: [{ code: 'simulated', detail: `${adapter.hostPid}` }],
  });
  const tree = await adapter.capture('tree', scope, never);
  expect(tree.nodes.map(({ parent, name }) => [parent, name])).toEqual([
    [-1, 'Button number 0'],
    [0, 'Button number 1'],
    [1, 'Button number 2'],
  ]);
  expect(tree.nodes[2]?.rect).toEqual([10, 22, 120, 24]);
  expect((await adapter.reread(['here', 'gone'], never)).map((node) => node?.parent)).toEqual([-1, undefined]);
  expect(await adapter.text('echo:7', { start: 30, count: 4 }, never)).toEqual({
    source: 'Name',
    text: 'echo 7',
    total: 34,
  });
  expect((await adapter.cells('grid', { row: 5, rows: 2, columns: 9 }, never)).cells).toEqual([['row 5'], ['row 6']]);
});

test('a tree of 12,000 elements arrives whole', async () => {
  const { adapter } = supervise();
  const scope = { includeOffscreen: true, rows: 10, maxNodes: 12_000, timeBudget: 5_000 };
  const { nodes } = await adapter.capture('tree', scope, never);
  expect(nodes).toHaveLength(12_000);
  expect(nodes.at(-1)?.name).toBe('Button number 11999');
});

test('calls are answered while another one is slow', async () => {
  const { adapter } = supervise();
  const order: string[] = [];
  const note = async (handle: string) => order.push((await adapter.text(handle, { start: 0, count: 0 }, never)).text);
  await Promise.all([note('slow:400'), note('slow:150'), note('echo:1')]);
  expect(order).toEqual(['echo 1', 'slow 150', 'slow 400']);
});

test('an error of the adapter keeps its code, facts and cause, and its host', async () => {
  const { adapter } = supervise();
  const pid = await hostPid(adapter);
  await expect(adapter.text('refuse:5', { start: 0, count: 0 }, never)).rejects.toMatchObject({
    code: 'stale_element',
    detail: { id: 5, reason: 'it moved' },
    cause: expect.stringContaining('the native cause'),
  });
  expect(await hostPid(adapter)).toBe(pid);
});

test('a defect of the adapter is answered as internal and logged with its stack; its host stays', async () => {
  const { adapter, log } = supervise();
  const pid = await hostPid(adapter);
  await expect(adapter.text('defect', { start: 0, count: 0 }, never)).rejects.toMatchObject({ code: 'internal' });
  expect(log.join('\n')).toMatch(/TypeError: a defect of the adapter\n +at .*testAdapter/);
  expect(await hostPid(adapter)).toBe(pid);
});

test('a call past its deadline fails; a host that answers the ping stays, and the late answer is dropped', async () => {
  const { adapter } = supervise({ limits: { captureMargin: 0, ping: 800 } });
  const pid = await hostPid(adapter);
  await expect(read(adapter, 'slow:500', 200)).rejects.toMatchObject({ code: 'timeout', detail: { limit: 200 } });
  await delay(1_000);
  expect((await adapter.text('echo:2', { start: 0, count: 0 }, never)).text).toBe('echo 2');
  expect(await hostPid(adapter)).toBe(pid);
});

test('a capture has its time budget and a margin, other calls have the limit of calls', async () => {
  const { adapter } = supervise({ limits: { call: 5_000, captureMargin: 100 } });
  await hostPid(adapter);
  const order: string[] = [];
  const note = (call: Promise<unknown>) => call.catch((error) => order.push(error.message));
  await Promise.all([note(adapter.text('silent', { start: 0, count: 0 }, never)), note(read(adapter, 'silent', 150))]);
  expect(order).toEqual(['The call did not end within 250 ms.', 'The call did not end within 5000 ms.']);
});

test('a deadline cancels the call in the adapter', async () => {
  const { adapter } = supervise({ limits: { captureMargin: 0, ping: 2_000 } });
  await hostPid(adapter);
  await expect(read(adapter, 'untilCancelled', 200)).rejects.toMatchObject({ code: 'timeout' });
  expect((await adapter.text('cancelled', { start: 0, count: 0 }, never)).text).toBe('1');
});

test('a hung host is replaced, and the next call works', async () => {
  const { adapter, log } = supervise({ limits: { captureMargin: 0 } });
  const pid = await hostPid(adapter);
  const started = performance.now();
  await expect(read(adapter, 'hang', 300)).rejects.toMatchObject({ code: 'timeout' });
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(await hasEnded(pid, 3_000)).toBe(true);
  expect(await hostPid(adapter)).not.toBe(pid);
  expect(log.join('\n')).toContain('no answer to a ping');
});

test('calls behind a hung one fail with it and are told to call again', async () => {
  const { adapter } = supervise({ limits: { captureMargin: 0 } });
  await hostPid(adapter);
  const hung = read(adapter, 'hang', 200);
  const behind = adapter.text('echo:1', { start: 0, count: 0 }, never);
  await expect(hung).rejects.toMatchObject({ code: 'timeout' });
  await expect(behind).rejects.toMatchObject({ code: 'adapter_restarted' });
});

test.for(['exit:3', 'abort', 'stray'])(
  'a host that dies of %s fails the calls that wait, and only those',
  async (way) => {
    const { adapter } = supervise();
    const pid = await hostPid(adapter);
    expect((await adapter.text('echo:1', { start: 0, count: 0 }, never)).text).toBe('echo 1');
    const waiting = adapter.text('silent', { start: 0, count: 0 }, never);
    adapter.text(way, { start: 0, count: 0 }, never).catch(() => {});
    await expect(waiting).rejects.toMatchObject({ code: 'adapter_restarted' });
    expect((await adapter.text('echo:2', { start: 0, count: 0 }, never)).text).toBe('echo 2');
    expect(adapter.hostPid).not.toBe(pid);
  },
);

test('an answer that was sent before the host died arrives', async () => {
  const { adapter } = supervise();
  expect((await adapter.text('stray', { start: 0, count: 0 }, never)).text).toBe('thrown soon');
});

test('an idle host that is killed is replaced before the next call', async () => {
  const { adapter } = supervise();
  const pid = await hostPid(adapter);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => adapter.hostPid, { timeout: 3_000 }).not.toBe(pid);
  expect((await adapter.text('echo:1', { start: 0, count: 0 }, never)).text).toBe('echo 1');
});

test('a cancelled call rejects with the reason of its signal, and the adapter sees it', async () => {
  const { adapter, log } = supervise();
  const pid = await hostPid(adapter);
  const controller = new AbortController();
  const call = adapter.text('untilCancelled', { start: 0, count: 0 }, controller.signal);
  const reason = new Error('the client went away');
  await adapter.text('echo:1', { start: 0, count: 0 }, never);
  controller.abort(reason);
  await expect(call).rejects.toBe(reason);
  expect((await adapter.text('cancelled', { start: 0, count: 0 }, never)).text).toBe('1');
  await expect(adapter.text('echo:1', { start: 0, count: 0 }, controller.signal)).rejects.toBe(reason);
  expect(await hostPid(adapter)).toBe(pid);
  expect(log).toEqual([]);
});

test('a hung host is found out although every caller gave up before the deadline', async () => {
  const { adapter } = supervise({ limits: { call: 1_500 } });
  const pid = await hostPid(adapter);
  const reason = new Error('gave up');
  const controller = new AbortController();
  const rejected = expect(adapter.text('hang', { start: 0, count: 0 }, controller.signal)).rejects.toBe(reason);
  // A call that is cancelled before the adapter has seen it is not made at all, and would hang nothing.
  await delay(300);
  controller.abort(reason);
  await rejected;
  expect(await hasEnded(pid, 3_000)).toBe(true);
  expect(await hostPid(adapter)).not.toBe(pid);
});
