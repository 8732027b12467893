import { access, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ageOf, isChromium } from './processes.ts';

/** What can be learnt of a process from outside, to explain why its window exposes nothing. */
export interface Evidence {
  /** Absent where the process belongs to somebody else, so that neither its environment nor its libraries are told. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Toolkits of which it has loaded the libraries. */
  readonly libraries: readonly Library[];
  readonly isChromium: boolean;
  /** The sandbox that it runs in. */
  readonly sandbox?: 'flatpak' | 'snap';
  /** Seconds for which it has been running. */
  readonly age: number;
  /** Whether it is on the accessibility bus at all. */
  readonly isOnBus: boolean;
}

type Library = 'gtk2' | 'gtk3' | 'gtk4' | 'qt5' | 'qt6' | 'java' | 'javaBridge';

/** How each library is called in the list of what a process has mapped. */
const LIBRARIES: Readonly<Record<Library, RegExp>> = {
  gtk2: /\/libgtk-x11-2\.0\.so/,
  gtk3: /\/libgtk-3\.so/,
  gtk4: /\/libgtk-4\.so/,
  qt5: /\/libQt5Gui\.so/,
  qt6: /\/libQt6Gui\.so/,
  java: /\/libjvm\.so/,
  javaBridge: /\/libatk-wrapper\.so/,
};

/** Gathers what is known of a process; `proc` is where the system tells of processes. */
export async function evidenceOf(pid: number, isOnBus: boolean, proc = '/proc'): Promise<Evidence> {
  const own = join(proc, String(pid));
  const [environment, libraries, chromium, sandbox, age] = await Promise.all([
    environmentIn(own),
    librariesIn(own),
    isChromium(pid),
    sandboxOf(own),
    ageOf(pid),
  ]);
  return {
    ...(environment && { environment }),
    libraries,
    isChromium: chromium,
    ...(sandbox && { sandbox }),
    age: age ?? 0,
    isOnBus,
  };
}

async function environmentIn(own: string): Promise<Record<string, string> | undefined> {
  const text = await readFile(join(own, 'environ'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const entries = text.split('\0').filter((entry) => entry.includes('='));
  return Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
}

async function librariesIn(own: string): Promise<readonly Library[]> {
  const maps = await readFile(join(own, 'maps'), 'utf8').catch(() => '');
  const names = Object.keys(LIBRARIES) as Library[];
  return names.filter((name) => LIBRARIES[name].test(maps));
}

async function sandboxOf(own: string): Promise<Evidence['sandbox'] | undefined> {
  const isFlatpak = await access(join(own, 'root/.flatpak-info')).then(
    () => true,
    () => false,
  );
  if (isFlatpak) return 'flatpak';
  const program = await readlink(join(own, 'exe')).catch(() => '');
  return program.startsWith('/snap/') ? 'snap' : undefined;
}
