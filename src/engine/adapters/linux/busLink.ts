import type { BusConnection } from './bus.ts';

/** A connection that is opened when it is first needed, and again after it was lost. */
export class BusLink {
  readonly #open: () => Promise<BusConnection>;
  #opening: Promise<BusConnection> | undefined;
  #live: BusConnection | undefined;

  constructor(open: () => Promise<BusConnection>) {
    this.#open = open;
  }

  connection(): Promise<BusConnection> {
    if (this.#live?.closed) this.close();
    this.#opening ??= this.#start();
    return this.#opening;
  }

  async #start(): Promise<BusConnection> {
    try {
      this.#live = await this.#open();
      return this.#live;
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  close(): void {
    this.#live?.close();
    this.#live = undefined;
    this.#opening = undefined;
  }
}
