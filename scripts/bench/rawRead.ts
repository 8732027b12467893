import { AccessibilityBus } from '../../src/engine/adapters/linux/accessibilityBus.ts';
import { CACHE_PATH, CALLS, NULL_PATH, type Reference, ROOT_PATH } from '../../src/engine/adapters/linux/atspi.ts';
import type { Binding } from '../../src/engine/adapters/linux/batch.ts';
import { BusConnection } from '../../src/engine/adapters/linux/bus.ts';

/** What is read of every object that is shown, and no more: name, role, interfaces, number of children, rectangle. */
const FACTS: readonly Binding<unknown>[] = [CALLS.name, CALLS.role, CALLS.interfaces, CALLS.extents];

const SHOWING = 1 << 25;

/** Containers with more children are not enumerated: asking a spreadsheet for all of them ends it. */
const MOST_CHILDREN = 2_000;

/**
 * The least that a client must ask to know the visible objects of a window: every call at once, nothing translated,
 * joined or checked. What ours is measured against.
 */
export class RawReader {
  readonly #connection: BusConnection;
  readonly #destination: string;
  #open = 0;
  #elements = 0;
  #done: () => void = () => {};

  private constructor(connection: BusConnection, destination: string) {
    this.#connection = connection;
    this.#destination = destination;
  }

  /** A reader with an open connection, to the application itself where it offers one. */
  static async connect(env: NodeJS.ProcessEnv, destination: string): Promise<RawReader> {
    const bus = new AccessibilityBus(env);
    const address = await bus.askSession('org.a11y.Bus', '/org/a11y/bus', CALLS.accessibilityAddress);
    const shared = await BusConnection.open(address, false);
    const reader = new RawReader(shared, destination);
    const own = await reader.#value(ROOT_PATH, CALLS.privateAddress).catch(() => '');
    bus.close();
    return own === '' ? reader : new RawReader(await BusConnection.open(own, true), destination);
  }

  /** Reads the visible objects below `window`, or with `cache` those of the application's cache; gives their number. */
  async read(window: string, cache: boolean): Promise<number> {
    this.#elements = 0;
    const end = new Promise<void>((resolve) => {
      this.#done = resolve;
    });
    if (cache) this.#readCache();
    else this.#visit(window);
    await end;
    return this.#elements;
  }

  #visit(path: string): void {
    this.#ask(path, CALLS.states, ([low]) => {
      if ((low & SHOWING) === 0) return;
      this.#elements++;
      for (const fact of FACTS) this.#ask(path, fact, () => {});
      this.#ask(path, CALLS.childCount, (count) => {
        if (count > 0 && count <= MOST_CHILDREN)
          this.#ask(path, CALLS.children, (children) => this.#visitAll(children));
      });
    });
  }

  #visitAll(children: readonly Reference[]): void {
    for (const [, path] of children) if (path !== NULL_PATH) this.#visit(path);
  }

  #readCache(): void {
    this.#ask(CACHE_PATH, CALLS.cacheItems, (items) => {
      this.#elements = items.length;
      for (const { path } of items) this.#ask(path, CALLS.extents, () => {});
    });
  }

  #ask<T>(path: string, binding: Binding<T>, then: (value: T) => void): void {
    this.#open++;
    const { interface: name, member, signature, fixed } = binding;
    const call = { destination: this.#destination, path, interface: name, member, signature, body: fixed };
    this.#connection.send(call, (error, value) => {
      if (error === null) then(binding.read(value));
      if (--this.#open === 0) this.#done();
    });
  }

  #value<T>(path: string, binding: Binding<T>): Promise<T> {
    const { interface: name, member, signature, fixed } = binding;
    const call = { destination: this.#destination, path, interface: name, member, signature, body: fixed };
    return new Promise((resolve, reject) => {
      this.#connection.send(call, (error, value) => (error ? reject(error) : resolve(binding.read(value))));
    });
  }

  close(): void {
    this.#connection.close();
  }
}
