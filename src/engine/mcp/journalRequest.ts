import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { z } from 'zod';
import type { JournalPage } from '../../model/journal.ts';
import { ACTIONS, EFFECTS } from '../../model/receipt.ts';
import { WINDOW_ACTIONS } from '../../model/windowChange.ts';
import type { EngineLife } from '../process/lifetime.ts';
import type { Session } from '../session/session.ts';

/** The request for what is in the journal after an entry. It waits where nothing is, so that whoever follows asks seldom. */
export const JOURNAL_METHOD = 'deskhand/journal';

/** Milliseconds. Clients give up a request after a minute. */
export const LONGEST_WAIT = 50_000;

const JOURNAL = z.object({
  method: z.literal(JOURNAL_METHOD),
  params: z.object({ after: z.int().min(0), wait_ms: z.int().min(0).max(LONGEST_WAIT).default(0) }),
});

const text = z.string();
const number = z.number();
const entry = { number, time: text, call: number, client: text };
const changes = z.object({ added: number, changed: number, removed: number, opened: number, closed: number });
const verified = { before: text.exactOptional(), after: text.exactOptional(), detail: text.exactOptional() };

/** An entry of the journal, as its type describes it; its members are printed in this order. */
const ENTRY = z.discriminatedUnion('kind', [
  z.object({ ...entry, kind: z.literal('begin'), tool: text, arguments: text }),
  z.object({
    ...entry,
    kind: z.literal('step'),
    step: number,
    action: z.enum(ACTIONS),
    id: number,
    type: text,
    name: text,
    effect: z.enum(EFFECTS),
    rung: text.exactOptional(),
    skipped: z.array(z.object({ rung: text, reason: text })),
    ...verified,
    changes,
    milliseconds: number,
  }),
  z.object({
    ...entry,
    kind: z.literal('failed_step'),
    step: number,
    action: z.enum(ACTIONS),
    id: number.exactOptional(),
    error: text,
    milliseconds: number,
  }),
  z.object({
    ...entry,
    kind: z.literal('window'),
    action: z.enum(WINDOW_ACTIONS),
    window: text,
    title: text,
    effect: z.enum(EFFECTS),
    ...verified,
    before: text,
    after: text,
    opened: number,
    milliseconds: number,
  }),
  z.object({
    ...entry,
    kind: z.literal('keys'),
    window: text,
    title: text,
    effect: z.enum(EFFECTS),
    detail: text.exactOptional(),
    changes,
    milliseconds: number,
  }),
  z.object({
    ...entry,
    kind: z.literal('launch'),
    program: text,
    pid: number,
    effect: z.enum(EFFECTS),
    detail: text.exactOptional(),
    opened: number,
    milliseconds: number,
  }),
  z.object({
    ...entry,
    kind: z.literal('end'),
    tool: text,
    outcome: text,
    error: text.exactOptional(),
    milliseconds: number,
    size: number,
  }),
]);

export const JOURNAL_RESULT = z.object({ entries: z.array(ENTRY), dropped: number }) satisfies z.ZodType<JournalPage>;

export function serveJournal(server: Server, session: () => Promise<Session>, life: EngineLife): void {
  server.setRequestHandler(JOURNAL, async ({ params }, { signal }) => {
    if (params.wait_ms > 0) life.watch();
    const { journal } = (await session()).shared;
    await journal.waitAfter(params.after, params.wait_ms, signal);
    return { ...journal.after(params.after) };
  });
}
