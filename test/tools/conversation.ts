import { duplexPair } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect } from 'vitest';
import { simEngine } from '../../scripts/simEngine.ts';
import type { SimAdapter } from '../../src/engine/adapters/sim/adapter.ts';
import type { Scene } from '../../src/engine/adapters/sim/scene.ts';
import { LineTransport } from '../../src/engine/mcp/lineTransport.ts';
import { createServer } from '../../src/engine/mcp/server.ts';
import type { Settings } from '../../src/engine/session/policy.ts';
import { Session, type Shared } from '../../src/engine/session/session.ts';
import type { ErrorCode } from '../../src/model/errors.ts';

/** What a tool answered. */
export interface Answer {
  readonly text: string;
  readonly isError: boolean;
}

/** An engine on the simulated desktop, and any number of MCP clients of it. */
export interface Conversation {
  readonly shared: Shared;
  readonly sim: SimAdapter;
  /** Calls a tool, named without its prefix, as the first client. */
  call(tool: string, args?: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** Another client of the same engine. */
  connect(): Promise<Client>;
  close(): Promise<void>;
}

/** Starts a conversation: real MCP clients speak over streams to the server that the engine gives each connection. */
export async function converse(scenes?: readonly Scene[], settings?: Settings): Promise<Conversation> {
  const { shared, sim } = simEngine(scenes, settings);
  const clients: Client[] = [];
  const connect = async () => {
    const [near, far] = duplexPair();
    await createServer(() => Promise.resolve(new Session(shared)), { retire: () => {}, watch: () => {} }).connect(
      new LineTransport(far),
    );
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new LineTransport(near));
    clients.push(client);
    return client;
  };
  const first = await connect();
  return {
    shared,
    sim,
    connect,
    call: (tool, args = {}) => callTool(first, tool, args),
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

export async function callTool(
  client: Client,
  tool: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  const result = CallToolResultSchema.parse(
    await client.callTool({ name: `deskhand_${tool}`, arguments: { ...args } }),
  );
  const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  return { text, isError: result.isError === true };
}

/** Id of the first row whose name is `name`. */
export function idOf(answer: Answer, name: string): number {
  const row = answer.text.split('\n').find((line) => /^\d+\|/.test(line) && line.split('|')[2] === name);
  if (row === undefined) throw new Error(`no row named ${name} in\n${answer.text}`);
  return Number.parseInt(row, 10);
}

/** Checks that a call failed with `code`, and that its answer says what to do next in words that a client can follow. */
export function expectFailure({ text, isError }: Answer, code: ErrorCode): void {
  expect(text).toMatch(new RegExp(`^${code}: \\S.*\\. \\S.*\\.$`, 'u'));
  expect(isError).toBe(true);
  expect(text).not.toMatch(
    /(?<!deskhand_)\b(read_text|read_table|describe_at)\b|\b[Cc]all (windows|observe|find|act)\b/,
  );
}
