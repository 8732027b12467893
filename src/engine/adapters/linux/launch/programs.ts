import { constants } from 'node:fs';
import { access, readdir, readFile, stat } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { EngineError } from '../../../../model/errors.ts';
import type { Program } from '../../../../model/launching.ts';
import { harmless, quoted } from '../../../../model/text.ts';
import { type DesktopEntry, parseDesktopEntry } from './desktopEntry.ts';

/**
 * The program that a name means: an absolute path, a command, or the name of an application as menus show it. Fails with
 * `invalid_argument` where there is none.
 */
export async function programNamed(name: string, env: NodeJS.ProcessEnv): Promise<Program> {
  if (isAbsolute(name)) {
    if (await isExecutable(name)) return { name: basename(name), command: [name] };
    throw notFound(name, 'There is no executable file of this path.');
  }
  if (name.includes('/')) throw notFound(name, 'A path must be absolute.');
  const path = await onPath(name, env);
  return path ? { name, command: [path] } : applicationNamed(name, env);
}

async function onPath(name: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  for (const folder of (env['PATH'] ?? '').split(':').filter(isAbsolute)) {
    const path = join(folder, name);
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

async function applicationNamed(name: string, env: NodeJS.ProcessEnv): Promise<Program> {
  const wanted = name.toLowerCase().replace(/\.desktop$/, '');
  const entries = await readEntries(env);
  const isMeant = ([id, entry]: readonly [string, DesktopEntry]) =>
    id.toLowerCase() === wanted || entry.name.toLowerCase() === wanted;
  const [found] = [...entries].filter(isMeant);
  if (!found) throw notFound(name, similarTo(wanted, entries));
  const [id, { command, inTerminal }] = found;
  if (inTerminal) throw notFound(name, 'It runs in a terminal and has no window.');
  return { name: id, command };
}

/** The entries of all folders by their names; those of the user's own folder come first and hide others. */
async function readEntries(env: NodeJS.ProcessEnv): Promise<ReadonlyMap<string, DesktopEntry>> {
  const home = env['XDG_DATA_HOME'] || join(env['HOME'] ?? '/', '.local/share');
  const shared = (env['XDG_DATA_DIRS'] || '/usr/local/share:/usr/share').split(':');
  const entries = new Map<string, DesktopEntry>();
  for (const folder of [home, ...shared].map((data) => join(data, 'applications'))) {
    for (const [id, entry] of await entriesIn(folder)) if (!entries.has(id)) entries.set(id, entry);
  }
  for (const [id, { hidden }] of entries) if (hidden) entries.delete(id);
  return entries;
}

async function entriesIn(folder: string): Promise<readonly (readonly [string, DesktopEntry])[]> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.desktop'));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8').catch(() => '')));
  return files.flatMap((file, index) => {
    const entry = parseDesktopEntry(texts[index] ?? '');
    return entry ? [[basename(file, '.desktop'), entry] as const] : [];
  });
}

function similarTo(wanted: string, entries: ReadonlyMap<string, DesktopEntry>): string {
  const similar = [...entries].filter(([id, { name }]) => `${id} ${name}`.toLowerCase().includes(wanted)).slice(0, 5);
  if (similar.length === 0) return 'Name a command, an absolute path, or an application as menus show it.';
  return `Similar ones are ${similar.map(([, { name }]) => quoted(harmless(name, 40))).join(', ')}.`;
}

function notFound(name: string, next: string): EngineError {
  return new EngineError('invalid_argument', { problem: `There is no program ${quoted(harmless(name, 60))}.`, next });
}
