import { spawn } from 'node:child_process';
import { closeSync, existsSync, ftruncateSync, openSync, readSync, statSync } from 'node:fs';
import process from 'node:process';
import type { Endpoint, Environment } from './endpoint.ts';
import { LIMITS } from './limits.ts';

/** An engine that was started and may not serve yet. */
export interface StartedEngine {
  /** How it ended: its exit code, or why it could not run; undefined while it runs. */
  ended(): number | string | undefined;
  /** The end of what it has written to its log. */
  logTail(): string;
}

/**
 * Starts `entry engine` as a process of its own that outlives this one. Its standard error goes to the endpoint's log.
 */
export function startEngine(endpoint: Endpoint, entry: string, env: Environment): StartedEngine {
  const log = openLog(endpoint.logFile);
  const child = spawn(process.execPath, [entry, 'engine'], {
    cwd: '/',
    detached: true,
    env,
    stdio: ['ignore', 'ignore', log.fd],
    windowsHide: true,
  });
  closeSync(log.fd);
  let ended: number | string | undefined;
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code, signal) => {
    ended = signal ?? code ?? 'unknown';
  });
  child.unref();
  return { ended: () => ended, logTail: () => tailOf(endpoint.logFile, log.start) };
}

/** Opens the log to append, emptied first when it has grown, and says where the new part begins. */
function openLog(path: string): { fd: number; start: number } {
  const fd = openSync(path, 'a', 0o600);
  const { size } = statSync(path);
  if (size <= LIMITS.log) {
    return { fd, start: size };
  }
  ftruncateSync(fd, 0);
  return { fd, start: 0 };
}

function tailOf(path: string, start: number): string {
  if (!existsSync(path)) {
    return '';
  }
  const fd = openSync(path, 'r');
  try {
    const from = Math.max(start, statSync(path).size - LIMITS.logTail);
    const bytes = Buffer.alloc(LIMITS.logTail);
    return bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, from)).trim();
  } finally {
    closeSync(fd);
  }
}
