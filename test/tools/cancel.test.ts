import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Conversation, callTool, converse } from './conversation.ts';

let talk: Conversation;

beforeEach(async () => {
  talk = await converse();
});
afterEach(() => talk.close());

const entries = () => talk.shared.journal.after(0).entries;

/** Every message that reaches the client from now on. */
function received({ transport }: Client): JSONRPCMessage[] {
  if (transport === undefined) throw new Error('not connected');
  const messages: JSONRPCMessage[] = [];
  const handle = transport.onmessage;
  transport.onmessage = (message, extra) => {
    messages.push(message);
    handle?.(message, extra);
  };
  return messages;
}

test('a call that is cancelled ends at once, without an answer, and the next call works', async () => {
  const client = await talk.connect();
  const messages = received(client);
  const cancel = new AbortController();
  const hung = client.callTool({ name: 'deskhand_observe', arguments: { window: 'Hung' } }, undefined, {
    signal: cancel.signal,
  });
  setTimeout(() => cancel.abort('enough'), 50);
  await expect(hung).rejects.toThrow('enough');
  // Cancelled, and not ended by the limit that a hung window has.
  await vi.waitFor(() => expect(entries()).toMatchObject([{ kind: 'begin' }, { outcome: 'cancelled' }]), 5_000);
  expect((await callTool(client, 'windows')).isError).toBe(false);
  expect(messages.filter((message) => 'id' in message)).toHaveLength(1);
});

test('a search of all windows is cancelled as a whole', async () => {
  const client = await talk.connect();
  const signal = AbortSignal.timeout(50);
  const search = client.callTool({ name: 'deskhand_find', arguments: { query: 'a', window: 'all' } }, undefined, {
    signal,
  });
  await expect(search).rejects.toThrow();
  // Cancelled, and not ended by the limit that a hung window has.
  await vi.waitFor(() => expect(entries()).toMatchObject([{ kind: 'begin' }, { outcome: 'cancelled' }]), 5_000);
});

test('notifications that nobody knows, and a cancellation of nothing, change nothing', async () => {
  const client = await talk.connect();
  const messages = received(client);
  await client.transport?.send({ jsonrpc: '2.0', method: 'notifications/nonsense', params: { a: [1] } });
  await client.transport?.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 4711 } });
  expect((await callTool(client, 'windows')).isError).toBe(false);
  expect(messages).toHaveLength(1);
});
