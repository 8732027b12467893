import type { Duplex } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { z } from 'zod';
import type { JournalPage } from '../../model/journal.ts';
import type { AnswerFormat } from '../tools/tool.ts';
import { VERSION } from '../version.ts';
import { JOURNAL_METHOD, JOURNAL_RESULT } from './journalRequest.ts';
import { LineTransport } from './lineTransport.ts';
import { CALL_RESULT, DIAGNOSIS_RESULT, STATUS_RESULT } from './privateRequests.ts';

/** Above every limit of the engine, so that its own answer arrives first. */
const TIMEOUT = 60_000;

/** A client on the engine's local socket, which has the requests that are no tools. */
export interface LocalClient {
  call(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    format: AnswerFormat,
  ): Promise<z.output<typeof CALL_RESULT>>;
  /** What came after the entry with this number; where nothing has, what comes within `waitMs` milliseconds. */
  journal(after: number, waitMs?: number): Promise<JournalPage>;
  status(): Promise<z.output<typeof STATUS_RESULT>>;
  /** What is well with the desktop and its programs, what is not, and what mends it. */
  diagnose(): Promise<z.output<typeof DIAGNOSIS_RESULT>>;
  /** Whether the engine has gone, or this client has. */
  isClosed(): boolean;
  close(): Promise<void>;
}

/** Speaks to the engine behind `socket` under the name `client`. */
export async function connectLocal(socket: Duplex, client: string): Promise<LocalClient> {
  const mcp = new Client({ name: client, version: VERSION });
  let isClosed = false;
  mcp.onclose = () => {
    isClosed = true;
  };
  await mcp.connect(new LineTransport(socket));
  const options = { timeout: TIMEOUT };
  return {
    call: (tool, args, format) =>
      mcp.request({ method: 'deskhand/call', params: { tool, arguments: args, format } }, CALL_RESULT, options),
    journal: (after, waitMs = 0) =>
      mcp.request({ method: JOURNAL_METHOD, params: { after, wait_ms: waitMs } }, JOURNAL_RESULT, options),
    status: () => mcp.request({ method: 'deskhand/status' }, STATUS_RESULT, options),
    diagnose: () => mcp.request({ method: 'deskhand/diagnose' }, DIAGNOSIS_RESULT, options),
    isClosed: () => isClosed,
    close: () => mcp.close(),
  };
}
