import { access, readFile, readlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Ticks a second in which the kernel tells times of processes; the same on every Linux. */
const TICKS = 100;

/** When a process started, in ticks since the machine did; undefined where it has ended. */
export async function startOf(pid: number, proc = '/proc'): Promise<string | undefined> {
  const stat = await readFile(join(proc, `${pid}/stat`), 'latin1').catch(() => '');
  // The name in the second field may hold blanks and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[19];
}

/** Seconds for which a process has been running; undefined where it has ended. */
export function ageOf(pid: number): Promise<number | undefined> {
  return ageIn('/proc', pid);
}

/** The same where `proc` is where the system tells of processes. */
export async function ageIn(proc: string, pid: number): Promise<number | undefined> {
  const [start, uptime] = await Promise.all([startOf(pid, proc), readFile(join(proc, 'uptime'), 'latin1')]);
  return start === undefined ? undefined : Number.parseFloat(uptime) - Number(start) / TICKS;
}

/** Name of the program that a process runs, which the kernel cuts at 15 characters; empty where it has ended. */
export async function programOf(pid: number): Promise<string> {
  return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim();
}

/** The program of a process and its arguments; empty where it has ended. */
export async function commandOf(pid: number, proc = '/proc'): Promise<readonly string[]> {
  const text = await readFile(join(proc, `${pid}/cmdline`), 'utf8').catch(() => '');
  return text.split('\0').slice(0, -1);
}

/** Files of the JavaScript engine that lie beside every program built on Chromium, Electron included. */
const CHROMIUM_FILES = ['v8_context_snapshot.bin', 'snapshot_blob.bin'];

/** Whether the program of a process is built on Chromium. */
export async function isChromium(pid: number, proc = '/proc'): Promise<boolean> {
  const program = await readlink(join(proc, `${pid}/exe`)).catch(() => '');
  if (program === '') return false;
  const found = await Promise.all(CHROMIUM_FILES.map((file) => isFile(join(dirname(program), file))));
  return found.includes(true);
}

/** Whether there is such a file, and it is not hidden from us. */
export function isFile(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
