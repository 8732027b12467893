import type { Socket } from 'node:net';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { EngineError } from '../../model/errors.ts';
import { connectTo } from './connect.ts';
import { prepareDirectories } from './directory.ts';
import { type Endpoint, type Environment, localEndpoint } from './endpoint.ts';
import { type StartedEngine, startEngine } from './engineProcess.ts';
import { LIMITS } from './limits.ts';
import { type Rendezvous, readRendezvous } from './rendezvous.ts';
import { askToRetire } from './retire.ts';
import { compareVersions } from './version.ts';

/** How a client finds the engine of its desktop session. */
export interface AttachOptions {
  readonly env: Environment;
  /** The client's version: an older engine is asked to retire, a newer one is used as it is. */
  readonly version: string;
  /** The script that `engine` is passed to, to start one; the running script without it. */
  readonly entry?: string;
  /** Starts an engine in another way than `entry engine`. */
  readonly startEngine?: (endpoint: Endpoint) => StartedEngine;
}

/** An engine that ends by itself at once, without an error, is not started for ever. */
const MAX_STARTS = 3;

/**
 * Connects to the session's engine, and starts it when there is none. Throws `store_unwritable` for a directory that is
 * not the user's alone, and `internal`, with the end of the engine's log as its reason, when none can be started.
 */
export async function attach(options: AttachOptions): Promise<Socket> {
  const endpoint = localEndpoint(options.env);
  await prepareDirectories(endpoint);
  const deadline = Date.now() + LIMITS.attach;
  const starter = new Starter(endpoint, options);
  while (Date.now() < deadline) {
    const socket = await connectToServing(endpoint, options.version);
    if (socket !== undefined) {
      return socket;
    }
    starter.ensure();
    await delay(LIMITS.attachStep);
  }
  throw starter.failure(`no engine answered within ${LIMITS.attach} ms`);
}

/** The serving engine, unless it is older and has agreed to retire; one that refuses is used as it is. */
async function connectToServing(endpoint: Endpoint, version: string): Promise<Socket | undefined> {
  const serving = await readRendezvous(endpoint);
  if (serving === undefined || (isOlder(serving, version) && (await askToRetire(serving.socket)))) {
    return undefined;
  }
  return connectTo(serving.socket);
}

function isOlder(serving: Rendezvous, version: string): boolean {
  return compareVersions(serving.version, version) < 0;
}

/** Starts the engine once, and again only when it has ended well without serving (it lost against one that is gone). */
class Starter {
  readonly #start: () => StartedEngine;
  #engine: StartedEngine | undefined;
  #starts = 0;

  constructor(endpoint: Endpoint, { entry, env, startEngine: start }: AttachOptions) {
    this.#start = () =>
      start === undefined ? startEngine(endpoint, entry ?? process.argv[1] ?? '', env) : start(endpoint);
  }

  ensure(): void {
    const ended = this.#engine?.ended();
    if (this.#engine !== undefined && ended === undefined) {
      return;
    }
    if (ended !== undefined && (ended !== 0 || this.#starts >= MAX_STARTS)) {
      throw this.failure(`the engine ended with ${ended}`);
    }
    this.#starts += 1;
    this.#engine = this.#start();
  }

  failure(what: string): EngineError {
    const tail = this.#engine?.logTail() ?? '';
    return new EngineError('internal', { reason: tail === '' ? what : `${what}: ${tail}` });
  }
}
