import process from 'node:process';
import { parseArgs } from 'node:util';
import { follow, wholeJournal } from './follow.ts';
import { FollowedLines, type JournalLines, JSON_LINES, RUNNING_MS, wholeText } from './journalLines.ts';
import { LONGEST_WAIT } from './mcp/journalRequest.ts';
import type { LocalClient } from './mcp/localClient.ts';

/** `deskhand log`: prints the journal; with `--follow` also what comes, until it is interrupted. */
export async function log(args: readonly string[], connect: () => Promise<LocalClient>): Promise<number> {
  const options = { json: { type: 'boolean' }, follow: { type: 'boolean', short: 'f' } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const engine = await connect();
  if (values.follow) {
    await printAll({ engine, connect, after: 0, lines: values.json ? JSON_LINES : new FollowedLines() });
    return 0;
  }
  // Whoever does not read to the end has seen enough.
  process.stdout.on('error', () => {});
  try {
    const journal = await wholeJournal(engine);
    const lines = values.json ? JSON_LINES.take(journal) : wholeText(journal);
    print(lines.length > 0 || values.json ? lines : ['No calls yet.']);
    return 0;
  } finally {
    await engine.close();
  }
}

/** Prints what clients do from now on, until the process is interrupted. */
export async function printCalls(engine: LocalClient, connect: () => Promise<LocalClient>): Promise<void> {
  const after = (await wholeJournal(engine)).entries.at(-1)?.number ?? 0;
  await printAll({ engine, connect, after, lines: new FollowedLines() });
}

interface Printing {
  readonly engine: LocalClient;
  readonly connect: () => Promise<LocalClient>;
  readonly after: number;
  readonly lines: JournalLines;
}

async function printAll({ engine, connect, after, lines }: Printing): Promise<void> {
  const signal = untilInterrupted();
  const waitMs = () => (lines.isWaiting() ? RUNNING_MS : LONGEST_WAIT);
  for await (const page of follow({ engine, reconnect: connect, after, waitMs, signal })) {
    print(page === 'replaced' ? lines.replaced() : lines.take(page));
  }
}

/** Aborts when the user has had enough, or nobody reads what is printed. */
function untilInterrupted(): AbortSignal {
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  process.stdout.on('error', stop);
  return stopped.signal;
}

function print(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}
