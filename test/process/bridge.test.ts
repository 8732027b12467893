import process from 'node:process';
import { PassThrough, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runBridge } from '../../src/engine/process/bridge.ts';
import { answeredPid, FIXTURE, type Program, servingPid, testSession, until } from './harness.ts';

/** Ends the engine behind a client as a crash would. */
async function killEngine(client: Program): Promise<void> {
  process.kill(await answeredPid(client), 'SIGKILL');
}

test('a killed engine is replaced behind the back of its client', async () => {
  const session = await testSession();
  const client = session.start('mcp');
  await client.initialize();
  const first = await answeredPid(client);
  client.send({ id: 'lost', method: 'stall' });
  client.send({ id: 'given up', method: 'stall' });
  client.send({ method: 'notifications/cancelled', params: { requestId: 'given up' } });
  await client.call('echo');
  process.kill(first, 'SIGKILL');
  expect((await client.answer('lost')).error).toEqual({
    code: -32000,
    message: expect.stringMatching(/^The engine stopped during the call and was replaced\. Call again/),
  });
  const second = await answeredPid(client);
  expect(second).not.toBe(first);
  expect(second).toBe(await servingPid(session));
  expect((await client.call('seen')).result).toEqual({
    seen: ['initialize', 'notifications/initialized', 'pid', 'seen'],
  });
  expect(client.messages.filter(({ method }) => method === 'notifications/tools/list_changed')).toHaveLength(1);
  expect(client.messages.filter(({ id }) => id === 1)).toHaveLength(1);
  expect(client.messages.filter(({ id }) => id === 'given up')).toEqual([]);
});

test('lines that come while the engine is replaced are answered by the new one, in order', async () => {
  const session = await testSession({ FIXTURE_SLOW_MS: '400' });
  const client = session.start('mcp');
  await client.initialize();
  await killEngine(client);
  await delay(100);
  const texts = Array.from({ length: 100 }, (_, index) => `text ${index}`);
  for (const [index, text] of texts.entries()) {
    client.send({ id: `queued ${index}`, method: 'echo', params: { text } });
  }
  await client.answer('queued 99');
  const answers = client.messages.filter(({ id }) => String(id).startsWith('queued'));
  expect(answers.map(({ result }) => result?.['text'])).toEqual(texts);
});

test('an engine that dies before it answers the handshake is replaced, and the client gets the answer', async () => {
  const session = await testSession();
  const engine = session.start('engine', { FIXTURE_MUTE: 'initialize' });
  const first = await servingPid(session);
  const client = session.start('mcp');
  client.send({ id: 1, method: 'initialize' });
  await until('the handshake', () => engine.lines.find((line) => line === 'initialize'));
  await engine.kill();
  expect((await client.answer(1)).result).toMatchObject({ serverInfo: { name: 'fixture' } });
  expect(await servingPid(session)).not.toBe(first);
  expect(client.messages.filter(({ method }) => method !== undefined)).toEqual([]);
});

test('an engine that cannot start is told once, with its last words', async () => {
  const session = await testSession({ FIXTURE_FAILS: 'no display for you' });
  const client = session.start('mcp');
  const { error } = await client.call('initialize');
  expect(error).toEqual({ code: -32000, message: expect.stringContaining('no display for you') });
  expect(await client.exited).toBe(1);
  expect(client.stderr).toContain('no display for you');
});

test('an engine that cannot be replaced fails the outstanding calls', async () => {
  const session = await testSession();
  const other = session.start('mcp');
  await other.initialize();
  const client = session.start('mcp', { FIXTURE_FAILS: 'broken since' });
  await client.initialize();
  client.send({ id: 'lost', method: 'stall' });
  const pid = await answeredPid(client);
  await other.kill();
  process.kill(pid, 'SIGKILL');
  expect((await client.answer('lost')).error?.message).toContain('broken since');
  expect(await client.exited).toBe(1);
});

test('engines that die of the handshake are not started for ever', async () => {
  const session = await testSession({ FIXTURE_DIES: '1' });
  const client = session.start('mcp');
  expect((await client.call('initialize')).error?.message).toContain('5 engines ended');
  expect(await client.exited).toBe(1);
});

test('a call that kills engines fails as often as the client tries', async () => {
  const session = await testSession();
  const client = session.start('mcp');
  await client.initialize();
  for (const _ of Array(7).keys()) {
    expect((await client.call('crash')).error?.message).toMatch(/^The engine stopped/);
  }
  expect((await client.call('echo', { text: 'on' })).result).toEqual({ text: 'on' });
});

test('the end of stdin ends the bridge after the answers', async () => {
  const session = await testSession();
  const client = session.start('mcp');
  client.send({ id: 1, method: 'initialize' });
  client.child.stdin.end('{"jsonrpc":"2.0","id":2,"method":"echo","params":{"text":"last words"}}');
  expect(await client.exited).toBe(0);
  expect((await client.answer(2)).result).toEqual({ text: 'last words' });
});

test('the end of stdin ends the bridge within a second, whatever the engine does', async () => {
  const session = await testSession();
  const client = session.start('mcp');
  const engine = await answeredPid(client);
  process.kill(engine, 'SIGSTOP');
  try {
    client.send({ id: 'stuck', method: 'echo' });
    const ended = Date.now();
    client.child.stdin.end();
    expect(await client.exited).toBe(0);
    expect(Date.now() - ended).toBeLessThan(8_000);
  } finally {
    process.kill(engine, 'SIGCONT');
  }
});

test('a client that is gone ends the bridge quietly', async () => {
  const session = await testSession();
  const client = session.start('mcp');
  await client.initialize();
  client.child.stdout.destroy();
  client.send({ id: 2, method: 'big', params: { size: 1_000_000 } });
  expect(await client.exited).toBe(0);
  expect(client.stderr).toBe('');
});

test('characters are not cut, whatever the chunks were', async () => {
  const session = await testSession();
  const client = session.start('mcp');
  const text = 'añ→🙂'.repeat(20);
  const bytes = Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id: 'split', method: 'echo', params: { text } })}\n`);
  for (const byte of bytes) {
    client.child.stdin.write(Buffer.of(byte));
  }
  expect((await client.answer('split')).result).toEqual({ text });
});

test('results are carried whole, however long; calls up to 4 MiB', async () => {
  const session = await testSession();
  const client = session.start('mcp');
  const { result } = await client.call('big', { size: 20_000_000 });
  expect(String(result?.['text'])).toHaveLength(20_000_000);
  const text = 'y'.repeat(4_000_000);
  expect((await client.call('echo', { text })).result).toEqual({ text });
  client.send({ id: 'long', method: 'echo', params: { text: 'z'.repeat(5 * 1024 * 1024) } });
  const refusal = await until('the refusal', () => client.messages.find(({ id }) => id === null));
  expect(refusal.error).toEqual({ code: -32600, message: expect.stringContaining('longer than 4194304 bytes') });
  expect((await client.call('echo', { text: 'on' })).result).toEqual({ text: 'on' });
});

test('a client that does not read neither fills the memory of the bridge nor keeps it', async () => {
  const session = await testSession();
  const other = session.start('mcp');
  await other.initialize();
  const input = new PassThrough();
  const output = new Writable({ write: () => {} });
  const ended = runBridge({ env: session.env, version: '1.0.0', entry: FIXTURE, input, output, log: () => {} });
  for (const id of Array(40).keys()) {
    const params = { size: 1_000_000 };
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'big', params })}\n`);
  }
  await until('a result', () => (output.writableLength > 0 ? true : undefined));
  await other.call('echo');
  await delay(1_000);
  expect(output.writableLength).toBeLessThan(5_000_000);
  input.end();
  expect(await ended).toBe(0);
});

test('stdout carries nothing but JSON-RPC', async () => {
  const session = await testSession();
  const client = session.start('mcp');
  await client.initialize();
  await killEngine(client);
  await client.call('echo');
  await client.call('echo');
  client.child.stdin.end();
  await client.exited;
  for (const line of client.lines) {
    expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  }
});
