import { readFile } from 'node:fs/promises';

/** What the system tells of a process. */
export interface ProcessEntry {
  readonly parent: number;
  /** The process group, which is ended as one. */
  readonly group: number;
}

/** The entry of a process; undefined where it has ended, or where the system has no such table. */
export async function processEntry(pid: number): Promise<ProcessEntry | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // The name in the second field may hold blanks and brackets.
  const [, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return parent === undefined || group === undefined ? undefined : { parent: Number(parent), group: Number(group) };
}
