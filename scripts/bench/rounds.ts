import type { Reading } from './lineProcess.ts';
import { median } from './metric.ts';

/** Something that reads the window once. */
export type Read = () => Promise<Reading>;

/** What several readings came to. */
export interface Result {
  readonly ms: number;
  readonly elements: number;
  /** Readings that the median is of. */
  readonly rounds: number;
}

/** What there is to say of a reader: its figures, or why it has none. */
export type Outcome = Result | { readonly reason: string };

export const ROUNDS = 7;
/** Milliseconds after which a reader is asked no more: one takes 15 s for a page. */
const ENOUGH = 8_000;
/** Failures after which a reader is given up: a busy program may fail one reading. */
const FAILURES = 2;

/**
 * Readings of a fast reader that do not count: a process of Node that has just started reads at half its speed, and hosts
 * are kept warm.
 */
const WARM_UP = 20;
/** Milliseconds of a reading up to which its reader is fast. */
const FAST = 200;

/** Reads by turns, so that noise meets all readers, and tells the median of each without its first reading. */
export async function inRounds<K extends string>(readers: Readonly<Record<K, Read>>): Promise<Record<K, Outcome>> {
  const states = Object.entries<Read>(readers).map(([name, read]) => ({ name, state: new Readings(read) }));
  for (const { state } of states) await state.warmUp();
  for (let round = 0; round <= ROUNDS; round++) for (const { state } of states) await state.next();
  const outcomes = states.map(({ name, state }) => [name, state.outcome] as const);
  // The names are those of the argument.
  return Object.fromEntries(outcomes) as Record<K, Outcome>;
}

class Readings {
  readonly #read: Read;
  readonly #done: Reading[] = [];
  readonly #failures: string[] = [];
  #spent = 0;

  constructor(read: Read) {
    this.#read = read;
  }

  async warmUp(): Promise<void> {
    for (let reading = 0; reading < WARM_UP; reading++) {
      const { ms } = await this.#read().catch(() => ({ ms: FAST }));
      if (ms >= FAST) return;
    }
  }

  async next(): Promise<void> {
    if (this.#failures.length >= FAILURES || this.#spent > ENOUGH) return;
    try {
      const reading = await this.#read();
      this.#spent += reading.ms;
      this.#done.push(reading);
    } catch (error) {
      this.#failures.push(error instanceof Error ? error.message : String(error));
    }
  }

  get outcome(): Outcome {
    const counted = this.#done.length > 1 ? this.#done.slice(1) : this.#done;
    const last = counted.at(-1);
    if (this.#failures.length >= FAILURES || !last) return { reason: this.#failures[0] ?? 'not read' };
    return { ms: median(counted.map(({ ms }) => ms)), elements: last.elements, rounds: counted.length };
  }
}

/** Measures a read that does not measure itself. */
export async function timed(read: () => Promise<number>): Promise<Reading> {
  const start = performance.now();
  const elements = await read();
  return { ms: performance.now() - start, elements };
}
