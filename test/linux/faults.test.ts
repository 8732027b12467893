import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { describeOn } from './needs.ts';
import { launchFixture, NEVER, nodeNamed, PYTHON, SCOPE, treeOf, windowTitled } from './reading.ts';

const GTK3 = 'Deskhand GTK 3';
const GTK4 = 'Deskhand GTK 4';

describeOn([PYTHON], 'programs in trouble', () => {
  let desktop: TestDesktop;
  let adapter: PlatformAdapter;

  beforeAll(async () => {
    desktop = await startDesktop();
    adapter = await createLinuxAdapter(desktop.env);
    await launchFixture(desktop, 'gtk4');
    const { cuts } = await treeOf(adapter, GTK4, 100);
    expect(cuts.map(({ reason }) => reason)).toEqual(['rows']);
  }, 30_000);

  afterAll(async () => {
    await adapter.dispose();
    await desktop.stop();
  });

  test('a stopped program costs its own read the time budget, and no other one anything', async () => {
    const fixture = await launchFixture(desktop, 'gtk3');
    const { handle } = await windowTitled(adapter, GTK3);
    await treeOf(adapter, GTK3, 50);
    fixture.process.kill('SIGSTOP');
    try {
      const start = performance.now();
      const stuck = expect(adapter.capture(handle, { ...SCOPE, timeBudget: 600 }, NEVER)).rejects.toMatchObject({
        code: 'not_responding',
        detail: { limit: 600 },
      });
      const other = await treeOf(adapter, GTK4, 100);
      expect(other.nodes.length).toBeGreaterThan(100);
      await stuck;
      expect(performance.now() - start).toBeLessThan(10_000);
      const { windows } = await adapter.windows([], NEVER);
      expect(windows.map(({ title }) => title).toSorted()).toEqual([GTK3, GTK4]);
      expect(windows.find(({ title }) => title === GTK3)?.handle).toBe(handle);
      const fresh = await createLinuxAdapter(desktop.env);
      const failure = await fresh.capture(handle, SCOPE, NEVER).catch((error: unknown) => error);
      await fresh.dispose();
      expect(failure).toMatchObject({ code: 'not_responding' });
    } finally {
      fixture.process.kill('SIGCONT');
    }
    expect((await treeOf(adapter, GTK3, 50)).notes).toEqual([]);
    fixture.process.kill('SIGKILL');
  }, 20_000);

  test('a read can be called off', async () => {
    const { handle } = await windowTitled(adapter, GTK4);
    const controller = new AbortController();
    const read = adapter.capture(handle, SCOPE, controller.signal);
    await delay(2);
    controller.abort();
    await expect(read).rejects.toBe(controller.signal.reason);
  });

  test('a read that has too little time tells what it has, and that there is more', async () => {
    const fixture = await launchFixture(desktop, 'gtk3');
    const whole = await treeOf(adapter, GTK3, 50);
    const [{ handle } = { handle: '' }] = whole.nodes;
    // How long a read takes depends on the machine, so the budget grows until it suffices for a part.
    const parts = [];
    for (let timeBudget = 3; timeBudget < 400 && parts.length === 0; timeBudget *= 1.2) {
      const tree = await adapter.capture(handle, { ...SCOPE, timeBudget }, NEVER).catch(() => undefined);
      if (tree) parts.push(tree);
    }
    const [part] = parts;
    expect(part?.cuts).toContainEqual({ reason: 'time' });
    expect(part?.nodes.length).toBeLessThan(whole.nodes.length);
    expect(part?.nodes.every(({ parent }, index) => parent < index)).toBe(true);
    fixture.process.kill('SIGKILL');
  });

  test('a program that ended is said to have ended', async () => {
    const fixture = await launchFixture(desktop, 'gtk3');
    const tree = await treeOf(adapter, GTK3, 50);
    const handles = tree.nodes.map(({ handle }) => handle);
    fixture.process.kill('SIGKILL');
    await until(() => fixture.process.signalCode !== null, 'the end of the program');
    const [window = ''] = handles;
    await expect(adapter.capture(window, SCOPE, NEVER)).rejects.toMatchObject({ code: 'application_exited' });
    await expect(adapter.text(window, { start: 0, count: 1 }, NEVER)).rejects.toMatchObject({
      code: 'application_exited',
    });
    expect(await adapter.reread(handles, NEVER)).toEqual(handles.map(() => null));
    await until(async () => (await adapter.windows([], NEVER)).windows.length === 1, 'the list without it', 2_000);
  });

  test('a dialog is modal, has the focus and says whose it is', async () => {
    const fixture = await launchFixture(desktop, 'gtk3');
    const owner = await windowTitled(adapter, GTK3);
    fixture.process.kill('SIGUSR2');
    await until(async () => (await windowTitled(adapter, 'Deskhand question')).focused === true, 'the focus');
    const dialog = await windowTitled(adapter, 'Deskhand question');
    expect(dialog).toMatchObject({ modal: true, owner: owner.handle, pid: fixture.process.pid });
    const tree = await treeOf(adapter, 'Deskhand question');
    expect(tree.nodes[0]?.patterns.window).toEqual({ modal: true });
    expect(nodeNamed(tree, 'Yes', 'Button').patterns.invoke).toBe(true);
    fixture.process.kill('SIGKILL');
    await until(async () => (await adapter.windows([], NEVER)).windows.length === 1, 'the end of the program');
  });

  test('a minimized window says that it is', async () => {
    const fixture = await launchFixture(desktop, 'gtk3');
    await treeOf(adapter, GTK3, 50);
    fixture.process.kill('SIGUSR1');
    await until(async () => (await windowTitled(adapter, GTK3)).state === 'minimized', 'the minimized window');
    const { handle, focused } = await windowTitled(adapter, GTK3);
    expect(focused).toBeUndefined();
    const tree = await adapter.capture(handle, SCOPE, NEVER);
    expect(tree.notes).toEqual([{ code: 'minimized' }]);
    fixture.process.kill('SIGKILL');
  });

  test('a handle of nothing is an error of its own', async () => {
    await expect(adapter.capture('nonsense', SCOPE, NEVER)).rejects.toMatchObject({ code: 'unknown_window' });
    await expect(adapter.capture('x11:1', SCOPE, NEVER)).rejects.toMatchObject({ code: 'unknown_window' });
  });
});

describeOn([PYTHON], 'a session without a display', () => {
  test('is read without coordinates', async () => {
    const desktop = await startDesktop();
    try {
      await launchFixture(desktop, 'gtk3');
      const { DISPLAY: _, ...env } = desktop.env;
      const adapter = await createLinuxAdapter(env);
      const tree = await treeOf(adapter, GTK3, 50);
      expect(tree.notes).toEqual([{ code: 'no_coordinates', detail: 'this session has no display' }]);
      expect(tree.nodes.some(({ rect }) => rect)).toBe(false);
      expect(tree.nodes.map(({ name }) => name)).toContain('Save');
      expect(await windowTitled(adapter, GTK3)).toMatchObject({ app: 'gtk3.py', focused: true, state: 'normal' });
      await adapter.dispose();
    } finally {
      await desktop.stop();
    }
  }, 30_000);

  test('says what it lacks', async () => {
    const desktop = await startDesktop({ display: false });
    const { DBUS_SESSION_BUS_ADDRESS: _, XDG_RUNTIME_DIR: __, ...env } = desktop.env;
    try {
      const adapter = await createLinuxAdapter(env);
      await expect(adapter.windows([], NEVER)).rejects.toMatchObject({ code: 'accessibility_off' });
      await adapter.dispose();
    } finally {
      await desktop.stop();
    }
  }, 30_000);
});
