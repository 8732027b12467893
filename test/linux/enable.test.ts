import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AccessibilityBus } from '../../src/engine/adapters/linux/accessibilityBus.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import { StatusSwitch } from '../../src/engine/adapters/linux/enable.ts';
import { connectStdio } from '../../src/engine/mcp/stdioClient.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { describeOn } from './needs.ts';
import { isEnabled, launchFixture, NEVER, PYTHON, SCOPE, setEnabled, treeOf, windowTitled } from './reading.ts';

const TITLE = 'Deskhand GTK 3';
const MAIN = join(import.meta.dirname, '../../src/engine/main.ts');
const ADAPTER = join(import.meta.dirname, '../../src/engine/adapters/linux/adapter.ts');

describeOn([PYTHON], 'the switch for accessibility', () => {
  let desktop: TestDesktop;

  beforeEach(async () => {
    desktop = await startDesktop();
  });

  afterEach(() => desktop.stop());

  test('stays as it is where only GTK runs', async () => {
    const adapter = await createLinuxAdapter(desktop.env);
    await launchFixture(desktop, 'gtk3');
    await treeOf(adapter, TITLE, 50);
    expect((await adapter.windows([], NEVER)).notes).toEqual([]);
    expect(await isEnabled(desktop)).toBe(false);
    await adapter.dispose();
  }, 30_000);

  test('is borrowed for a window whose program is not on the bus, which is explained', async () => {
    const adapter = await createLinuxAdapter(desktop.env);
    const fixture = await launchFixture(desktop, 'gtk3', { NO_AT_BRIDGE: '1' });
    const window = await windowTitled(adapter, TITLE);
    // A program that has just started might still come to the bus by itself.
    expect(await isEnabled(desktop)).toBe(false);
    await until(async () => (await adapter.windows([], NEVER)).notes.length > 0, 'the switch');
    expect(window).toMatchObject({ pid: fixture.process.pid, className: 'Gtk3.py', state: 'normal' });
    expect(window.handle).toMatch(/^x11:\d+$/);
    expect(await isEnabled(desktop)).toBe(true);
    expect((await adapter.windows([], NEVER)).notes).toEqual([{ code: 'accessibility_enabled' }]);
    const tree = await adapter.capture(window.handle, SCOPE, NEVER);
    expect(tree.nodes).toMatchObject([{ type: 'Window', name: TITLE, rect: window.rect }]);
    expect(tree.notes.map(({ code }) => code)).toEqual(['accessibility_enabled', 'application_silent']);
    await adapter.dispose();
    expect(await isEnabled(desktop)).toBe(false);
  }, 30_000);

  test('is switched once where two reads need it at once', async () => {
    const bus = new AccessibilityBus(desktop.env);
    const status = new StatusSwitch(bus, desktop.env);
    expect(await Promise.all([status.switchOn(), status.switchOn(), status.switchOn()])).toEqual([true, true, true]);
    expect(await status.switchOn()).toBe(false);
    await status.restore();
    expect(await isEnabled(desktop)).toBe(false);
    bus.close();
  }, 30_000);

  test('is set back by the next adapter after a kill', async () => {
    await launchFixture(desktop, 'gtk3', { NO_AT_BRIDGE: '1' });
    const script = `
      const { createLinuxAdapter } = await import(${JSON.stringify(ADAPTER)});
      const adapter = await createLinuxAdapter(process.env);
      setInterval(() => adapter.windows([], new AbortController().signal), 100);`;
    const killed = desktop.launch(process.execPath, ['--input-type=module', '-e', script]);
    await until(() => isEnabled(desktop), 'the switch');
    killed.kill('SIGKILL');
    await until(() => killed.signalCode !== null, 'the end of the adapter');
    expect(await isEnabled(desktop)).toBe(true);
    const next = await createLinuxAdapter(desktop.env);
    expect(await isEnabled(desktop)).toBe(false);
    await next.dispose();
  }, 30_000);

  test('is set back by the host itself when its engine is killed', async () => {
    await launchFixture(desktop, 'gtk3', { NO_AT_BRIDGE: '1' });
    const client = await connectStdio(process.execPath, [MAIN, 'mcp'], desktop.env);
    await until(async () => {
      await client.call('deskhand_windows', {});
      return isEnabled(desktop);
    }, 'the switch');
    const status = execFileSync(process.execPath, [MAIN, 'status'], { env: desktop.env, encoding: 'utf8' });
    await client.close();
    process.kill(Number(JSON.parse(status).pid), 'SIGKILL');
    await until(async () => !(await isEnabled(desktop)), 'the switch as it was');
  }, 60_000);

  test('is left on where the user had it on', async () => {
    await setEnabled(desktop, true);
    const adapter = await createLinuxAdapter(desktop.env);
    await launchFixture(desktop, 'gtk3', { NO_AT_BRIDGE: '1' });
    await windowTitled(adapter, TITLE);
    await delay(3_500);
    expect((await adapter.windows([], NEVER)).notes).toEqual([]);
    await adapter.dispose();
    expect(await isEnabled(desktop)).toBe(true);
  }, 30_000);
});
