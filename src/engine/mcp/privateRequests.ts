import process from 'node:process';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { EmptyResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { INPUT_POLICIES } from '../../model/inputPolicy.ts';
import { INTRODUCTION_METHOD } from '../process/introduction.ts';
import type { EngineLife } from '../process/lifetime.ts';
import type { Session } from '../session/session.ts';
import { TOOLS } from '../tools/index.ts';
import { callTool } from './callTool.ts';
import { serveJournal } from './journalRequest.ts';

/** Requests of the local socket that are no tools: for the command line, the inspector and newer engines. */

const CALL = z.object({
  method: z.literal('deskhand/call'),
  params: z.object({
    tool: z.enum(TOOLS.map(({ name }) => name)),
    arguments: z.record(z.string(), z.unknown()),
    format: z.enum(['text', 'json']),
  }),
});

const STATUS = z.object({ method: z.literal('deskhand/status') });

/** What a client's bridge says of it: the program that it runs in, and what its steps may take. */
export const INTRODUCTION = z.object({
  method: z.literal(INTRODUCTION_METHOD),
  params: z.object({ host: z.int().min(1).optional(), input: z.enum(INPUT_POLICIES).optional() }),
});

const DIAGNOSE = z.object({ method: z.literal('deskhand/diagnose') });

const RETIRE = z.object({ method: z.literal('deskhand/retire') });

export const CALL_RESULT = z.object({ text: z.string(), code: z.string().optional(), failed: z.boolean() });

export const STATUS_RESULT = z.object({
  pid: z.number(),
  desktops: z.array(z.string()),
  ids: z.number(),
  memory: z.number(),
});

const CHECK = z.object({
  check: z.string(),
  status: z.enum(['ok', 'problem', 'unknown']),
  text: z.string(),
  command: z.string().optional(),
});

export const DIAGNOSIS_RESULT = z.object({
  session: z.array(CHECK),
  programs: z.array(
    CHECK.extend({
      pid: z.number(),
      elements: z.number().optional(),
      mend: z
        .object({ environment: z.record(z.string(), z.string().nullable()), flags: z.array(z.string()) })
        .optional(),
    }),
  ),
});

export function servePrivateRequests(server: Server, session: () => Promise<Session>, life: EngineLife): void {
  server.setRequestHandler(CALL, async ({ params }, { signal }) => {
    const tool = TOOLS.find(({ name }) => name === params.tool);
    if (tool === undefined) throw new Error(`no tool ${params.tool}`);
    const { arguments: args, format } = params;
    return { ...(await callTool({ session: await session(), tool, args, format, signal })) };
  });
  serveJournal(server, session, life);
  server.setRequestHandler(STATUS, async () => {
    const { desktops, elements } = (await session()).shared;
    return {
      pid: process.pid,
      desktops: desktops.map(({ name }) => name),
      ids: elements.size,
      memory: process.memoryUsage.rss(),
    };
  });
  server.setRequestHandler(DIAGNOSE, async (_, { signal }) => {
    const { shared, hosts } = await session();
    const found = await Promise.all(shared.desktops.map(({ adapter }) => adapter.diagnose(hosts, signal)));
    return {
      session: found.flatMap(({ session: checks }) => checks),
      programs: found.flatMap(({ programs }) => programs),
    };
  });
  server.setRequestHandler(RETIRE, () => {
    life.retire();
    return EmptyResultSchema.parse({});
  });
}
