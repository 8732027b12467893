import { chmodSync, fstatSync, ftruncateSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { EngineError } from '../../model/errors.ts';
import { prepareDirectories } from './directory.ts';
import { type Endpoint, type Environment, localEndpoint, newSocketPath } from './endpoint.ts';
import { errnoOf } from './errno.ts';
import { LIMITS } from './limits.ts';
import { claimRendezvous, isNamed, type Rendezvous, releaseRendezvous, sweepLeftovers } from './rendezvous.ts';

/** What a connection may ask of the engine that serves it. */
export interface EngineLife {
  /** Makes room for a newer engine: takes no new clients, serves the present ones to their end, then ends. */
  retire(): void;
  /** Says that this client looks on: an engine that has retired does not stay for those who only do that. */
  watch(): void;
}

/** How an engine serves. */
export interface ServeOptions {
  readonly env: Environment;
  readonly version: string;
  /** Milliseconds from the last client to the end; `DESKHAND_IDLE_MS` without it, and a minute without both. */
  readonly idleMs?: number;
  /** Takes over a client's socket, which must be ended by whoever takes it (it stays half open after the client's end). */
  readonly onConnection: (socket: Socket, life: EngineLife) => void;
  /** Called once, however serving ended; it is not waited for without limit. */
  readonly dispose: () => Promise<void>;
}

/**
 * Serves as the engine of the desktop session until it is idle, retired or told to end by a signal. Gives `lost` at once
 * when another engine serves already. Throws `store_unwritable` where its directory is not the user's alone.
 */
export async function serveEngine(options: ServeOptions): Promise<'lost' | 'ended'> {
  const endpoint = localEndpoint(options.env);
  await prepareDirectories(endpoint);
  return await new ServingEngine(endpoint, options).serve();
}

class ServingEngine {
  readonly #endpoint: Endpoint;
  readonly #options: ServeOptions;
  readonly #own: Rendezvous;
  readonly #idleMs: number;
  readonly #server: Server;
  readonly #clients = new Set<Socket>();
  /** Clients that look on. */
  readonly #watchers = new Set<Socket>();
  readonly #end = Promise.withResolvers<void>();
  #idle: NodeJS.Timeout | undefined;
  #retired = false;
  #closing = false;

  constructor(endpoint: Endpoint, options: ServeOptions) {
    this.#endpoint = endpoint;
    this.#options = options;
    this.#own = {
      pid: process.pid,
      version: options.version,
      socket: newSocketPath(endpoint),
      started: new Date().toISOString(),
    };
    this.#idleMs = options.idleMs ?? idleFrom(options.env);
    this.#server = createServer({ allowHalfOpen: true }, (socket) => this.#welcome(socket));
  }

  async serve(): Promise<'lost' | 'ended'> {
    // Before anybody can find this engine, so that a signal never leaves its files behind.
    const stop = () => this.#end.resolve();
    process.once('SIGTERM', stop).once('SIGINT', stop);
    try {
      await listen(this.#server, this.#own.socket, this.#endpoint.uid !== undefined);
      if ((await claimRendezvous(this.#endpoint, this.#own)) !== this.#own) {
        return 'lost';
      }
      await this.#untilEnd();
      return 'ended';
    } finally {
      await this.#close();
      process.off('SIGTERM', stop).off('SIGINT', stop);
    }
  }

  #retire(): void {
    this.#retired = true;
    this.#leave();
    this.#armIdle();
  }

  async #untilEnd(): Promise<void> {
    const release = () => releaseRendezvous(this.#endpoint, this.#own);
    const check = setInterval(() => void this.#check().catch(() => this.#retire()), LIMITS.selfCheck).unref();
    process.once('exit', release);
    this.#armIdle();
    await sweepLeftovers(this.#endpoint);
    await this.#end.promise;
    process.off('exit', release);
    clearInterval(check);
  }

  #welcome(socket: Socket): void {
    clearTimeout(this.#idle);
    this.#clients.add(socket);
    // An error is followed by `close`; without a listener it would end the process.
    socket.on('error', () => {});
    socket.once('close', () => {
      this.#clients.delete(socket);
      this.#watchers.delete(socket);
      this.#armIdle();
    });
    this.#options.onConnection(socket, { retire: () => this.#retire(), watch: () => this.#watch(socket) });
  }

  /** A socket that has closed meanwhile is nobody's. */
  #watch(socket: Socket): void {
    if (this.#clients.has(socket)) {
      this.#watchers.add(socket);
      this.#armIdle();
    }
  }

  #armIdle(): void {
    clearTimeout(this.#idle);
    // Who follows what a retired engine does has nothing to see there once its own clients have gone.
    const needed = this.#clients.size - (this.#retired ? this.#watchers.size : 0);
    if (needed === 0 && !this.#closing) {
      this.#idle = setTimeout(() => this.#end.resolve(), this.#retired ? 0 : this.#idleMs);
    }
  }

  /** The file first, the socket second: a client never finds a name behind which nobody listens. */
  #leave(): void {
    releaseRendezvous(this.#endpoint, this.#own);
    this.#server.close();
  }

  /** Repairs what a lost race, or a tidy user, did to the file: claims it again, or retires when another engine has it. */
  async #check(): Promise<void> {
    emptyLongLog(this.#endpoint.logFile);
    if (this.#retired || isNamed(this.#endpoint, this.#own)) {
      return;
    }
    const holder = await claimRendezvous(this.#endpoint, this.#own);
    if (holder !== this.#own || this.#retired) {
      this.#retire();
    }
  }

  async #close(): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#idle);
    const ownsLog = isNamed(this.#endpoint, this.#own);
    this.#leave();
    for (const socket of this.#clients) {
      socket.destroySoon();
    }
    await Promise.race([this.#options.dispose(), delay(LIMITS.dispose, undefined, { ref: false })]);
    for (const socket of this.#clients) {
      socket.destroy();
    }
    if (ownsLog) {
      removeEmptyLog(this.#endpoint.logFile);
    }
  }
}

function idleFrom(env: Environment): number {
  const text = env['DESKHAND_IDLE_MS'];
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : LIMITS.idle;
}

/** Listens on a socket that only its owner may use, where it is a file. */
async function listen(server: Server, path: string, isFile: boolean): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ path }, resolve);
  try {
    await promise;
    if (isFile) {
      chmodSync(path, 0o600);
    }
  } catch (error) {
    throw new EngineError('store_unwritable', { path, reason: errnoOf(error) }, error);
  }
}

/** The engine's standard error is its log file; it is opened to append, so that an emptied one goes on at its start. */
function emptyLongLog(path: string): void {
  if (isOwnLog(path) && fstatSync(2).size > LIMITS.log) {
    ftruncateSync(2, 0);
  }
}

function removeEmptyLog(path: string): void {
  if (isOwnLog(path) && fstatSync(2).size === 0) {
    rmSync(path, { force: true });
  }
}

function isOwnLog(path: string): boolean {
  const log = statSync(path, { throwIfNoEntry: false });
  return log !== undefined && log.ino === fstatSync(2).ino && log.isFile();
}
