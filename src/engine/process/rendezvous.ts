import { readFileSync, renameSync, rmSync } from 'node:fs';
import { link, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '../../model/errors.ts';
import { connectTo } from './connect.ts';
import { type Endpoint, isSocketFile, randomName } from './endpoint.ts';
import { errnoOf } from './errno.ts';
import { LIMITS } from './limits.ts';

/** What the rendezvous file says of the engine that serves. */
export interface Rendezvous {
  readonly pid: number;
  readonly version: string;
  readonly socket: string;
  /** ISO 8601. */
  readonly started: string;
}

/** How many dead predecessors are moved out of the way before something must be wrong. */
const CLAIM_ATTEMPTS = 20;

/** The rendezvous that `text` holds; undefined for anything else. */
function parseRendezvous(text: string): Rendezvous | undefined {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) {
    return undefined;
  }
  const { pid, version, socket, started } = { pid: 0, version: '', socket: '', started: '', ...value };
  const sound = Number.isSafeInteger(pid) && pid > 0 && [version, socket, started].every(isText);
  return sound ? { pid, version, socket, started } : undefined;
}

/** The engine that the file names, alive or not; undefined without a readable file. */
export async function readRendezvous(endpoint: Endpoint): Promise<Rendezvous | undefined> {
  return parseRendezvous((await textOf(endpoint.rendezvousFile)) ?? '');
}

/**
 * Makes `own` the engine that the file names; its socket must accept connections already. Gives the holder: `own`, or
 * the living engine that was first. A file that names a dead engine, or makes no sense, is moved out of the way.
 */
export async function claimRendezvous(endpoint: Endpoint, own: Rendezvous): Promise<Rendezvous> {
  const temporary = `${endpoint.rendezvousFile}.${randomName()}.tmp`;
  await writeFile(temporary, `${JSON.stringify(own)}\n`, { mode: 0o600, flag: 'wx' });
  try {
    for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt += 1) {
      const holder = (await linked(temporary, endpoint.rendezvousFile)) ? own : await livingHolder(endpoint);
      if (holder !== undefined) {
        return holder;
      }
    }
  } finally {
    await rm(temporary, { force: true });
  }
  throw new EngineError('store_unwritable', { path: endpoint.rendezvousFile, reason: 'it cannot be claimed' });
}

/** Whether the file still names `own`. */
export function isNamed(endpoint: Endpoint, own: Rendezvous): boolean {
  return parseRendezvous(textNow(endpoint.rendezvousFile) ?? '')?.socket === own.socket;
}

/** Takes `own` out of the file, unless it names another engine by now. Synchronous, so that it can run on exit. */
export function releaseRendezvous(endpoint: Endpoint, own: Rendezvous): void {
  if (isNamed(endpoint, own)) {
    rmSync(endpoint.rendezvousFile, { force: true });
  }
}

/** Removes the sockets and temporary files that engines of this endpoint left when they were killed. */
export async function sweepLeftovers(endpoint: Endpoint): Promise<void> {
  for (const directory of new Set([endpoint.directory, endpoint.socketDirectory])) {
    for (const name of await readdir(directory)) {
      await sweep(endpoint, join(directory, name));
    }
  }
}

async function sweep(endpoint: Endpoint, path: string): Promise<void> {
  const isSocket = isSocketFile(endpoint, path);
  const isTemporary = path.includes(`-${endpoint.key}.json.`) && /\.(tmp|stale)$/.test(path);
  const isLeftover = (isSocket || isTemporary) && (await isOld(path));
  // A socket that cannot be tried is left alone; no client will look for it.
  if (isLeftover && !(isSocket && (await isAlive(path).catch(() => true)))) {
    await rm(path, { force: true });
  }
}

async function isOld(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs > LIMITS.leftoverAge;
}

/** The engine that holds the file, if it lives; otherwise undefined, with the file out of the way. */
async function livingHolder(endpoint: Endpoint): Promise<Rendezvous | undefined> {
  const text = await textOf(endpoint.rendezvousFile);
  if (text === undefined) {
    return undefined;
  }
  const holder = parseRendezvous(text);
  if (holder !== undefined && (await isAlive(holder.socket))) {
    return holder;
  }
  await setAside(endpoint, text);
  if (holder !== undefined && isSocketFile(endpoint, holder.socket)) {
    await rm(holder.socket, { force: true });
  }
  return undefined;
}

/**
 * Moves the file away if it still says `inspected`. Between the look and the move another starter may have done the
 * same and claimed: what was moved is compared again, and a living engine gets its place back.
 */
async function setAside(endpoint: Endpoint, inspected: string): Promise<void> {
  const file = endpoint.rendezvousFile;
  const aside = `${file}.${randomName()}.stale`;
  if (textNow(file) !== inspected || !moved(file, aside)) {
    return;
  }
  if (textNow(aside) !== inspected) {
    await linked(aside, file);
  }
  await rm(aside, { force: true });
}

/** False where another starter has moved the file already. */
function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    absent(error);
    return false;
  }
}

async function isAlive(socketPath: string): Promise<boolean> {
  const socket = await connectTo(socketPath);
  socket?.destroy();
  return socket !== undefined;
}

/** Gives `existing` the second name `path`, which fails when there is such a file: the only atomic claim there is. */
async function linked(existing: string, path: string): Promise<boolean> {
  try {
    await link(existing, path);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') {
      return false;
    }
    throw new EngineError('store_unwritable', { path, reason: errnoOf(error) }, error);
  }
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    return absent(error);
  }
}

function textNow(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return absent(error);
  }
}

/** Says nothing of a file that is not there, and throws every other failure again. */
function absent(error: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR'].includes(errnoOf(error) ?? '')) {
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
