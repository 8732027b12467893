import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Waits until the process is gone, and says whether it is after `limit` milliseconds. */
export async function hasEnded(pid: number, limit: number): Promise<boolean> {
  const until = performance.now() + limit;
  while (isAlive(pid)) {
    if (performance.now() > until) return false;
    await delay(20);
  }
  return true;
}

/** Whether the process runs; one that has ended and that nobody has collected yet does not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Ends what a failed test would leave behind. */
export function killIfAlive(pid: number): void {
  if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}
