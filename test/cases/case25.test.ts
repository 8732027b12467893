import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callRaw, initialize, type RawClient, startRaw } from '../support/rawClient.ts';

/** Strict JSON-RPC: a reply to a notification, a partial frame that stalls, a malformed line that ends the session. */
describe('case 25', () => {
  let client: RawClient;
  beforeAll(async () => {
    client = startRaw();
    await initialize(client);
  });
  afterAll(() => client.stop());

  test('the handshake carries the instructions with the order of preference', async () => {
    const { result } = await client.waitFor(({ id }) => id === 1);
    expect(String(result?.['instructions'])).toMatch(/own API.*these tools.*screenshot/s);
  });

  test('a malformed line is answered with −32700, and the next call works', async () => {
    client.write('{"jsonrpc": nonsense}\n');
    const answer = await client.waitFor(({ error }) => error?.code === -32700);
    expect(answer.id).toBeNull();
    expect(await callRaw(client, 'windows')).toContain('Settings');
  });

  test('JSON that is no request is answered with −32600', async () => {
    client.write('{"jsonrpc":"2.0","id":"odd","params":7}\n');
    expect((await client.waitFor(({ id }) => id === 'odd')).error?.code).toBe(-32600);
  });

  test('a notification is never answered', async () => {
    const before = client.lines.length;
    client.write('{"jsonrpc":"2.0","method":"notifications/unheard_of","params":{}}\n');
    client.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4711}}\n');
    await client.request('ping');
    expect(client.lines.length).toBe(before + 1);
  });

  test('a message in two parts, with a pause between them, is one message', async () => {
    client.write('{"jsonrpc":"2.0","id":"halves","met');
    await delay(200);
    client.write('hod":"ping"}\n');
    expect((await client.waitFor(({ id }) => id === 'halves')).result).toEqual({});
  });

  test('two messages in one write are two messages', async () => {
    client.write('{"jsonrpc":"2.0","id":"a","method":"ping"}\n{"jsonrpc":"2.0","id":"b","method":"ping"}\n');
    await client.waitFor(({ id }) => id === 'a');
    await client.waitFor(({ id }) => id === 'b');
  });

  test('an unknown method and an unknown tool are errors of the protocol', async () => {
    expect((await client.request('tools/nonsense')).error?.code).toBe(-32601);
    const { error } = await client.request('tools/call', { name: 'deskhand_nonsense', arguments: {} });
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('deskhand_observe') });
  });

  test('a query of a megabyte is refused by name, and the next call works', async () => {
    expect(await callRaw(client, 'find', { query: 'q'.repeat(1_000_000) })).toContain('invalid_argument');
    expect(await callRaw(client, 'windows')).toContain('Settings');
  });

  test('schemas use no format that JSON Schema does not know', async () => {
    const { result } = await client.request('tools/list');
    expect(JSON.stringify(result)).not.toContain('"format":"uint');
    expect(JSON.stringify(result)).not.toContain('"$schema"');
  });

  test('standard output carries nothing but JSON-RPC', () => {
    for (const line of client.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });
});
