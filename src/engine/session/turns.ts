import { setTimeout as delay } from 'node:timers/promises';
import { EngineError } from '../../model/errors.ts';

/** Whoever acts on something has a turn; others wait for theirs, in the order in which they came. */
export class Turns {
  readonly #limit: number;
  readonly #last = new Map<string, Promise<void>>();

  /** `limit`: milliseconds that a turn is waited for. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Acts when it is its turn. Fails with `leased` where that does not come in time. */
  async run<T>(subject: string, act: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const before = this.#last.get(subject);
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    // Who gives up waiting does not let those behind pass those before.
    const turn = Promise.all([before, over]).then(() => {});
    this.#last.set(subject, turn);
    try {
      if (before !== undefined) await this.#waitFor(before, signal);
      return await act();
    } finally {
      end();
      void turn.then(() => {
        if (this.#last.get(subject) === turn) this.#last.delete(subject);
      });
    }
  }

  async #waitFor(before: Promise<void>, signal: AbortSignal): Promise<void> {
    const waiting = new AbortController();
    const stop = AbortSignal.any([signal, waiting.signal]);
    const late = delay(this.#limit, 'late' as const, { signal: stop });
    try {
      if ((await Promise.race([before, late])) === 'late') throw new EngineError('leased');
    } finally {
      waiting.abort();
      late.catch(() => {});
    }
  }
}
