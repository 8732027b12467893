import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Evidence, gather } from '../../src/engine/adapters/linux/evidence.ts';
import { reasonOf } from '../../src/engine/adapters/linux/reasons.ts';
import { noteSentence } from '../../src/model/notes.ts';

/** A program that has been running for long and is on no bus. */
const OLD: Evidence = {
  pid: 4711,
  command: ['/usr/bin/editor', '--secret'],
  environment: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus,guid=1' },
  libraries: ['windowSystem'],
  isChromium: false,
  age: 600,
  isOnBus: false,
  session: 'unix:path=/run/user/1000/bus',
};

const gtk3 = { libraries: ['gtk3', 'windowSystem'] } as const;
const gtk4 = { libraries: ['gtk4', 'windowSystem'] } as const;
const qt6 = { libraries: ['qt6', 'windowSystem'] } as const;
const java = { libraries: ['java', 'windowSystem'], command: ['java', '-jar', 'x.jar'] } as const;
const BRIDGE = '/usr/share/java/java-atk-wrapper.jar';
const variables = (environment: Record<string, string>) => ({ environment: { ...OLD.environment, ...environment } });

/** What is known, what is said of it, and the command that mends it. Flatpak and snap have no other test. */
const SITUATIONS: readonly [name: string, known: Partial<Evidence>, says: RegExp, command: string | undefined][] = [
  [
    'GTK 3 without its bridge',
    { ...gtk3, ...variables({ NO_AT_BRIDGE: '1' }) },
    /with NO_AT_BRIDGE=1\./,
    'env -u NO_AT_BRIDGE editor',
  ],
  [
    'GTK 4 that was told to be silent',
    { ...gtk4, ...variables({ GTK_A11Y: 'none' }) },
    /with GTK_A11Y=none\./,
    'env -u GTK_A11Y editor',
  ],
  [
    'GTK 4 that was told something it does not know',
    { ...gtk4, ...variables({ GTK_A11Y: 'yes' }) },
    /with GTK_A11Y=yes\./,
    'env -u GTK_A11Y editor',
  ],
  ['GTK 4 that draws nothing', gtk4, /has drawn none in all this time/, 'env GSK_RENDERER=cairo editor'],
  [
    'GTK 4 that draws plainly already',
    { ...gtk4, ...variables({ GSK_RENDERER: 'cairo' }) },
    /nothing that is known of its process says why/,
    undefined,
  ],
  [
    'Qt that started before accessibility was on',
    { ...qt6, wasEnabled: false },
    /it was off then/,
    'env QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1 editor',
  ],
  [
    'Qt of which nobody knows what it found',
    qt6,
    /only when it starts, and only where accessibility is on then/,
    'env QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1 editor',
  ],
  [
    'Qt of another session',
    { ...qt6, ...variables({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/tmp/other' }) },
    /another session bus/,
    'env DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1000/bus editor',
  ],
  [
    'a program that was sent to another accessibility bus',
    { ...gtk3, ...variables({ AT_SPI_BUS_ADDRESS: 'unix:path=/x' }) },
    /AT_SPI_BUS_ADDRESS=unix:path=\/x, which is another bus/,
    'env -u AT_SPI_BUS_ADDRESS editor',
  ],
  ['GTK 3 that found no bus', gtk3, /only when it starts, and found none/, 'editor'],
  [
    'Java with a bridge that it has not loaded',
    { ...java, javaBridge: BRIDGE },
    /a bridge, which it has not loaded/,
    `env 'JAVA_TOOL_OPTIONS=-Xbootclasspath/a:${BRIDGE} ` +
      `-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper' java`,
  ],
  ['Java without a bridge', java, /not installed here/, 'sudo apt-get install libatk-wrapper-java-jni'],
  [
    'a Flatpak without the bus',
    { ...gtk3, sandbox: { kind: 'flatpak', name: 'org.example.Editor' }, ...variables({}), isOnBus: false },
    /its Flatpak does not reach/,
    'flatpak run --a11y-bus org.example.Editor',
  ],
  [
    'a Flatpak with a variable that closes it',
    {
      ...gtk4,
      sandbox: { kind: 'flatpak', name: 'org.example.Editor' },
      ...variables({ GTK_A11Y: 'none' }),
    },
    /with GTK_A11Y=none/,
    'flatpak run --unset-env=GTK_A11Y org.example.Editor',
  ],
  [
    'a snap without the bus',
    { ...gtk3, sandbox: { kind: 'snap', name: 'editor' } },
    /its snap does not reach/,
    'sudo snap connect editor:desktop-legacy',
  ],
  [
    'LibreOffice without GTK',
    { libraries: ['office', 'officeOnX', 'windowSystem'], command: ['/usr/lib/libreoffice/program/soffice.bin'] },
    /LibreOffice draws with X11 alone/,
    'env SAL_USE_VCLPLUGIN=gtk3 soffice.bin',
  ],
  ['a program of X11 alone', {}, /uses no toolkit/, undefined],
  ['Tk', { libraries: ['tk', 'windowSystem'] }, /Tk has no accessibility interface/, undefined],
  ['the number of a process in a container', { libraries: [] }, /process 4711, which shows no windows/, undefined],
  ['a window of nobody', { pid: 0 }, /does not tell which process/, undefined],
  ['a window that stays empty', { ...gtk3, isOnBus: true }, /tells of nothing but its window/, undefined],
  [
    'a Chromium that has its flag and started before accessibility was on',
    { isChromium: true, environment: {}, command: ['chromium', '--force-renderer-accessibility'] },
    /only where accessibility is on when it starts/,
    'chromium --force-renderer-accessibility',
  ],
  [
    'a Chromium that has its flag and shows nothing',
    { isChromium: true, isOnBus: true, command: ['chromium', '--force-renderer-accessibility=complete'] },
    /tells of nothing but its window/,
    undefined,
  ],
];

test.each(SITUATIONS)('%s', (_, known, says, command) => {
  const reason = reasonOf({ ...OLD, ...known });
  expect(reason.note.code).toBe('application_silent');
  expect(reason.note.detail).toMatch(says);
  expect(reason.command).toBe(command);
  // The whole of it reaches the reader.
  expect(noteSentence(reason.note)).toContain(command ?? reason.note.detail);
  expect(noteSentence(reason.note)).not.toContain('…');
});

test('the process of another user tells nothing', () => {
  const { environment: _, ...unknown } = OLD;
  expect(reasonOf(unknown).note.detail).toMatch(/process 4711 belongs to another user/);
});

test('Chromium needs its flag, however young it is', () => {
  const chromium = { ...OLD, ...gtk3, command: ['/opt/x/code'], isChromium: true, isOnBus: true, age: 1 };
  expect(reasonOf(chromium)).toEqual({
    note: { code: 'chromium_closed', detail: '--force-renderer-accessibility' },
    mend: { environment: {}, flags: ['--force-renderer-accessibility'] },
    command: 'code --force-renderer-accessibility',
  });
});

test('a program that has written over its environment belongs to no other session', () => {
  expect(reasonOf({ ...OLD, ...gtk3, environment: {} }).note.detail).not.toMatch(/another session/);
});

test('a variable that is 0 switches nothing off', () => {
  expect(reasonOf({ ...OLD, ...gtk3, ...variables({ NO_AT_BRIDGE: '0' }) }).note.detail).not.toMatch(/NO_AT_BRIDGE/);
});

test('a program that has just started gets time, but not for ever', () => {
  const young = { ...OLD, ...gtk3, isOnBus: true, age: 1 };
  expect(reasonOf(young)).toEqual({ note: { code: 'not_populated' } });
  expect(reasonOf({ ...young, age: 60 }).note.code).toBe('application_silent');
  expect(reasonOf({ ...OLD, ...gtk4, age: 5 })).toMatchObject({
    note: { code: 'not_populated', detail: expect.stringMatching(/first picture/) },
    command: 'env GSK_RENDERER=cairo editor',
  });
});

test('no argument but the script of an interpreter is repeated', () => {
  const python = ['/usr/bin/python3', '/home/a b/x.py', '--password=1'];
  const known = { ...OLD, ...gtk3, ...variables({ NO_AT_BRIDGE: '1' }), command: python };
  expect(reasonOf(known).command).toBe("env -u NO_AT_BRIDGE python3 '/home/a b/x.py'");
});

let proc: string;
beforeEach(async () => {
  proc = await mkdtemp(join(tmpdir(), 'deskhand-proc-'));
  await writeFile(join(proc, 'uptime'), '1000.00 2000.00\n');
});
afterEach(() => rm(proc, { recursive: true }));

/** Writes down what the system tells of process 7. */
async function record(files: Readonly<Record<string, string>>, program: string): Promise<void> {
  await mkdir(join(proc, '7/root'), { recursive: true });
  const own = { stat: `7 (a) b) S ${'0 '.repeat(18)}90000 0`, cmdline: `${program}\0--flag\0`, ...files };
  for (const [name, text] of Object.entries(own)) await writeFile(join(proc, '7', name), text);
  await symlink(program, join(proc, '7/exe'));
}

const GTK_MAPS =
  '7f00-7f01 r-xp 00 08:01 12 /usr/lib/x86_64-linux-gnu/libgtk-3.so.0.2404.32\n7f02 /usr/lib/libX11.so.6.4\n';

test('a snap is told by its program, and its variables and libraries are read', async () => {
  await record({ environ: 'A=b=c\0NO_AT_BRIDGE=1\0', maps: GTK_MAPS }, '/snap/editor/12/usr/bin/editor');
  expect(await gather(7, proc)).toEqual({
    pid: 7,
    command: ['/snap/editor/12/usr/bin/editor', '--flag'],
    environment: { A: 'b=c', NO_AT_BRIDGE: '1' },
    libraries: ['gtk3', 'windowSystem'],
    isChromium: false,
    sandbox: { kind: 'snap', name: 'editor' },
    age: 100,
  });
});

test('a Flatpak is told by its information file', async () => {
  const info = '[Application]\nname=org.example.Editor\nruntime=runtime/org.gnome.Platform/x86_64/46\n';
  await record({ environ: '', maps: '', 'root/.flatpak-info': info }, '/app/bin/editor');
  expect((await gather(7, proc)).sandbox).toEqual({ kind: 'flatpak', name: 'org.example.Editor' });
});

test('a process that may not be looked into has no environment', async () => {
  await record({}, '/usr/bin/editor');
  expect(await gather(7, proc)).toMatchObject({ libraries: [], command: ['/usr/bin/editor', '--flag'] });
  expect(await gather(7, proc)).not.toHaveProperty('environment');
});

test('Chromium is told by the files beside its program', async () => {
  await mkdir(join(proc, 'app'));
  await writeFile(join(proc, 'app/snapshot_blob.bin'), '');
  await record({ environ: '', maps: GTK_MAPS, cmdline: '/app/code --a=b --type=x\0' }, join(proc, 'app/code'));
  // It writes its arguments anew, with blanks between them.
  expect(await gather(7, proc)).toMatchObject({ isChromium: true, command: ['/app/code', '--a=b', '--type=x'] });
});
