import { access, readdir, readFile, readlink } from 'node:fs/promises';
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
  return program !== '' && isChromiumFolder(dirname(program));
}

/** Whether a program built on Chromium lies in a folder. */
export async function isChromiumFolder(folder: string): Promise<boolean> {
  const found = await Promise.all(CHROMIUM_FILES.map((file) => isFile(join(folder, file))));
  return found.includes(true);
}

/** A process and all that it has started, as far as they run: those of its session, and their children. */
export async function familyOf(pid: number): Promise<readonly number[]> {
  const names = await readdir('/proc');
  const entries = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((name) => lineageOf(Number(name))));
  const known = entries.filter((entry) => entry !== undefined);
  const family = new Set(known.filter(({ own, session }) => own === pid || session === pid).map(({ own }) => own));
  for (let before = -1; before !== family.size; ) {
    before = family.size;
    for (const { own, parent } of known) if (family.has(parent)) family.add(own);
  }
  return [...family];
}

async function lineageOf(own: number): Promise<{ own: number; parent: number; session: number } | undefined> {
  const stat = await readFile(`/proc/${own}/stat`, 'latin1').catch(() => '');
  const [state, parent, , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // One that has ended is still listed until its parent asks.
  return stat === '' || state === 'Z' ? undefined : { own, parent: Number(parent), session: Number(session) };
}

/** Whether there is such a file, and it is not hidden from us. */
export function isFile(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
