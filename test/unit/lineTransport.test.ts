import { createConnection, createServer, type Socket } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { type JSONRPCMessage, ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LineTransport } from '../../src/engine/mcp/lineTransport.ts';

interface Peer {
  readonly transport: LineTransport;
  readonly stream: Duplex;
  readonly received: JSONRPCMessage[];
  readonly errors: string[];
  /** Messages that the transport has sent. */
  answers(): unknown[];
  closes: number;
}

async function peer(streams: readonly [Duplex, Duplex] = duplexPair()): Promise<Peer> {
  const [engineSide, stream] = streams;
  const transport = new LineTransport(engineSide);
  let text = '';
  stream.on('data', (chunk) => {
    text += String(chunk);
  });
  const answers = () => text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  const found: Peer = { transport, stream, received: [], errors: [], answers, closes: 0 };
  transport.onmessage = (message) => void found.received.push(message);
  transport.onerror = (error) => void found.errors.push(error.message);
  transport.onclose = () => {
    found.closes += 1;
  };
  await transport.start();
  return found;
}

const PING = { jsonrpc: '2.0' as const, id: 1, method: 'ping' };

function failure(code: number, id: unknown, text = ''): unknown {
  return { jsonrpc: '2.0', id, error: { code, message: expect.stringContaining(text) } };
}

async function exchanged(line: string): Promise<Peer> {
  const there = await peer();
  there.stream.write(`${line}\n${JSON.stringify(PING)}\n`);
  await vi.waitFor(() => expect(there.received).toEqual([PING]));
  return there;
}

test.each([
  ['nonsense', 'nonsense', -32700, null],
  ['half an object', '{"jsonrpc":"2.0","id":4', -32700, null],
  ['a batch', '[{"jsonrpc":"2.0","id":4,"method":"ping"}]', -32600, null],
  ['a number', '7', -32600, null],
  ['null', 'null', -32600, null],
  ['an empty object', '{}', -32600, null],
  ['a request of another version', '{"jsonrpc":"1.0","id":4,"method":"ping"}', -32600, 4],
  ['a request without a version', '{"id":"four","method":"ping"}', -32600, 'four'],
  ['a request with an object for an id', '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600, null],
  ['100,000 arrays in each other', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, -32600, null],
  [
    'a deep argument',
    `{"jsonrpc":"2.0","id":4,"method":"ping","params":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
    -32600,
    null,
  ],
  ['a line over 4 MiB', JSON.stringify({ ...PING, params: { text: 'x'.repeat(5 * 1024 * 1024) } }), -32600, null],
])('%s is answered, and the next message is read', async (_case, line, code, id) => {
  const { answers } = await exchanged(line);
  await vi.waitFor(() => expect(answers()).toEqual([failure(code, id)]));
});

test.each([
  ['an empty line', ''],
  ['spaces', '  \r'],
  ['a broken notification', '{"jsonrpc":"1.0","method":"notifications/initialized"}'],
  ['a broken answer', '{"jsonrpc":"2.0","id":4,"result":"text"}'],
  ['an answer to somebody else', '{"jsonrpc":"2.0","id":0,"result":{}}'],
])('%s is passed over without an answer', async (_case, line) => {
  const { answers } = await exchanged(line);
  await delay(20);
  expect(answers()).toEqual([]);
});

test('characters are whole, whatever the chunks were', async () => {
  const { stream, received } = await peer();
  const message = { ...PING, params: { text: 'añ→🙂' } };
  for (const byte of Buffer.from(`${JSON.stringify(message)}\r\n`)) {
    stream.write(Buffer.of(byte));
  }
  await vi.waitFor(() => expect(received).toEqual([message]));
});

test('sending waits for a peer that does not read', async () => {
  const [engineSide, stream] = duplexPair();
  const transport = new LineTransport(engineSide);
  await transport.start();
  let sent = 0;
  const big = { jsonrpc: '2.0' as const, method: 'log', params: { text: 'x'.repeat(1_000_000) } };
  const sending = transport.send(big).then(() => {
    sent += 1;
  });
  await delay(20);
  expect(sent).toBe(0);
  stream.resume();
  await sending;
});

test('nobody waits for a peer that is gone', async () => {
  const { transport, stream, errors } = await peer();
  stream.pause();
  const sending = transport.send({ ...PING, params: { text: 'x'.repeat(1_000_000) } });
  await transport.close();
  await sending;
  await transport.send(PING);
  await transport.close();
  expect(errors).toEqual([]);
});

test('the end is told once', async () => {
  const there = await peer();
  there.stream.end();
  await vi.waitFor(() => expect(there.closes).toBe(1));
  await there.transport.close();
  there.stream.destroy();
  await delay(20);
  expect(there.closes).toBe(1);
});

test('a stream that is gone before the start is the end, too', async () => {
  const streams = duplexPair();
  streams[0].destroy();
  await delay(20);
  expect((await peer(streams)).closes).toBe(1);
});

test('a peer that has ended its side gets the answers to what it asked, then the end', async () => {
  const there = await peer(await connectedSockets());
  there.stream.end(`${JSON.stringify(PING)}\n${JSON.stringify({ ...PING, id: 2 })}`);
  await vi.waitFor(() => expect(there.received).toHaveLength(2));
  await there.transport.send({ jsonrpc: '2.0', id: 1, result: {} });
  expect(there.closes).toBe(0);
  await there.transport.send({ jsonrpc: '2.0', id: 2, result: {} });
  expect(there.closes).toBe(1);
  await vi.waitFor(() => expect(there.stream.readableEnded).toBe(true));
  expect(there.answers()).toHaveLength(2);
});

test('the calls of a peer that was killed are ended soon', async () => {
  const [engineSide, stream] = await connectedSockets();
  const there = await peer([engineSide, stream]);
  stream.write(`${JSON.stringify(PING)}\n`);
  await vi.waitFor(() => expect(there.received).toHaveLength(1));
  stream.destroy();
  await vi.waitFor(() => expect(there.closes).toBe(1), { timeout: 2_000 });
});

test('a client and a server of the SDK speak over it, both ways', async () => {
  const [engineSide, stream] = duplexPair();
  const server = new Server({ name: 'engine', version: '1.0.0' }, { capabilities: {} });
  const client = new Client({ name: 'client', version: '1.0.0' }, { capabilities: { roots: {} } });
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: 'file:///here' }] }));
  await Promise.all([server.connect(new LineTransport(engineSide)), client.connect(new LineTransport(stream))]);
  expect(await client.ping()).toEqual({});
  expect(await server.listRoots()).toEqual({ roots: [{ uri: 'file:///here' }] });
  await client.close();
});

test('a question and its withdrawal carry the same id, which no other connection uses', async () => {
  const [first, second] = [await peer(), await peer()];
  for (const { transport } of [first, second]) {
    await transport.send({ ...PING, id: 0 });
    await transport.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 0 } });
  }
  await vi.waitFor(() => expect(second.answers()).toHaveLength(2));
  const id = expect.stringMatching(/^[0-9a-f]{8}-0$/);
  const [asked, withdrawn] = first.answers();
  expect(asked).toEqual({ ...PING, id });
  expect(withdrawn).toMatchObject({ params: { requestId: id } });
  expect(second.answers()[0]).not.toEqual(asked);
  // The user answers the question of the first engine when only the second is left.
  second.stream.write(`${JSON.stringify({ ...Object(asked), method: undefined, result: {} })}\n`);
  await vi.waitFor(() => expect(second.errors).toEqual([expect.stringContaining('another connection')]));
  expect(second.received).toEqual([]);
  first.stream.write(`${JSON.stringify({ ...Object(asked), method: undefined, result: {} })}\n`);
  await vi.waitFor(() => expect(first.received).toEqual([{ jsonrpc: '2.0', id: 0, result: {} }]));
});

/** Both ends of a connection, as the engine and its client have them. */
async function connectedSockets(): Promise<[Socket, Socket]> {
  const accepted = Promise.withResolvers<Socket>();
  const server = createServer({ allowHalfOpen: true }, accepted.resolve);
  const path = `\0deskhand-test-${process.pid}-${Math.random()}`;
  await new Promise<void>((resolve) => server.listen({ path }, resolve));
  const client = createConnection({ path, allowHalfOpen: true });
  const engineSide = await accepted.promise;
  onTestFinished(() => {
    client.destroy();
    engineSide.destroy();
    server.close();
  });
  return [engineSide, client];
}
