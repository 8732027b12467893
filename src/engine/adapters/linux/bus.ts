import { createConnection as createSocket, type Socket } from 'node:net';
import { createClient, type MessageBus } from 'dbus-native';

/** One method call on a bus. */
export interface BusCall {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly signature: string;
  readonly body: readonly unknown[];
}

/** Called once, with the failure or with the values of the reply. */
export type BusAnswer = (error: Error | null, ...values: readonly unknown[]) => void;

/** One signal of a program on the bus. */
export interface BusSignal {
  readonly sender: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly body: readonly unknown[];
}

/** Number of the message type in the protocol. */
const SIGNAL = 4;

/** An open connection to a message bus, or to one application where it is `direct`. */
export class BusConnection {
  readonly #bus: MessageBus;
  #closed = false;

  private constructor(bus: MessageBus) {
    this.#bus = bus;
    // Every pending call is failed by the library when the stream closes; without a listener an error ends the process.
    bus.connection.on('error', () => this.#drop());
    bus.connection.on('end', () => this.#drop());
    bus.connection.on('close', () => this.#drop());
  }

  /** Connects to the first address of the list that answers: `unix:path=...,guid=...;unix:abstract=...`. */
  static async open(address: string, direct: boolean): Promise<BusConnection> {
    const stream = await connectFirst(address);
    return new BusConnection(createClient({ stream, direct, timeout: 0 }));
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Sends a call without a time-out of its own: the callers end whole batches instead of arming one timer per call. */
  send(call: BusCall, answer: BusAnswer): void {
    // With a callback nothing is returned that could be awaited; the types say otherwise.
    void this.#bus.invoke({ ...call, body: [...call.body] }, answer);
  }

  /** The reply to a single call, within `limit` milliseconds. */
  ask(call: BusCall, limit: number): Promise<readonly unknown[]> {
    return new Promise((resolve, reject) => {
      void this.#bus.invoke(
        { ...call, body: [...call.body] },
        { timeout: limit },
        (error: unknown, ...values: unknown[]) => (error ? reject(error) : resolve(values)),
      );
    });
  }

  /** Hands on every signal that arrives, in its order among the replies. */
  onSignal(listener: (signal: BusSignal) => void): void {
    this.#bus.connection.on('message', ({ type, sender, path, interface: name, member, body }) => {
      if (type !== SIGNAL || !sender || !path || !name || !member) return;
      listener({ sender, path, interface: name, member, body: Array.isArray(body) ? body : [] });
    });
  }

  close(): void {
    this.#drop();
  }

  #drop(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#bus.connection.end();
    this.#bus.connection.stream.destroy();
  }
}

async function connectFirst(addresses: string): Promise<Socket> {
  let failure: unknown = new Error(`no address of a local socket in '${addresses}'`);
  for (const address of addresses.split(';')) {
    const path = socketPath(address);
    if (path === undefined) continue;
    try {
      return await connect(path);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Path of a `unix:` address; an abstract one starts with a zero character, as Node expects it. */
export function socketPath(address: string): string | undefined {
  if (!address.startsWith('unix:')) return undefined;
  const fields = new Map(
    address
      .slice('unix:'.length)
      .split(',')
      .map((field) => [field.slice(0, field.indexOf('=')), decodeURIComponent(field.slice(field.indexOf('=') + 1))]),
  );
  const abstract = fields.get('abstract');
  return abstract === undefined ? fields.get('path') : `\0${abstract}`;
}

function connect(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(path);
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}
