import { Worker } from 'node:worker_threads';

interface ParentWatch {
  /** Milliseconds between two looks. */
  readonly poll: number;
  /** Milliseconds that the main thread has for an orderly end before the process is killed. */
  readonly grace: number;
}

/** Source text, not a file: the engine is one bundled file. */
const WATCH = `
const { parent, poll, grace } = require('node:worker_threads').workerData;
const timer = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(timer);
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), grace);
}, poll);
`;

/**
 * Ends this process some time after its parent has died, from a thread of its own: while a native call blocks the main
 * thread, 'disconnect' is not delivered. POSIX only, where an orphan gets another parent; Windows has jobs for this.
 */
export function endWithParent({ poll, grace }: ParentWatch): void {
  new Worker(WATCH, {
    eval: true,
    execArgv: [],
    workerData: { parent: process.ppid, poll, grace },
  }).unref();
}
