import { readdirSync, readFileSync } from 'node:fs';
import type { TestDesktop } from './desktop.ts';

/** Processes of a desktop of ours that were started with a word, such as `adapter-host`. */
export function ownProcesses(desktop: TestDesktop, word: string): readonly number[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => textOf(`/proc/${pid}/cmdline`).split('\0').includes(word))
    .filter((pid) => textOf(`/proc/${pid}/environ`).includes(desktop.directory))
    .map(Number);
}

/** Processes end while they are looked at. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
