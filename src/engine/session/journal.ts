import { LIMITS } from './limits.ts';

/** One call of a client, as the journal keeps it. */
export interface JournalEntry {
  readonly number: number;
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly client: string;
  readonly tool: string;
  /** The arguments as JSON, cut to a readable length. */
  readonly arguments: string;
  /** `ok`, `cancelled`, or the code of the error. */
  readonly outcome: string;
  readonly milliseconds: number;
  /** Characters of the answer. */
  readonly size: number;
}

const ARGUMENTS_LIMIT = 300;

/** The calls of all clients, the oldest dropped first. In memory only: it may quote what is on the screen. */
export class Journal {
  readonly #entries: JournalEntry[] = [];
  #last = 0;

  record(call: Omit<JournalEntry, 'number' | 'arguments'> & { readonly arguments: unknown }): void {
    const text = JSON.stringify(call.arguments) ?? '';
    const short = text.length > ARGUMENTS_LIMIT ? `${text.slice(0, ARGUMENTS_LIMIT)}…` : text;
    this.#entries.push({ ...call, number: ++this.#last, arguments: short });
    if (this.#entries.length > LIMITS.journal) this.#entries.shift();
  }

  /** The calls after the one with this number, the oldest first. */
  after(number: number): readonly JournalEntry[] {
    return this.#entries.filter((entry) => entry.number > number);
  }
}
