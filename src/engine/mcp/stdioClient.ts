import process from 'node:process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { VERSION } from '../version.ts';

/** A client that speaks MCP over standard input and output, as an editor or an agent does. */
export interface StdioClient {
  /** Names of the tools that the server lists. */
  tools(): Promise<string[]>;
  /** The text of a tool's answer, an error's among them. */
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<string>;
  close(): Promise<void>;
}

/** Starts `command` as an MCP server and shakes hands with it. */
export async function connectStdio(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<StdioClient> {
  const mcp = new Client({ name: 'start', version: VERSION });
  const variables = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  await mcp.connect(
    new StdioClientTransport({
      command,
      args: [...args],
      env: Object.fromEntries(variables),
      stderr: 'inherit',
      cwd: process.cwd(),
    }),
  );
  return {
    tools: async () => (await mcp.listTools()).tools.map(({ name }) => name),
    call: async (tool, given) => textOf(await mcp.callTool({ name: tool, arguments: { ...given } })),
    close: () => mcp.close(),
  };
}

function textOf(result: unknown): string {
  const { content } = CallToolResultSchema.parse(result);
  return content.map((part) => (part.type === 'text' ? part.text : `(${part.type})`)).join('\n');
}
