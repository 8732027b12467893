import type { BusAnswer, BusConnection } from './bus.ts';

/** A method or property of an accessibility interface and how its reply is read. */
export interface Binding<T> {
  readonly interface: string;
  readonly member: string;
  readonly signature: string;
  /** Arguments that never change, before those of the caller. */
  readonly fixed: readonly unknown[];
  /** Gets the values of the reply; there is more than one where a method has several results. */
  readonly read: (value: unknown, ...others: readonly unknown[]) => T;
}

/** The batch ended before the call was answered. */
export class BatchEnded extends Error {
  readonly reason: 'time' | 'aborted';
  /** Milliseconds that the batch was given. */
  readonly limit: number;

  constructor(reason: 'time' | 'aborted', limit: number) {
    super(`the read ended: ${reason}`);
    this.name = 'BatchEnded';
    this.reason = reason;
    this.limit = limit;
  }
}

/** Calls on the wire at once: enough to keep an application busy, few enough to stop soon after the deadline. */
const IN_FLIGHT = 64;

type Settle = (error: Error | null, ...values: readonly unknown[]) => void;

/**
 * Many calls to one application that end together: by their replies, at a deadline or by a signal. One timer serves
 * them all, because a timer per call costs as much as the call.
 */
export class Batch {
  readonly destination: string;
  /** Replies so far, errors included: 0 of a batch that ended by time means that the application is silent. */
  answered = 0;
  readonly #connection: BusConnection;
  readonly #waiting: (() => void)[] = [];
  readonly #open = new Set<Settle>();
  readonly #timer: NodeJS.Timeout;
  readonly #signal: AbortSignal;
  readonly #limit: number;
  readonly #onAbort = () => this.#end('aborted');
  #next = 0;
  #inFlight = 0;
  #ended: BatchEnded | undefined;

  constructor(connection: BusConnection, destination: string, limit: number, signal: AbortSignal) {
    this.#connection = connection;
    this.destination = destination;
    this.#signal = signal;
    this.#limit = limit;
    this.#timer = setTimeout(() => this.#end('time'), limit);
    signal.addEventListener('abort', this.#onAbort, { once: true });
    if (signal.aborted) this.#end('aborted');
  }

  /** Why the batch ended early; undefined while it goes on. */
  get ended(): 'time' | 'aborted' | undefined {
    return this.#ended?.reason;
  }

  /** Whether the connection is lost, so that nothing more can be asked. */
  get closed(): boolean {
    return this.#connection.closed;
  }

  /** Asks an object; fails with the application's error, or with `BatchEnded`. */
  ask<T>(path: string, binding: Binding<T>, ...args: readonly unknown[]): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#enqueue(path, binding, args, (error, value, ...others) =>
        error ? reject(error) : resolve(binding.read(value, ...others)),
      );
    });
  }

  /** Asks an object for something that it may not have: an error reply gives `otherwise`. */
  optional<T>(path: string, binding: Binding<T>, otherwise: T, ...args: readonly unknown[]): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#enqueue(path, binding, args, (error, value, ...others) => {
        if (error === null) resolve(binding.read(value, ...others));
        else if (this.#ended || this.#connection.closed) reject(error);
        else resolve(otherwise);
      });
    });
  }

  /** Must be called when nothing more will be asked; replies that come later are dropped. */
  close(): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#onAbort);
  }

  #enqueue(path: string, binding: Binding<unknown>, args: readonly unknown[], settle: Settle): void {
    if (this.#ended) {
      settle(this.#ended);
      return;
    }
    this.#open.add(settle);
    const send = () => this.#send(path, binding, args, settle);
    if (this.#inFlight < IN_FLIGHT) send();
    else this.#waiting.push(send);
  }

  #send(path: string, binding: Binding<unknown>, args: readonly unknown[], settle: Settle): void {
    this.#inFlight++;
    const answer: BusAnswer = (error, ...values) => {
      this.#inFlight--;
      this.answered++;
      if (this.#open.delete(settle)) settle(error, ...values);
      this.#sendNext();
    };
    const { interface: name, member, signature, fixed } = binding;
    const body = args.length === 0 ? fixed : [...fixed, ...args];
    this.#connection.send({ destination: this.destination, path, interface: name, member, signature, body }, answer);
  }

  #sendNext(): void {
    const send = this.#waiting[this.#next];
    if (!send || this.#ended) return;
    this.#next++;
    send();
  }

  #end(reason: 'time' | 'aborted'): void {
    if (this.#ended) return;
    this.#ended = new BatchEnded(reason, this.#limit);
    this.close();
    const open = [...this.#open];
    this.#open.clear();
    for (const settle of open) settle(this.#ended);
  }
}
