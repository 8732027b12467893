import type { CallBegun, CallEnded, Happening, JournalEntry, JournalPage } from '../../model/journal.ts';
import { harmless } from '../../model/text.ts';
import { LIMITS } from './limits.ts';

/** A call as it begins. */
interface Call {
  readonly client: string;
  readonly tool: string;
  /** Without secrets. */
  readonly arguments: unknown;
}

/** Takes what happens within a call, as it happens. */
export type Note = (happening: Happening) => void;

/** A call that is running: what happens in it, and its end. */
export interface CallLog {
  readonly note: Note;
  readonly end: (ending: Omit<CallEnded, 'kind' | 'tool' | 'milliseconds'>) => void;
}

const ARGUMENTS_LIMIT = 300;

/** What all clients do, the oldest dropped first. In memory only: it may quote what is on the screen. */
export class Journal {
  readonly #entries: JournalEntry[] = [];
  readonly #waiting = new Set<() => void>();
  #last = 0;
  #calls = 0;

  /** Notes that a call begins, and gives what notes the rest of it. */
  begin({ client, tool, arguments: given }: Call): CallLog {
    const call = ++this.#calls;
    const began = performance.now();
    const add = (note: CallBegun | Happening | CallEnded) =>
      this.#add({ number: ++this.#last, time: new Date().toISOString(), call, client, ...note });
    add({ kind: 'begin', tool, arguments: harmless(JSON.stringify(given) ?? '', ARGUMENTS_LIMIT) });
    return {
      note: add,
      end: (ending) => add({ kind: 'end', tool, ...ending, milliseconds: Math.round(performance.now() - began) }),
    };
  }

  /** The entries after the one with this number, the oldest first, as many as an answer takes. */
  after(number: number): JournalPage {
    const oldest = this.#last - this.#entries.length + 1;
    const start = Math.max(0, number + 1 - oldest);
    return {
      entries: this.#entries.slice(start, start + LIMITS.journalPage),
      dropped: Math.max(0, oldest - 1 - number),
    };
  }

  /** Resolves once there is an entry after this number, after `limit` milliseconds, or when `signal` aborts. */
  async waitAfter(number: number, limit: number, signal: AbortSignal): Promise<void> {
    if (this.#last > number || signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, limit);
    signal.addEventListener('abort', () => resolve(), { once: true });
    this.#waiting.add(resolve);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(resolve);
    }
  }

  /** How many wait for an entry. */
  get followers(): number {
    return this.#waiting.size;
  }

  #add(entry: JournalEntry): void {
    // A part of a string keeps all of it in memory; a copy keeps what it shows.
    this.#entries.push(structuredClone(entry));
    if (this.#entries.length > LIMITS.journal) this.#entries.shift();
    for (const wake of this.#waiting) wake();
  }
}
