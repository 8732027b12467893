import { type ChildProcess, fork } from 'node:child_process';

const STDERR = 2;

/**
 * Starts the module that calls `serveAdapter`. What it prints goes to the engine's stderr, because the engine's stdout
 * carries the protocol of its client. A sandbox passes the environment with its display and buses.
 */
export function forkHost(module: string | URL, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return fork(module, args, {
    env,
    // Not the engine's own flags: a second --inspect on the same port would fail. Young objects get 8 MB: without the
    // limit a host grows to 222 MB over 1,000 reads where 130 do, in the same time.
    execArgv: ['--max-semi-space-size=8'],
    // Measured against 'advanced': JSON is faster for trees.
    serialization: 'json',
    stdio: ['ignore', STDERR, STDERR, 'ipc'],
  });
}
