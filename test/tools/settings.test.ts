import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectStdio, type StdioClient } from '../../src/engine/mcp/stdioClient.ts';
import { settingsPath } from '../../src/engine/settings.ts';

/** A whole engine, whose user has settings. */
let folder: string;
let path: string;
let client: StdioClient;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deskhand-engine-'));
  const own = { XDG_CONFIG_HOME: join(folder, 'config'), DESKHAND_RUNTIME_DIR: join(folder, 'run') };
  env = { ...process.env, ...own, DESKHAND_DESKTOP: 'sim', DESKHAND_IDLE_MS: '300' };
  path = settingsPath(own);
  mkdirSync(dirname(path), { recursive: true });
  client = await connectStdio(process.execPath, [resolve('src/engine/main.ts'), 'mcp'], env);
}, 30_000);

afterAll(async () => {
  await client?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the user’s settings hold from the next step on', async () => {
  const observed = await client.call('deskhand_observe', { window: 'Settings' });
  const id = Number(/^(\d+)\|CheckBox\|Updates\|/m.exec(observed)?.[1]);
  const toggle = () => client.call('deskhand_act', { steps: [{ action: 'toggle', id }] });
  expect(await toggle()).toContain("confirmed via Toggle, 'on' → 'off'");
  writeFileSync(path, '{ "read_only": true }');
  expect(await toggle()).toContain('not_allowed: This is not allowed: the user has set Deskhand to read only.');
  writeFileSync(path, 'no JSON');
  expect(await toggle()).toContain(`not_allowed: This is not allowed: ${path} cannot be understood.`);
  writeFileSync(path, '{}');
  expect(await toggle()).toContain("confirmed via Toggle, 'off' → 'on'");
});

test('a client can ask for less than the user allows, and not for more', async () => {
  const observed = await client.call('deskhand_observe', { window: 'Settings' });
  const id = Number(/^(\d+)\|CheckBox\|Updates\|/m.exec(observed)?.[1]);
  const focus = (own: StdioClient) => own.call('deskhand_act', { steps: [{ action: 'focus', id }] });
  const cautious = await connectStdio(
    process.execPath,
    [resolve('src/engine/main.ts'), 'mcp', '--input', 'background'],
    env,
  );
  const bold = await connectStdio(
    process.execPath,
    [resolve('src/engine/main.ts'), 'mcp', '--input', 'foreground'],
    env,
  );
  expect(await focus(bold)).toContain('needs_foreground');
  writeFileSync(path, '{ "input": "ladder" }');
  expect(await focus(cautious)).toContain('needs_foreground');
  expect(await focus(bold)).toContain('confirmed via SetFocus');
  await Promise.all([cautious.close(), bold.close()]);
});
