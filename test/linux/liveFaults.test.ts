import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import { AccessibilityBus } from '../../src/engine/adapters/linux/accessibilityBus.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import { REGISTRY, REGISTRY_PATH } from '../../src/engine/adapters/linux/atspi.ts';
import { EventFeed } from '../../src/engine/adapters/linux/eventFeed.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { describeOn } from './needs.ts';
import { launchFixture, NEVER, PYTHON, SCOPE, treeOf } from './reading.ts';

const TITLE = 'Deskhand GTK 3';
const BRIEF = { ...SCOPE, timeBudget: 700 };

describeOn([PYTHON], 'a tree that is kept', () => {
  let desktop: TestDesktop;
  let adapter: PlatformAdapter;

  beforeAll(async () => {
    desktop = await startDesktop();
    adapter = await createLinuxAdapter(desktop.env);
  });

  afterAll(async () => {
    await adapter.dispose();
    await desktop.stop();
  });

  async function kept() {
    const { process } = await launchFixture(desktop, 'gtk3');
    await treeOf(adapter, TITLE, 50);
    const tree = await treeOf(adapter, TITLE, 50, BRIEF);
    const [{ handle } = { handle: '' }] = tree.nodes;
    return { process, tree, handle, version: tree.version ?? '' };
  }

  test('is not shown as if a stopped program lived, and holds again when it goes on', async () => {
    const { process, tree, handle, version } = await kept();
    expect(await adapter.isCurrent(version, NEVER)).toBe(true);
    process.kill('SIGSTOP');
    try {
      await expect(adapter.capture(handle, BRIEF, NEVER)).rejects.toMatchObject({ code: 'not_responding' });
    } finally {
      process.kill('SIGCONT');
    }
    expect((await treeOf(adapter, TITLE, 50, BRIEF)).nodes).toEqual(tree.nodes);
    process.kill('SIGKILL');
    await until(async () => (await adapter.windows([], NEVER)).windows.length === 0, 'the end of the window');
  }, 30_000);

  test('ends with its program', async () => {
    const { process, handle, version } = await kept();
    process.kill('SIGKILL');
    await until(() => process.signalCode !== null, 'the end of the program');
    await expect(adapter.capture(handle, BRIEF, NEVER)).rejects.toMatchObject({ code: 'application_exited' });
    expect(await adapter.isCurrent(version, NEVER)).toBe(false);
  }, 30_000);

  test('of another process is not current', async () => {
    expect(await adapter.isCurrent('1.1.1', NEVER)).toBe(false);
  });

  test('asks programs for events only while somebody looks', async () => {
    const bus = new AccessibilityBus(desktop.env);
    const feed = new EventFeed(bus);
    const registered = async (): Promise<unknown[]> => {
      const all = await bus.ask(REGISTRY, REGISTRY_PATH, REGISTERED);
      return all.filter((entry) => Array.isArray(entry) && entry[0] === own);
    };
    const own = (await bus.ask('org.freedesktop.DBus', '/org/freedesktop/DBus', UNIQUE_NAMES)).at(-1);
    const watcher = { changed: () => {}, lost: () => {} };
    expect(await registered()).toEqual([]);
    await feed.watch(':1.1', watcher);
    expect((await registered()).length).toBeGreaterThan(10);
    feed.unwatch(':1.1', watcher);
    await until(async () => (await registered()).length === 0, 'the end of the events');
    bus.close();
  });
});

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const REGISTERED = {
  interface: 'org.a11y.atspi.Registry',
  member: 'GetRegisteredEvents',
  signature: '',
  fixed: [],
  read: asList,
};

/** The newest name on the bus is that of the connection that was opened last. */
const UNIQUE_NAMES = {
  interface: 'org.freedesktop.DBus',
  member: 'ListNames',
  signature: '',
  fixed: [],
  read: (value: unknown) =>
    asList(value)
      .filter((name): name is string => typeof name === 'string' && name.startsWith(':'))
      .toSorted((a, b) => Number(a.slice(3)) - Number(b.slice(3))),
};
