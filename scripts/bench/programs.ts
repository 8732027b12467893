import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PlatformAdapter, Scope } from '../../src/engine/adapters/adapter.ts';
import type { WindowInfo } from '../../src/model/element.ts';
import { missingForLinuxTests, type TestDesktop, until } from '../../test/linux/desktop.ts';

/** A program that is measured, alone on a desktop of its own. */
export interface Program {
  readonly name: string;
  /** Part of the title of its window. */
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Elements from which on the window is complete. */
  readonly atLeast: number;
  /** GTK 4 says what it has in its cache, and SHOWING only of the frame. */
  readonly cache?: true;
  /** Why the peer does not read it in a usual run. */
  readonly noPeer?: string;
  /** It shows so much that the goals for large pages hold for it. */
  readonly isPage?: true;
}

const FIXTURES = join(import.meta.dirname, '../../test/fixtures');
const PYTHON = '/usr/bin/python3';
const CHROMIUM = ['--no-sandbox', '--no-first-run', '--disable-gpu', '--force-renderer-accessibility'];
const CALC = ['--norestore', '--nologo', '--nofirststartwizard', '--calc'];

/** Everything that is on the screen, so that all readers read the same elements. */
export const SHOWN: Scope = { includeOffscreen: false, rows: 1_000_000, maxNodes: 50_000, timeBudget: 30_000 };
/** What an agent gets: 12 rows of a table. */
export const USUAL: Scope = { ...SHOWN, rows: 12 };

export const NEVER = new AbortController().signal;

const run = promisify(execFile);

export const PROGRAMS: readonly Program[] = [
  { name: 'gtk3-demo', title: 'Application Class', command: 'gtk3-demo', args: [], atLeast: 60 },
  { name: 'mousepad', title: 'Mousepad', command: 'mousepad', args: [], atLeast: 15 },
  { name: 'gtk3-widget-factory', title: 'widget-factory', command: 'gtk3-widget-factory', args: [], atLeast: 80 },
  { name: 'calculator, GTK 4', title: 'Calculator', command: 'gnome-calculator', args: [], atLeast: 60, cache: true },
  {
    ...{ name: 'gtk4-widget-factory', title: 'Widget Factory', command: 'gtk4-widget-factory', args: [] },
    ...{ atLeast: 150, cache: true },
  },
  { name: 'featherpad, Qt 5', title: 'Untitled', command: 'featherpad', args: [], atLeast: 30 },
  { name: 'form, Qt 6', title: 'Deskhand Qt 6', command: PYTHON, args: [join(FIXTURES, 'qt6.py')], atLeast: 20 },
  {
    ...{ name: 'empty sheet, LibreOffice', title: 'LibreOffice Calc', command: 'libreoffice', args: CALC },
    ...{ env: { SAL_USE_VCLPLUGIN: 'gtk3' }, atLeast: 200, noPeer: 'its default read ends LibreOffice; `--calc-peer`' },
  },
  { ...onPage('page.html'), name: 'page of 1,000 rows', title: 'Deskhand page', atLeast: 100, isPage: true },
  { ...bigTable('gtk3', 10_000), name: 'tree of 10,000 rows, GTK 3' },
];

/** The toolkits whose tables are measured for growth. */
export const TABLES: Readonly<Record<string, (rows: number) => Program>> = {
  'GTK 3 tree view': (rows) => bigTable('gtk3', rows),
  'GTK 4 column view': (rows) => ({ ...bigTable('gtk4', rows), cache: true }),
  'Chromium table': (rows) => ({ ...onPage(`big.html#${rows}`), ...titled(rows), atLeast: 50 }),
  'Qt 6 table': (rows) => bigTable('qt6', rows),
};

function bigTable(toolkit: string, rows: number): Program {
  return { ...titled(rows), command: PYTHON, args: [join(FIXTURES, 'big.py'), toolkit, String(rows)], atLeast: 30 };
}

function titled(rows: number): Pick<Program, 'name' | 'title'> {
  return { name: `${rows} rows`, title: `Deskhand ${rows} rows` };
}

function onPage(page: string): Pick<Program, 'command' | 'args'> {
  return { command: 'chromium', args: [...CHROMIUM, `file://${join(FIXTURES, page)}`] };
}

/** Why the program cannot be measured here; undefined where it can. */
export function missingFor({ command }: Program): string | undefined {
  return missingForLinuxTests([command]);
}

/** Starts the program on a desktop that tells every program to be accessible, as some look only when they start. */
export async function launch({ env, launch: start, directory }: TestDesktop, program: Program): Promise<void> {
  await run('gdbus', [...ASK, 'org.freedesktop.DBus.Properties.Set', 'org.a11y.Status', 'IsEnabled', '<true>'], {
    env,
  });
  // Qt 5 stays silent for good where it is the one that starts the accessibility bus.
  await run('gdbus', [...ASK, 'org.a11y.Bus.GetAddress'], { env });
  const profile = program.command === 'chromium' ? [`--user-data-dir=${join(directory, 'chromium')}`] : [];
  start(program.command, [...profile, ...program.args], program.env);
}

const ASK = ['call', '--session', '-d', 'org.a11y.Bus', '-o', '/org/a11y/bus', '-m'];

/** The window once it is complete and at rest. */
export async function windowOf(
  adapter: PlatformAdapter,
  { title, atLeast }: Program,
): Promise<{ window: string; pid: number }> {
  let found: WindowInfo | undefined;
  let before = -1;
  await until(
    async () => {
      const { windows } = await adapter.windows([], NEVER);
      found = windows.find((window) => window.title.includes(title));
      if (!found) return false;
      const { nodes } = await adapter.capture(found.handle, SHOWN, NEVER);
      const atRest = nodes.length >= atLeast && nodes.length === before;
      before = nodes.length;
      return atRest;
    },
    `${atLeast} elements of ${title} at rest`,
    60_000,
  );
  return { window: found?.handle ?? '', pid: found?.pid ?? 0 };
}
