import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A private X server, session bus and window manager, and the programs that a test starts on them. */
export interface TestDesktop {
  readonly env: NodeJS.ProcessEnv;
  readonly directory: string;
  /** Starts a program on this desktop; `extra` is added to its environment. */
  launch(command: string, args?: readonly string[], extra?: NodeJS.ProcessEnv): ChildProcess;
  /** Starts a program that takes orders on its standard input and answers on its standard output. */
  launchPiped(command: string, args: readonly string[], extra?: NodeJS.ProcessEnv): ChildProcess;
  /** Ends every process of this desktop and removes its directory. */
  stop(): Promise<void>;
}

const run = promisify(execFile);

/** Programs without which no test of this folder can run. */
const NEEDED = ['Xvfb', 'openbox', 'xprop', 'dbus-daemon'];
const SERVICE_FOLDER = '/usr/share/dbus-1/services';
const ACCESSIBILITY_SERVICE = 'org.a11y.Bus.service';

/** Why the tests of this folder cannot run here; undefined where they can. */
export function missingForLinuxTests(programs: readonly string[] = []): string | undefined {
  if (process.platform !== 'linux') return 'not Linux';
  const missing = [...NEEDED, ...programs].filter((program) => !onPath(program));
  if (missing.length > 0) return `not installed: ${missing.join(', ')}`;
  if (!existsSync(join(SERVICE_FOLDER, ACCESSIBILITY_SERVICE))) return 'not installed: at-spi2-core';
  return undefined;
}

function onPath(program: string): boolean {
  if (program.startsWith('/')) return existsSync(program);
  return (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, program)));
}

/** What a desktop is started with. */
export interface DesktopOptions {
  /** Without a display: no X server and no window manager. */
  readonly display?: false;
  readonly windowManager?: false;
}

/** Starts a private desktop with an accessibility bus of its own. */
export async function startDesktop(options: DesktopOptions = {}): Promise<TestDesktop> {
  const directory = await mkdtemp(join(tmpdir(), 'deskhand-desktop-'));
  const env = await privateEnvironment(directory);
  const children: ChildProcess[] = [];
  const start = (command: string, args: readonly string[], extra: NodeJS.ProcessEnv, stdio: StdioOptions) => {
    const child = spawn(command, args, { env: { ...env, ...extra }, stdio, cwd: directory });
    children.push(child);
    return child;
  };
  const launch: TestDesktop['launch'] = (command, args = [], extra = {}) => start(command, args, extra, 'ignore');
  const launchPiped: TestDesktop['launchPiped'] = (command, args, extra = {}) =>
    start(command, args, extra, ['pipe', 'pipe', 'ignore']);
  const stop = async () => {
    await endAll(directory, children);
    await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  };
  try {
    if (options.display !== false) env['DISPLAY'] = await startDisplay(env, children);
    launch('dbus-daemon', ['--nofork', '--nopidfile', `--config-file=${join(directory, 'bus.conf')}`]);
    await until(() => existsSync(join(directory, 'bus')), 'the session bus');
    if (options.display !== false && options.windowManager !== false) {
      launch('openbox');
      await until(() => managesWindows(env), 'the window manager');
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { env, directory, launch, launchPiped, stop };
}

async function privateEnvironment(directory: string): Promise<NodeJS.ProcessEnv> {
  const runtime = join(directory, 'runtime');
  const services = join(directory, 'services');
  const temporary = join(directory, 'tmp');
  await Promise.all(
    [runtime, services, temporary, join(directory, 'home')].map((path) => mkdir(path, { mode: 0o700 })),
  );
  // Only the accessibility service: portals and settings daemons would start with the first program.
  await symlink(join(SERVICE_FOLDER, ACCESSIBILITY_SERVICE), join(services, ACCESSIBILITY_SERVICE));
  await writeFile(join(directory, 'bus.conf'), busConfiguration(directory));
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: join(directory, 'home'),
    TMPDIR: temporary,
    XDG_RUNTIME_DIR: runtime,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(directory, 'bus')}`,
    GSETTINGS_BACKEND: 'memory',
    PYTHONDONTWRITEBYTECODE: '1',
    GDK_BACKEND: 'x11',
    GSK_RENDERER: 'cairo',
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
  };
}

function busConfiguration(directory: string): string {
  return `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${directory}/bus</listen>
  <auth>EXTERNAL</auth>
  <servicedir>${directory}/services</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;
}

/** Starts an X server that chooses a free display number itself. */
async function startDisplay(env: NodeJS.ProcessEnv, children: ChildProcess[]): Promise<string> {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp', '-noreset'];
  const server = spawn('Xvfb', args, { env, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  children.push(server);
  let number = '';
  server.stdio[3]?.on('data', (chunk: Buffer) => {
    number += chunk.toString();
  });
  await until(() => number.endsWith('\n'), 'the X server');
  return `:${number.trim()}`;
}

/** A window that opens while the window manager starts may never be shown. The list is the last thing that it sets up. */
async function managesWindows(env: NodeJS.ProcessEnv): Promise<boolean> {
  const { stdout } = await run('xprop', ['-root', '_NET_CLIENT_LIST'], { env });
  return stdout.includes('window id');
}

/** Polls until `holds`, for at most ten seconds; `what` may tell at the end what was there instead. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string | (() => string),
  limit = 10_000,
): Promise<void> {
  const end = Date.now() + limit;
  while (!(await holds())) {
    if (Date.now() > end) {
      throw new Error(`${typeof what === 'string' ? what : what()} did not come up within ${limit} ms`);
    }
    await delay(20);
  }
}

/** The children we started, and whatever the bus or the programs started in turn: they carry our directory. */
async function endAll(directory: string, children: readonly ChildProcess[]): Promise<void> {
  for (const child of children) child.kill('SIGKILL');
  await until(() => {
    const left = processesOf(directory);
    for (const pid of left) endProcess(pid);
    return left.length === 0;
  }, 'the end of the desktop');
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended between the listing and the signal.
  }
}

function processesOf(directory: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .filter((pid) => readFileOf(`/proc/${pid}/environ`).includes(`${directory}/`))
    .map(Number);
}

function readFileOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
