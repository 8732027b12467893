import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { EngineError } from '../../model/errors.ts';
import type { HostLimits } from './hostLimits.ts';
import {
  type CallArgs,
  type CallMethod,
  type CallResult,
  type EngineMessage,
  fromWire,
  type HostMessage,
  isMessage,
  type WireError,
} from './hostProtocol.ts';

/** Why a host is of no use any more. */
export type HostEnd =
  /** It ended, or was killed because it did not answer a ping. */
  | { readonly kind: 'died'; readonly reason: string }
  /** It cannot serve its desktop: the adapter was not created. */
  | { readonly kind: 'unable'; readonly error: EngineError };

/** What a host process needs of its supervisor. */
export interface HostOwner {
  readonly limits: HostLimits;
  readonly log: (line: string) => void;
  /** Called once, unless `close` came first; the owner then fails the calls that wait. */
  readonly ended: (host: HostProcess, end: HostEnd) => void;
}

/** A call on its way. */
export interface HostCall<M extends CallMethod> {
  readonly method: M;
  readonly args: CallArgs<M>;
  readonly signal: AbortSignal;
  /** Milliseconds until it fails with `timeout`. */
  readonly limit: number;
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
  /** Ends the timer and the subscription to the caller's signal. */
  readonly release: () => void;
}

/** One adapter host and the calls that wait for it. It is never revived: a supervisor makes another one. */
export class HostProcess {
  readonly #child: ChildProcess;
  readonly #owner: HostOwner;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #over = false;
  /** Runs until the adapter is ready; afterwards `undefined`. */
  #starting: NodeJS.Timeout | undefined;
  /** Runs while a ping is unanswered. */
  #ping: NodeJS.Timeout | undefined;

  constructor(child: ChildProcess, owner: HostOwner) {
    this.#child = child;
    this.#owner = owner;
    this.#starting = setTimeout(() => this.#startFailed(), owner.limits.start);
    child.on('message', (message: unknown) => {
      if (!this.#over && isMessage<HostMessage>(message)) this.#receive(message);
    });
    child.once('exit', (code, signal) => this.#exited(signal ?? `exit code ${code}`));
    child.on('error', (error) => {
      // Without a pid it was never started and no 'exit' follows; other errors concern a message to a dead host.
      if (child.pid === undefined) this.#end({ kind: 'died', reason: error.message });
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Asks the host; while it is starting the call waits there. */
  call<M extends CallMethod>({ method, args, signal, limit }: HostCall<M>): Promise<CallResult<M>> {
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const timer = setTimeout(() => this.#expired(id, limit), limit);
    // The call stays pending: at its deadline the host must still show that it lives.
    const abort = () => {
      reject(signal.reason);
      this.#send({ kind: 'cancel', id });
    };
    signal.addEventListener('abort', abort, { once: true });
    const release = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    this.#pending.set(id, { resolve, reject, release });
    this.#send({ kind: 'call', id, method, args });
    // The host is of the same build and answers with what this method of the contract resolves to.
    return promise as Promise<CallResult<M>>;
  }

  /** Fails every call that waits. */
  fail(error: EngineError): void {
    for (const id of [...this.#pending.keys()]) this.#take(id)?.reject(error);
  }

  /** Ends the host, orderly if it can, and fails every call that waits. */
  async close(error: EngineError): Promise<void> {
    this.#finish();
    this.fail(error);
    if (!isRunning(this.#child)) return;
    const exited = once(this.#child, 'exit');
    this.#send({ kind: 'dispose' });
    await Promise.race([exited, delay(this.#owner.limits.dispose, undefined, { ref: false })]);
    this.#child.kill('SIGKILL');
  }

  #receive(message: HostMessage): void {
    switch (message.kind) {
      case 'ready':
        clearTimeout(this.#starting);
        this.#starting = undefined;
        break;
      case 'unable':
        this.#end({ kind: 'unable', error: this.#rebuild(message.error) });
        break;
      case 'pong':
        clearTimeout(this.#ping);
        this.#ping = undefined;
        break;
      case 'result':
        this.#take(message.id)?.resolve(message.result);
        break;
      case 'error':
        this.#take(message.id)?.reject(this.#rebuild(message.error));
        break;
    }
  }

  #rebuild(wire: WireError): EngineError {
    if (wire.code === 'internal') this.#owner.log(`adapter host ${this.pid}: ${wire.cause}`);
    return fromWire(wire);
  }

  /** Ends the waiting for a call; `undefined` for an answer that comes after its deadline. */
  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    pending?.release();
    this.#pending.delete(id);
    return pending;
  }

  #expired(id: number, limit: number): void {
    this.#take(id)?.reject(new EngineError('timeout', { limit }));
    this.#send({ kind: 'cancel', id });
    // A host that is starting has its own limit and cannot answer yet.
    if (this.#starting === undefined) this.#probe();
  }

  /** Kills the host unless it answers a ping. */
  #probe(): void {
    if (this.#ping !== undefined) return;
    const { ping } = this.#owner.limits;
    // When the engine itself was busy, the answer lies unread: the immediate comes after the reading.
    const check = () => setImmediate(() => this.#unanswered(ping));
    this.#ping = setTimeout(check, ping);
    this.#send({ kind: 'ping' });
  }

  #unanswered(limit: number): void {
    if (this.#ping === undefined) return;
    this.#end({ kind: 'died', reason: `no answer to a ping within ${limit} ms` });
  }

  #startFailed(): void {
    const reason = `its adapter host was not ready within ${this.#owner.limits.start} ms`;
    this.#end({ kind: 'unable', error: new EngineError('accessibility_off', { reason }) });
  }

  #exited(reason: string): void {
    const end = () => this.#end({ kind: 'died', reason });
    // Answers sent before the death may still be in the pipe; 'disconnect' comes after the last one.
    if (this.#child.connected) this.#child.once('disconnect', end);
    else end();
  }

  #end(end: HostEnd): void {
    if (this.#over) return;
    this.#finish();
    this.#child.kill('SIGKILL');
    this.#owner.ended(this, end);
  }

  #finish(): void {
    this.#over = true;
    clearTimeout(this.#starting);
    clearTimeout(this.#ping);
    this.#ping = undefined;
  }

  /** A message that cannot be delivered has a dead receiver, whose 'exit' says the rest. */
  #send(message: EngineMessage): void {
    this.#child.send(message, () => {});
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}
