import { HOST_LIMITS } from './hostLimits.ts';
import { endWithParent } from './hostParent.ts';
import {
  type CallMethod,
  type EngineMessage,
  type Hosted,
  type HostMessage,
  isMessage,
  toWire,
} from './hostProtocol.ts';

/**
 * Runs one adapter for the engine that forked this process. Calls that arrive while it is being created wait for it.
 * The process ends when the engine says so or is gone.
 */
export function serveAdapter(create: () => Promise<Hosted>): void {
  if (process.send === undefined) throw new Error('An adapter host must be forked by an engine.');
  const host = new AdapterHost(create);
  process.on('message', (message: unknown) => {
    if (isMessage<EngineMessage>(message)) host.receive(message);
  });
  const end = () => void host.end();
  process.on('disconnect', end);
  if (!process.connected) end();
  // A terminal sends these to the whole group; the engine decides when its hosts end.
  process.on('SIGINT', () => {});
  process.on('SIGHUP', () => {});
  endWithParent({ poll: HOST_LIMITS.parentPoll, grace: 2 * HOST_LIMITS.dispose });
}

/** The adapter of this process and its running calls. */
class AdapterHost {
  readonly #adapter: Promise<Hosted>;
  readonly #running = new Map<number, AbortController>();
  #ending = false;

  constructor(create: () => Promise<Hosted>) {
    this.#adapter = create();
    this.#adapter.then(
      () => send({ kind: 'ready' }),
      (error: unknown) => send({ kind: 'unable', error: toWire(error) }, () => process.exit(1)),
    );
  }

  receive(message: EngineMessage): void {
    switch (message.kind) {
      case 'call':
        void this.#answer(message);
        break;
      case 'cancel':
        this.#running.get(message.id)?.abort();
        break;
      case 'ping':
        send({ kind: 'pong' });
        break;
      case 'dispose':
        void this.end();
        break;
    }
  }

  /** Disposes the adapter, within the limit, and ends the process. */
  async end(): Promise<void> {
    // An engine that ends says 'dispose' and is gone soon after.
    if (this.#ending) return;
    this.#ending = true;
    setTimeout(() => process.exit(1), HOST_LIMITS.dispose);
    try {
      await (await this.#adapter).dispose();
    } catch (error) {
      process.stderr.write(`Disposing the adapter failed: ${toWire(error).cause}\n`);
    }
    process.exit(0);
  }

  async #answer({ id, method, args }: EngineMessage & { kind: 'call' }): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    const answer = await this.#perform(method, args, controller.signal).then(
      (result): HostMessage => ({ kind: 'result', id, result }),
      (error: unknown): HostMessage => ({ kind: 'error', id, error: toWire(error) }),
    );
    this.#running.delete(id);
    // Nobody reads the answer of a cancelled call; that it has ended is all that the engine needs to know.
    send(controller.signal.aborted ? { kind: 'result', id } : answer);
  }

  async #perform(method: CallMethod, args: readonly unknown[], signal: AbortSignal): Promise<unknown> {
    const adapter = await this.#adapter;
    signal.throwIfAborted();
    const run: unknown = Reflect.get(adapter, method);
    if (typeof run !== 'function') throw new Error(`This host has no ${method}.`);
    return Reflect.apply(run, adapter, [...args, signal]);
  }
}

/** Sends to the engine; when it is gone there is nobody to tell, and 'disconnect' ends this process. */
function send(message: HostMessage, sent: () => void = () => {}): void {
  process.send?.(message, undefined, undefined, sent);
}
