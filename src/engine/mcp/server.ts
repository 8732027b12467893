import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  type Tool as ListedTool,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import { harmless } from '../../model/text.ts';
import type { EngineLife } from '../process/lifetime.ts';
import type { Session } from '../session/session.ts';
import { TOOLS } from '../tools/index.ts';
import { inputSchema } from '../tools/schema.ts';
import { PREFIX, type Tool } from '../tools/tool.ts';
import { VERSION } from '../version.ts';
import { callTool } from './callTool.ts';
import { askThrough } from './elicit.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { INTRODUCTION, servePrivateRequests } from './privateRequests.ts';

/** A server for one connection: clients share the engine, never a server. */
export function createServer(openSession: () => Promise<Session>, life: EngineLife): Server {
  const server = new Server(
    { name: 'deskhand', version: VERSION },
    { capabilities: { tools: { listChanged: true } }, instructions: INSTRUCTIONS },
  );
  // Desktops are opened for clients, not for whoever only asks whether the engine is there.
  let opened: Promise<Session> | undefined;
  let introduced: z.output<typeof INTRODUCTION>['params'] | undefined;
  server.setNotificationHandler(INTRODUCTION, ({ params }) => {
    // The bridge's own line comes first; what a client says of itself later lifts nothing.
    introduced ??= params;
  });
  const session = async (): Promise<Session> => {
    opened ??= openSession();
    const open = await opened;
    const { host, input } = introduced ?? {};
    open.hosts = host === undefined ? [] : [host];
    open.input = input ?? 'foreground';
    open.permissions.ask = askThrough(server);
    open.client = harmless(server.getClientVersion()?.name ?? 'unknown', 40);
    return open;
  };
  server.oninitialized = () => {
    // Ahead of the first call, which tells the client when it failed.
    session().catch(() => {});
  };
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS.map(listed) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }): Promise<CallToolResult> => {
    const open = await session();
    const tool = TOOLS.find(({ name }) => PREFIX + name === params.name);
    if (tool === undefined) throw unknownTool(open, params.name);
    const answer = await callTool({ session: open, tool, args: params.arguments, format: 'text', signal });
    return { content: [{ type: 'text', text: answer.text }], ...(answer.failed ? { isError: true } : {}) };
  });
  servePrivateRequests(server, session, life);
  return server;
}

/** The tool as `tools/list` gives it: no word more than a model needs. */
export function listed(tool: Tool): ListedTool {
  const reads = tool.effect === 'read';
  return {
    name: PREFIX + tool.name,
    description: tool.description,
    inputSchema: { type: 'object', ...inputSchema(tool) },
    // Clients that see no open-world hint ask the user to confirm every result.
    annotations: reads
      ? { readOnlyHint: true, openWorldHint: false }
      : { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  };
}

/** What is asked of a tool that does not exist is no call, but whoever follows the calls wants to see it. */
function unknownTool({ client, shared }: Session, name: string): McpError {
  const tool = harmless(name, 60);
  shared.journal.begin({ client, tool, arguments: undefined }).end({ outcome: 'unknown_tool', size: 0 });
  const known = TOOLS.map((candidate) => PREFIX + candidate.name).join(', ');
  return new McpError(ErrorCode.InvalidParams, `There is no tool '${tool}'. The tools are ${known}.`);
}
