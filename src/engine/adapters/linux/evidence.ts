import { readFile, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ageIn, commandOf, isChromium, isFile } from './processes.ts';

/** What can be learnt of a process from outside, to explain why its window exposes nothing. */
export interface Evidence {
  readonly pid: number;
  /** Program and arguments; empty where it has ended. */
  readonly command: readonly string[];
  /** As it was at the start; absent where the system keeps what it tells of this process to its owner. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Toolkits, and parts of them, of which it has loaded the libraries. */
  readonly libraries: readonly Library[];
  readonly isChromium: boolean;
  /** The sandbox that it runs in, and the name of the program in it. */
  readonly sandbox?: Sandbox;
  /** Seconds for which it has been running. */
  readonly age: number;
  /** Whether it is on the accessibility bus at all. */
  readonly isOnBus: boolean;
  /** Address of the session bus that this desktop is read over; absent where there is none. */
  readonly session?: string;
  /** Address of the accessibility bus where the environment names one. */
  readonly accessibility?: string;
  /** Whether accessibility was on when it started; absent where nobody knows. */
  readonly wasEnabled?: boolean;
  /** Where the bridge of Java is installed; absent where it is not. */
  readonly javaBridge?: string;
}

interface Sandbox {
  readonly kind: 'flatpak' | 'snap';
  readonly name: string;
}

export type Library =
  | 'gtk2'
  | 'gtk3'
  | 'gtk4'
  | 'qt5'
  | 'qt6'
  | 'java'
  | 'javaBridge'
  | 'office'
  | 'officeOnX'
  | 'firefox'
  | 'tk'
  | 'windowSystem';

/** How each library is called in the list of what a process has mapped. */
const LIBRARIES: Readonly<Record<Library, RegExp>> = {
  gtk2: /\/libgtk-x11-2\.0\.so/,
  gtk3: /\/libgtk-3\.so/,
  gtk4: /\/libgtk-4\.so/,
  qt5: /\/libQt5Gui\.so/,
  qt6: /\/libQt6Gui\.so/,
  java: /\/libjvm\.so/,
  javaBridge: /\/libatk-wrapper\.so/,
  office: /\/libvcllo\.so|\/libmergedlo\.so/,
  // The backend of LibreOffice that draws with X11 alone.
  officeOnX: /\/libvclplug_genlo\.so/,
  firefox: /\/libxul\.so/,
  tk: /\/libtk[89]/,
  // Whoever has a window has one of these, but for the few programs that speak the protocol themselves.
  windowSystem: /\/lib(X11|xcb|wayland-client)\.so/,
};

/** Where packages of Debian and of Fedora put the bridge of Java. */
const JAVA_BRIDGES = ['/usr/share/java/java-atk-wrapper.jar', '/usr/lib64/java-atk-wrapper/java-atk-wrapper.jar'];

/** What is learnt from the process itself. */
type Gathered = Omit<Evidence, 'isOnBus' | 'session' | 'accessibility' | 'wasEnabled'>;

/** Gathers what is known of a process; `proc` is where the system tells of processes. */
export async function gather(pid: number, proc = '/proc'): Promise<Gathered> {
  const own = join(proc, String(pid));
  const [command, environment, libraries, chromium, sandbox, age] = await Promise.all([
    commandOf(pid, proc),
    environmentIn(own),
    librariesIn(own),
    isChromium(pid, proc),
    sandboxOf(own),
    ageIn(proc, pid),
  ]);
  const javaBridge = libraries.includes('java') ? await installed(JAVA_BRIDGES) : undefined;
  return {
    pid,
    command: wordsOf(command),
    ...(environment && { environment }),
    libraries,
    isChromium: chromium,
    ...(sandbox && { sandbox }),
    age: age ?? 0,
    ...(javaBridge !== undefined && { javaBridge }),
  };
}

/** Chromium writes its arguments anew, as one with blanks between them. */
function wordsOf(command: readonly string[]): readonly string[] {
  const [only = '', ...others] = command;
  return others.length === 0 && only.includes(' -') ? only.split(' ') : command;
}

async function installed(paths: readonly string[]): Promise<string | undefined> {
  const found = await Promise.all(paths.map(isFile));
  return paths[found.indexOf(true)];
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
  // Keys of the table above.
  const names = Object.keys(LIBRARIES) as Library[];
  return names.filter((name) => LIBRARIES[name].test(maps));
}

async function sandboxOf(own: string): Promise<Sandbox | undefined> {
  const info = join(own, 'root/.flatpak-info');
  if (await isFile(info)) {
    const text = await readFile(info, 'utf8').catch(() => '');
    return { kind: 'flatpak', name: /^(?:name|runtime)=(.+)$/m.exec(text)?.[1] ?? 'APP' };
  }
  // Not by a variable: what a snap starts outside of it inherits those.
  const program = await readlink(join(own, 'exe')).catch(() => '');
  const [, name] = /^\/snap\/([^/]+)\//.exec(program) ?? [];
  return name === undefined ? undefined : { kind: 'snap', name };
}

/** Programs that run a script or a class, which alone would not say what was started. */
const INTERPRETERS = /^(python[\d.]*|perl|ruby|node|gjs|mono|bash|sh|java)$/;

/** The program and, of one that interprets a script, the script; no other arguments, which may hold secrets. */
export function programWords({ command: [program = 'PROGRAM', ...args], sandbox }: Evidence): readonly string[] {
  if (sandbox?.kind === 'snap') return [sandbox.name];
  const name = basename(program);
  const [script] = args;
  return INTERPRETERS.test(name) && script !== undefined && !script.startsWith('-') ? [name, script] : [name];
}
