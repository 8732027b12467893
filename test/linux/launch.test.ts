import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectStdio, type StdioClient } from '../../src/engine/mcp/stdioClient.ts';
import { settingsPath } from '../../src/engine/settings.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { describeOn, testOn } from './needs.ts';
import { disturbances, Oracle } from './oracle.ts';
import { launchFixture, PYTHON } from './reading.ts';

describeOn([PYTHON], 'launching programs', () => {
  let desktop: TestDesktop;
  let client: StdioClient;
  let oracle: Oracle;

  beforeAll(async () => {
    desktop = await startDesktop();
    const path = settingsPath(desktop.env);
    mkdirSync(dirname(path), { recursive: true });
    const launch = ['python3', 'form', 'false', 'true', 'sleep', 'gnome-calculator', 'featherpad', 'chromium', 'fresh'];
    writeFileSync(path, JSON.stringify({ launch }));
    writeEntry('form', 'My form', `"${PYTHON}" ${fixture('form_gtk3.py')} %f`);
    writeEntry('top', 'Top', 'top', 'Terminal=true');
    // As an editor that is built on Electron starts its extensions.
    const own = { ELECTRON_RUN_AS_NODE: '1', NO_AT_BRIDGE: '1', VSCODE_PID: '7', DESKHAND_IDLE_MS: '500' };
    client = await connectStdio(process.execPath, [resolve('src/engine/main.ts'), 'mcp'], { ...desktop.env, ...own });
    oracle = await Oracle.open(desktop.env);
    await launchFixture(desktop, 'gtk3');
    await until(async () => (await oracle.look()).active !== 0, 'a window with the focus');
  }, 60_000);

  afterAll(async () => {
    oracle?.close();
    await client?.close();
    await desktop?.stop();
  });

  const launch = (app: string, args: readonly string[] = [], more: object = {}) =>
    client.call('deskhand_launch', { app, args, ...more });
  const fixture = (name: string) => join(import.meta.dirname, '../fixtures', name);

  function writeEntry(id: string, name: string, exec: string, more = ''): void {
    const path = join(desktop.env['HOME'] ?? '', '.local/share/applications', `${id}.desktop`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `[Desktop Entry]\nType=Application\nName=${name}\nExec=${exec}\n${more}\n`);
  }

  function environmentOf(text: string): string {
    const pid = /pid=(\d+)/.exec(text)?.[1];
    return readFileSync(`/proc/${pid}/environ`, 'utf8').replaceAll('\0', '\n');
  }

  test('an application by its name in menus, whose window the window manager gives the focus', async () => {
    const before = await oracle.look();
    const text = await launch('my form');
    expect(text).toMatch(/^opened \d+\|Deskhand form\|/m);
    expect(text).toMatch(/^launch 'form': confirmed, its window has taken the focus, pid=\d+/m);
    const after = await oracle.look();
    expect(after.stacking).toHaveLength(before.stacking.length + 1);
    expect(disturbances(before, after).filter(({ by }) => by === 'us')).toEqual([]);
    const environment = environmentOf(text);
    expect(environment).not.toMatch(/ELECTRON_RUN_AS_NODE|NO_AT_BRIDGE|VSCODE_PID|DESKHAND/);
    expect(await client.call('deskhand_observe', { window: 'Deskhand form' })).toContain('|Button|Save|');
  });

  test('a command with arguments', async () => {
    const state = join(desktop.directory, 'state.json');
    const text = await launch(PYTHON, [fixture('form_qt6.py'), state]);
    expect(text).toMatch(/^launch 'python3': confirmed/m);
    await until(() => existsSync(state), 'what the form writes');
  });

  testOn(['chromium'], 'a browser that tells of its pages', async () => {
    const profile = `--user-data-dir=${join(desktop.directory, 'profile')}`;
    const page = 'data:text/html,<title>Launched</title><button>Here</button>';
    const text = await launch('chromium', ['--no-sandbox', '--no-first-run', '--disable-gpu', profile, page]);
    expect(text).toMatch(/^launch 'chromium': confirmed/m);
    const shown = () => client.call('deskhand_observe', { window: 'Launched' });
    await until(async () => (await shown()).includes('|Button|Here|'), 'the button', 20_000);
    // Parts of a browser that is killed go on: it ends by itself when its window is closed.
    await client.call('deskhand_window', { action: 'close', window: 'Launched' });
    const pid = /pid=(\d+)/.exec(text)?.[1];
    await until(() => !existsSync(`/proc/${pid}`), 'its end', 10_000);
  });

  test('one that ends is told with how it ended', async () => {
    expect(await launch('false')).toMatch(/^launch 'false': failed, it ended with exit code 1/m);
    const silent = await launch('true', [], { timeout_ms: 300 });
    expect(silent).toMatch(/^launch 'true': unverified, it has ended without a window of its own/m);
    const running = await launch('sleep', ['30'], { timeout_ms: 300 });
    expect(running).toMatch(/^launch 'sleep': unverified, it runs, and has shown no window within 300 ms/m);
  });

  test.each([
    ['nonesuch', "There is no program 'nonesuch'. Name a command, an absolute path"],
    ['my for', "There is no program 'my for'. Similar ones are 'My form'."],
    ['top ', "There is no program 'Top'. It runs in a terminal"],
    ['/etc/passwd', "There is no program '/etc/passwd'. There is no executable file of this path."],
    ['bin/sh', "There is no program 'bin/sh'. A path must be absolute."],
  ])('%s is no program', async (app, told) => {
    expect(await launch(app.trim() === 'top' ? 'Top' : app)).toContain(`invalid_argument: ${told}`);
  });

  test('what the user has not listed is not started', async () => {
    expect(await launch('xterm')).toMatch(/^(not_allowed|invalid_argument): /);
    expect(await launch('/bin/sh', ['-c', `touch ${join(desktop.directory, 'touched')}`])).toContain('not_allowed');
    expect(existsSync(join(desktop.directory, 'touched'))).toBe(false);
  });
});
