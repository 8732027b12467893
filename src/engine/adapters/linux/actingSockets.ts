import type { AccessibilityBus, Application } from './accessibilityBus.ts';
import { CALLS, ROOT_PATH } from './atspi.ts';
import { Batch } from './batch.ts';
import type { BusConnection } from './bus.ts';

/** Time for which a socket is watched that a program has stopped to read. */
const BLOCKED_LIMIT = 600_000;

/**
 * Sockets of programs that actions are sent over. A program of ATK that runs a dialog in an action reads nothing more
 * from the socket that the action came over until the dialog has closed; on another one it goes on answering. So actions
 * have sockets of their own, and one that is not read is not used again until it is.
 */
export class ActingSockets {
  readonly #bus: AccessibilityBus;
  readonly #free = new Map<string, BusConnection[]>();
  readonly #blocked = new Set<BusConnection>();

  constructor(bus: AccessibilityBus) {
    this.#bus = bus;
  }

  /** Runs an action over a socket that nobody else uses; programs without sockets of their own are called over the bus. */
  async with<T>(application: Application, limit: number, act: (connection: BusConnection) => Promise<T>): Promise<T> {
    if (!application.toolkit.privateSocket) return act(await this.#bus.bus());
    const connection = await this.#take(application, limit);
    try {
      return await act(connection);
    } finally {
      this.#giveBack(application.bus, connection);
    }
  }

  async #take({ bus }: Application, limit: number): Promise<BusConnection> {
    const free = this.#free.get(bus) ?? [];
    for (let connection = free.pop(); connection; connection = free.pop()) if (!connection.closed) return connection;
    return this.#bus.openSocket(bus, limit);
  }

  /** It is free again once the program has answered something behind the action. */
  #giveBack(bus: string, connection: BusConnection): void {
    this.#blocked.add(connection);
    const batch = new Batch(connection, bus, BLOCKED_LIMIT, new AbortController().signal);
    const free = () => {
      batch.close();
      this.#forgetEnded();
      if (this.#blocked.delete(connection)) this.#free.set(bus, [...(this.#free.get(bus) ?? []), connection]);
    };
    const drop = () => {
      batch.close();
      this.#blocked.delete(connection);
      connection.close();
    };
    batch.ask(ROOT_PATH, CALLS.childCount).then(free, drop);
  }

  /** A bus name is never given out twice, so that nobody would come by the sockets of programs that have ended. */
  #forgetEnded(): void {
    for (const [bus, free] of this.#free) if (free.every(({ closed }) => closed)) this.#free.delete(bus);
  }

  close(): void {
    for (const connection of [...this.#blocked, ...[...this.#free.values()].flat()]) connection.close();
    this.#blocked.clear();
    this.#free.clear();
  }
}
