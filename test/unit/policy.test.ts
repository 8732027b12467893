import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Permissions } from '../../src/engine/session/permission.ts';
import { DEFAULT_SETTINGS, Policy, type Settings } from '../../src/engine/session/policy.ts';
import { readSettings, settingsPath } from '../../src/engine/settings.ts';
import type { WindowInfo } from '../../src/model/element.ts';

const window = (app: string, className = '', pid = 7): WindowInfo => ({
  ...{ handle: 'w', title: 'Title', app, className, pid },
  state: 'normal',
});

const client = (hosts: readonly number[] = []) => ({ hosts, client: 'tester', permissions: new Permissions() });

const ask = (info: WindowInfo, settings: Partial<Settings> = {}, hosts: readonly number[] = []) =>
  new Policy(() => Promise.resolve({ ...DEFAULT_SETTINGS, ...settings })).expectAllowed(info, client(hosts));

describe('what may be acted on', () => {
  test.each([
    ['gnome-terminal-server', 'Gnome-terminal'],
    ['Terminal', 'org.gnome.Terminal'],
    ['xfce4-terminal', ''],
    ['xterm', 'XTerm'],
    ['WindowsTerminal.exe', ''],
    ['python3', 'kitty'],
    ['org.keepassxc.KeePassXC', 'keepassxc'],
    ['Bitwarden', ''],
  ])('not %s %s', async (app, className) => {
    await expect(ask(window(app, className))).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(ask(window(app, className), { allow: [app] })).resolves.toBeUndefined();
  });

  test.each(['mousepad', 'terminalia', 'gedit', 'studio', 'passenger'])('%s', async (app) => {
    await expect(ask(window(app))).resolves.toBeUndefined();
    await expect(ask(window(app), { deny: [app.toUpperCase()] })).rejects.toThrow(`the user has denied '${app}'`);
    await expect(ask(window(app), { deny: [app], allow: [app] })).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(ask(window(app), { readOnly: true, allow: [app] })).rejects.toThrow('read only');
  });

  test('not the program that the client runs in, until the user allows it', async () => {
    await expect(ask(window('code', 'Code', 42), {}, [41, 42])).rejects.toThrow('the program that this client runs in');
    await expect(ask(window('code', 'Code', 42), { allow: ['code'] }, [42])).resolves.toBeUndefined();
    await expect(ask(window('code', 'Code', 43), {}, [42])).resolves.toBeUndefined();
  });
});

describe('the settings of the user', () => {
  let folder: string;
  let path: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'deskhand-settings-'));
    path = settingsPath({ XDG_CONFIG_HOME: folder });
    mkdirSync(dirname(path), { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('without a file are the usual ones', async () => {
    expect(await readSettings(join(folder, 'none.json'))).toEqual(DEFAULT_SETTINGS);
    expect(settingsPath({ HOME: '/home/ada' })).toBe('/home/ada/.config/deskhand/settings.json');
  });

  test('are read from the file', async () => {
    writeFileSync(path, '{ "allow": ["xterm"], "read_only": true }');
    expect(await readSettings(path)).toEqual({
      ...DEFAULT_SETTINGS,
      readOnly: true,
      allow: ['xterm'],
    });
    writeFileSync(path, '{ "input": "ladder" }');
    expect(await readSettings(path)).toEqual({ ...DEFAULT_SETTINGS, input: 'ladder' });
  });

  test.each(['{ "input": "all" }', '{ "allow": "xterm" }', '{ "alow": ["xterm"] }', '{', '[]'])(
    '%s allows nothing',
    async (text) => {
      writeFileSync(path, text);
      await expect(readSettings(path)).rejects.toMatchObject({ code: 'not_allowed' });
      await expect(new Policy(() => readSettings(path)).expectAllowed(window('gedit'), client())).rejects.toThrow(path);
    },
  );
});
