import { type ChildProcess, fork } from 'node:child_process';

const STDERR = 2;

/**
 * Starts the module that calls `serveAdapter`. What it prints goes to the engine's stderr, because the engine's stdout
 * carries the protocol of its client. A sandbox passes the environment with its display and buses.
 */
export function forkHost(module: string | URL, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return fork(module, args, {
    env,
    // The engine's own flags are not for the host: a second --inspect on the same port would fail.
    execArgv: [],
    // Measured against 'advanced': JSON is faster for trees.
    serialization: 'json',
    stdio: ['ignore', STDERR, STDERR, 'ipc'],
  });
}
