import type { Duplex } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { z } from 'zod';
import type { AnswerFormat } from '../tools/tool.ts';
import { VERSION } from '../version.ts';
import { LineTransport } from './lineTransport.ts';
import { CALL_RESULT, DIAGNOSIS_RESULT, JOURNAL_RESULT, STATUS_RESULT } from './privateRequests.ts';

/** Above every limit of the engine, so that its own answer arrives first. */
const TIMEOUT = 60_000;

/** A client on the engine's local socket, which has the requests that are no tools. */
export interface LocalClient {
  call(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    format: AnswerFormat,
  ): Promise<z.output<typeof CALL_RESULT>>;
  journal(after: number): Promise<z.output<typeof JOURNAL_RESULT>['entries']>;
  status(): Promise<z.output<typeof STATUS_RESULT>>;
  /** What is well with the desktop and its programs, what is not, and what mends it. */
  diagnose(): Promise<z.output<typeof DIAGNOSIS_RESULT>>;
  close(): Promise<void>;
}

/** Speaks to the engine behind `socket` under the name `client`. */
export async function connectLocal(socket: Duplex, client: string): Promise<LocalClient> {
  const mcp = new Client({ name: client, version: VERSION });
  await mcp.connect(new LineTransport(socket));
  const options = { timeout: TIMEOUT };
  return {
    call: (tool, args, format) =>
      mcp.request({ method: 'deskhand/call', params: { tool, arguments: args, format } }, CALL_RESULT, options),
    journal: async (after) =>
      (await mcp.request({ method: 'deskhand/journal', params: { after } }, JOURNAL_RESULT, options)).entries,
    status: () => mcp.request({ method: 'deskhand/status' }, STATUS_RESULT, options),
    diagnose: () => mcp.request({ method: 'deskhand/diagnose' }, DIAGNOSIS_RESULT, options),
    close: () => mcp.close(),
  };
}
