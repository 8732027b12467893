import type { JournalPage } from '../model/journal.ts';
import type { LocalClient } from './mcp/localClient.ts';

/** A journal that is followed, over the end of its engine. */
interface Followed {
  /** The engine that is followed first. */
  readonly engine: LocalClient;
  /** The engine that there is when the one before has ended. */
  readonly reconnect: () => Promise<LocalClient>;
  /** Number of the last entry that is known. */
  readonly after: number;
  /** How long nothing may come until an empty page says so, in milliseconds. */
  readonly waitMs: () => number;
  readonly signal: AbortSignal;
}

/** Engines that end one after the other, before they give a page. */
const MOST_LOSSES = 5;

/** The pages of the journal as they come, and `replaced` where another engine's begin, until `signal` aborts. */
export async function* follow(options: Followed): AsyncGenerator<JournalPage | 'replaced', void> {
  const { reconnect, waitMs, signal } = options;
  let { engine, after } = options;
  // What waits for the engine then ends as if it had gone.
  const stop = () => void engine.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (let losses = 0; !signal.aborted; ) {
      const page = await pageOf(engine, after, waitMs());
      if (signal.aborted) return;
      if (page) {
        losses = 0;
        after = page.entries.at(-1)?.number ?? after;
        yield page;
        continue;
      }
      losses += 1;
      if (losses > MOST_LOSSES) throw new Error(`${MOST_LOSSES} engines ended one after the other.`);
      const next = await Promise.race([reconnected(reconnect), abortOf(signal)]);
      if (next === undefined) return;
      engine = next;
      after = 0;
      yield 'replaced';
    }
  } finally {
    signal.removeEventListener('abort', stop);
    await engine.close();
  }
}

/** All that the journal has now. */
export async function wholeJournal(engine: LocalClient): Promise<JournalPage> {
  const first = await engine.journal(0);
  const entries = [...first.entries];
  for (let page = first; page.entries.length > 0; ) {
    page = await engine.journal(entries.at(-1)?.number ?? 0);
    entries.push(...page.entries);
  }
  return { entries, dropped: first.dropped };
}

/** Undefined where the engine has gone. */
async function pageOf(engine: LocalClient, after: number, waitMs: number): Promise<JournalPage | undefined> {
  try {
    return await engine.journal(after, waitMs);
  } catch (error) {
    if (engine.isClosed()) return undefined;
    throw error;
  }
}

async function reconnected(reconnect: () => Promise<LocalClient>): Promise<LocalClient> {
  try {
    return await reconnect();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The engine has ended, and no other can be reached: ${reason}`, { cause: error });
  }
}

function abortOf(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
