import { createHash, randomBytes } from 'node:crypto';
import { dirname, isAbsolute, posix, resolve, win32 } from 'node:path';
import process from 'node:process';
import { LIMITS } from './limits.ts';

/** The variables of an environment, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where the engine of one user and desktop session is found, and where it keeps its files. */
export interface Endpoint {
  /** Short hash of the user, the desktop session and the choice of desktop: the simulated one has its own engine. */
  readonly key: string;
  readonly platform: NodeJS.Platform;
  /** Owner of everything below; undefined on Windows, where the folder's inherited access list protects it. */
  readonly uid: number | undefined;
  readonly directory: string;
  /** Holds the sockets: `directory`, or a shorter one where a socket's path would be too long in it. */
  readonly socketDirectory: string;
  /** Names the engine that serves now. */
  readonly rendezvousFile: string;
  readonly countersFile: string;
  readonly logFile: string;
}

/** The endpoint of the desktop session that `env` belongs to. */
export function endpointFor(env: Environment, platform: NodeJS.Platform, uid: number | undefined): Endpoint {
  const key = sessionKey(env, platform, uid);
  const directory = runtimeDirectory(env, platform, uid);
  const { join } = platform === 'win32' ? win32 : posix;
  return {
    key,
    platform,
    uid,
    directory,
    socketDirectory: socketDirectoryFor(directory, key, uid),
    rendezvousFile: join(directory, `engine-${key}.json`),
    countersFile: join(directory, `counters-${key}.json`),
    logFile: join(directory, `engine-${key}.log`),
  };
}

/** The endpoint of this process's user and of the desktop session that `env` belongs to. */
export function localEndpoint(env: Environment): Endpoint {
  return endpointFor(env, process.platform, process.getuid?.());
}

/** A new socket path (a pipe name on Windows, not yet verified there) that no other engine has. */
export function newSocketPath(endpoint: Endpoint): string {
  const name = `engine-${endpoint.key}-${randomName()}`;
  return endpoint.platform === 'win32' ? `\\\\.\\pipe\\deskhand-${name}` : `${endpoint.socketDirectory}/${name}.sock`;
}

/** Whether `path` is a socket file of this endpoint, so that it may be removed. */
export function isSocketFile(endpoint: Endpoint, path: string): boolean {
  const prefix = `${endpoint.socketDirectory}/engine-${endpoint.key}-`;
  return path.startsWith(prefix) && path.endsWith('.sock') && dirname(path) === endpoint.socketDirectory;
}

/** Eight random hexadecimal digits for a file name. */
export function randomName(): string {
  return randomBytes(4).toString('hex');
}

function sessionKey(env: Environment, platform: NodeJS.Platform, uid: number | undefined): string {
  if (platform === 'win32') {
    return shortHash([env['USERDOMAIN'], env['USERNAME'], env['SESSIONNAME'], env['DESKHAND_DESKTOP']]);
  }
  return shortHash([String(uid), display(env), env['WAYLAND_DISPLAY'], sessionBus(env), env['DESKHAND_DESKTOP']]);
}

/** `:0.0` and `:0` are the same display. */
function display(env: Environment): string | undefined {
  return env['DISPLAY']?.replace(/(:\d+)\.0$/, '$1');
}

/** Shells and services of one session spell its bus differently: without it, or with and without its guid. */
function sessionBus(env: Environment): string | undefined {
  const runtime = env['XDG_RUNTIME_DIR'];
  const address = env['DBUS_SESSION_BUS_ADDRESS'] || (runtime ? `unix:path=${runtime}/bus` : undefined);
  return address?.replace(/,guid=[^,;]*/g, '');
}

function shortHash(facts: readonly (string | undefined)[]): string {
  const text = JSON.stringify(facts.map((fact) => fact ?? ''));
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

function runtimeDirectory(env: Environment, platform: NodeJS.Platform, uid: number | undefined): string {
  const chosen = env['DESKHAND_RUNTIME_DIR'];
  if (chosen) {
    return resolve(chosen);
  }
  if (platform === 'win32') {
    return win32.join(env['LOCALAPPDATA'] || env['TEMP'] || 'C:\\', 'deskhand');
  }
  const runtime = env['XDG_RUNTIME_DIR'];
  const usable = runtime !== undefined && isAbsolute(runtime);
  return usable ? posix.join(runtime, 'deskhand') : posix.resolve(env['TMPDIR'] || '/tmp', `deskhand-${uid}`);
}

function socketDirectoryFor(directory: string, key: string, uid: number | undefined): string {
  const longest = `${directory}/engine-${key}-${'0'.repeat(8)}.sock`;
  const fits = Buffer.byteLength(longest) <= LIMITS.socketPath;
  return fits ? directory : `/tmp/deskhand-${uid}-${shortHash([directory])}`;
}
