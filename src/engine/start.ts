import process from 'node:process';
import { clientConfigurations } from './clientConfigurations.ts';
import { printCalls } from './log.ts';
import { connectLocal } from './mcp/localClient.ts';
import { connectStdio, type StdioClient } from './mcp/stdioClient.ts';
import { attach } from './process/attach.ts';
import { PREFIX } from './tools/tool.ts';
import { VERSION } from './version.ts';

/** Lines of one answer that the demonstration prints. */
const LINES_SHOWN = 30;

/**
 * Starts the engine, shows through a real MCP client what it sees, and prints how to connect others. Then prints every
 * call until it is interrupted; with `--once` it ends instead.
 */
export async function start(args: readonly string[], env: NodeJS.ProcessEnv, entry: string): Promise<number> {
  const client = await connectStdio(process.execPath, [entry, 'mcp'], env);
  try {
    await demonstrate(client);
  } finally {
    await client.close();
  }
  say(clientConfigurations(process.execPath, entry));
  if (args.includes('--once')) return 0;
  const connect = async () => connectLocal(await attach({ env, version: VERSION }), 'start');
  const engine = await connect();
  say(`The engine runs as process ${(await engine.status()).pid}. Calls of all clients follow; Ctrl+C ends this.\n`);
  await printCalls(engine, connect);
  return 0;
}

/** windows → observe → find → read_text or read_table, as an agent would. */
async function demonstrate(client: StdioClient): Promise<void> {
  say(`Deskhand ${VERSION}: ${(await client.tools()).join(', ')}\n`);
  await show(client, 'windows', {});
  const observed = await show(client, 'observe', {});
  const name = /^\d+\|\w+\|([^|]+)\|/m.exec(observed)?.[1];
  if (name !== undefined) await show(client, 'find', { query: name });
  const table = /deskhand_read_table\(id=(\d+)\)/.exec(observed)?.[1];
  if (table !== undefined) await show(client, 'read_table', { id: Number(table), max_rows: 5 });
  const text = /^(\d+)\|.*\btext\b[^|]*$/m.exec(observed)?.[1] ?? /^(\d+)\|/m.exec(observed)?.[1];
  if (text !== undefined) await show(client, 'read_text', { id: Number(text) });
}

async function show(client: StdioClient, tool: string, args: Readonly<Record<string, unknown>>): Promise<string> {
  const answer = await client.call(PREFIX + tool, args);
  const lines = answer.split('\n');
  say(`> ${PREFIX}${tool} ${JSON.stringify(args)}`);
  say(lines.slice(0, LINES_SHOWN).join('\n'));
  if (lines.length > LINES_SHOWN) say(`(${lines.length - LINES_SHOWN} more lines)`);
  say('');
  return answer;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
