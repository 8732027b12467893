import { access, readlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { processEntry } from './processTable.ts';

/** Files of the JavaScript engine that lie beside every program built on Electron. */
const ELECTRON_FILES = ['v8_context_snapshot.bin', 'snapshot_blob.bin'];

/** More ancestors than a process has; a table that changes while it is read must not lead in a circle. */
const MOST_ANCESTORS = 64;

/**
 * The process of the editor that this program runs in, as its extension says, or as the processes above it tell: the
 * topmost one of the first program that is built on Electron. Undefined outside of an editor.
 */
export async function hostEditor(env: NodeJS.ProcessEnv, from: number): Promise<number | undefined> {
  const told = Number(env['DESKHAND_HOST_PID']);
  if (Number.isInteger(told) && told > 0) return told;
  const ancestors = await ancestorsOf(from);
  const programs = await Promise.all(ancestors.map(programOf));
  const editors = await Promise.all(programs.map(isElectron));
  const editor = programs[editors.indexOf(true)];
  return editor === undefined ? undefined : ancestors[programs.lastIndexOf(editor)];
}

/** A process and those above it, the nearest first. */
async function ancestorsOf(pid: number): Promise<readonly number[]> {
  const found: number[] = [];
  for (let at = pid; at > 1 && found.length < MOST_ANCESTORS; at = (await processEntry(at))?.parent ?? 0)
    found.push(at);
  return found;
}

async function programOf(pid: number): Promise<string> {
  return readlink(`/proc/${pid}/exe`).catch(() => '');
}

async function isElectron(program: string): Promise<boolean> {
  if (program === '') return false;
  const found = ELECTRON_FILES.map((file) =>
    access(join(dirname(program), file)).then(
      () => true,
      () => false,
    ),
  );
  return (await Promise.all(found)).includes(true);
}
