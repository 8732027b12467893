import type { AccessibilityBus } from './accessibilityBus.ts';
import { CALLS, MESSAGE_BUS, MESSAGE_BUS_PATH, REGISTRY, REGISTRY_PATH } from './atspi.ts';
import type { BusConnection, BusSignal } from './bus.ts';
import { type Effect, EVENTS, effectOf } from './events.ts';

/** What is told of one program. */
export interface Watcher {
  /** An object of the program has changed. */
  changed(path: string, effect: Effect): void;
  /** Events may have been missed, and none will follow. */
  lost(): void;
}

/** The events of programs, each of which sends them only while somebody has registered for them. */
export class EventFeed {
  readonly #bus: AccessibilityBus;
  readonly #watchers = new Map<string, Set<Watcher>>();
  #connection: BusConnection | undefined;
  #registered: Promise<unknown> | undefined;

  constructor(bus: AccessibilityBus) {
    this.#bus = bus;
  }

  /** The connection over which the events come: a reply over it is behind every event that was sent before it. */
  async connection(): Promise<BusConnection> {
    const connection = await this.#bus.bus();
    if (connection !== this.#connection) {
      this.#loseAll();
      this.#connection = connection;
      connection.onSignal((signal) => this.#receive(signal));
    }
    return connection;
  }

  /** Begins to tell the watcher of a program. What the program is asked afterwards it answers after it has registered. */
  async watch(application: string, watcher: Watcher): Promise<void> {
    await this.connection();
    const watchers = this.#watchers.get(application);
    if (watchers) {
      watchers.add(watcher);
      await this.#registered;
      return;
    }
    this.#watchers.set(application, new Set([watcher]));
    this.#registered ??= this.#register('registerEvent');
    await Promise.all([this.#registered, this.#match('addMatch', application)]);
  }

  /** Ends it; programs that nobody watches send nothing any more. */
  unwatch(application: string, watcher: Watcher): void {
    const watchers = this.#watchers.get(application);
    if (!watchers?.delete(watcher) || watchers.size > 0) return;
    this.#watchers.delete(application);
    // The bus ends all of it when the connection does, so that a failure here costs nothing.
    void this.#match('removeMatch', application).catch(() => {});
    if (this.#watchers.size > 0) return;
    this.#registered = undefined;
    void this.#register('deregisterEvent').catch(() => {});
  }

  #receive(signal: BusSignal): void {
    const watchers = this.#watchers.get(signal.sender);
    if (!watchers) return;
    const effect = effectOf(signal);
    if (effect !== undefined) for (const watcher of watchers) watcher.changed(signal.path, effect);
  }

  #loseAll(): void {
    const watchers = [...this.#watchers.values()].flatMap((set) => [...set]);
    this.#watchers.clear();
    this.#registered = undefined;
    for (const watcher of watchers) watcher.lost();
  }

  #register(call: 'registerEvent' | 'deregisterEvent'): Promise<unknown> {
    // The properties that events should carry, and the only program that is meant: none.
    const rest = call === 'registerEvent' ? [[], ''] : [];
    return Promise.all(EVENTS.map((event) => this.#bus.ask(REGISTRY, REGISTRY_PATH, CALLS[call], event, ...rest)));
  }

  #match(call: 'addMatch' | 'removeMatch', application: string): Promise<void> {
    return this.#bus.ask(MESSAGE_BUS, MESSAGE_BUS_PATH, CALLS[call], `type='signal',sender='${application}'`);
  }
}
