import { resolve } from 'node:path';
import process from 'node:process';
import { connectStdio } from '../../src/engine/mcp/stdioClient.ts';
import { type TestDesktop, until } from './desktop.ts';

/** The whole product on a desktop: an MCP client, bridge, engine and adapter host. */
export interface ProductClient {
  /** The answer of a tool, named without its prefix. */
  call(tool: string, args?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Waits until the window is listed and its answer contains `part`. */
  ready(window: string, part: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts the product on the desktop; `extra` is added to its environment. */
export async function connectProduct(desktop: TestDesktop, extra: NodeJS.ProcessEnv = {}): Promise<ProductClient> {
  const env = { ...desktop.env, DESKHAND_IDLE_MS: '500', ...extra };
  const client = await connectStdio(process.execPath, [resolve('src/engine/main.ts'), 'mcp'], env);
  const call: ProductClient['call'] = (tool, args = {}) => client.call(`deskhand_${tool}`, args);
  const ready = (window: string, part: string) =>
    until(async () => (await call('observe', { window })).includes(part), `${part} in ${window}`, 60_000);
  return { call, ready, close: () => client.close() };
}

/** The lines of the answer that are elements. */
export function rowsOf(answer: string): string[] {
  return answer.split('\n').filter((line) => /^\d+\|/.test(line));
}
