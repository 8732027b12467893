import type { ForegroundAdapter } from '../adapters/foregroundAdapter.ts';

/** What takes the pointer and the focus of a desktop: not there before it is first allowed, and ended when it is not. */
export class Foreground {
  readonly #start: () => ForegroundAdapter;
  #adapter: ForegroundAdapter | undefined;

  constructor(start: () => ForegroundAdapter) {
    this.#start = start;
  }

  get isRunning(): boolean {
    return this.#adapter !== undefined;
  }

  get(): ForegroundAdapter {
    this.#adapter ??= this.#start();
    return this.#adapter;
  }

  async end(): Promise<void> {
    const adapter = this.#adapter;
    this.#adapter = undefined;
    await adapter?.dispose();
  }
}
