import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import type { AxNode, Rect, WindowInfo } from '../../src/model/element.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { describeOn } from './needs.ts';
import { launchOrdered, type Ordered } from './orders.ts';
import { difference, NEVER, PYTHON, SCOPE, setEnabled, treeOf, windowTitled } from './reading.ts';

const MAIN = 'Deskhand windows';
const TWIN = 'Deskhand twin';

describeOn([PYTHON], 'windows', () => {
  let desktop: TestDesktop;
  let adapter: PlatformAdapter;

  beforeEach(async () => {
    desktop = await startDesktop();
    adapter = await createLinuxAdapter(desktop.env);
  });

  afterEach(async () => {
    await adapter.dispose();
    await desktop.stop();
  });

  /** Starts a fixture and waits for its window. */
  async function start(name: string): Promise<Ordered> {
    if (name === 'windows_qt6') await setEnabled(desktop, true);
    const program = launchOrdered(desktop, name);
    await treeOf(adapter, MAIN, 4);
    return program;
  }

  /** The popups once there are so many of them. */
  async function popups(count: number, limit = 10_000): Promise<readonly WindowInfo[]> {
    let found: readonly WindowInfo[] = [];
    await until(
      async () => {
        found = (await adapter.windows([], NEVER)).windows.filter(({ popup }) => popup);
        return found.length === count;
      },
      `${count} popups`,
      limit,
    );
    return found;
  }

  /** The one popup that an order opens; a window manager that comes up late may take the pointer and close it. */
  async function popupAfter(program: Ordered, order: string): Promise<WindowInfo> {
    for (let attempt = 0; ; attempt++) {
      await program.order(order);
      try {
        const [popup] = await popups(1, 2_000);
        if (popup) return popup;
      } catch (error) {
        if (attempt > 3) throw error;
        await program.order('close');
      }
    }
  }

  /** A control of a window once it is there. */
  async function control(window: WindowInfo, name: string, type?: string): Promise<AxNode> {
    let node: AxNode | undefined;
    await until(async () => {
      const { nodes } = await adapter.capture(window.handle, SCOPE, NEVER);
      node = nodes.find((one) => one.name === name && (type === undefined || one.type === type));
      return node !== undefined;
    }, `the control ${name}`);
    if (!node) throw new Error('unreachable');
    return node;
  }

  async function rectOf(window: WindowInfo, name: string): Promise<Rect | undefined> {
    return (await control(window, name)).rect;
  }

  describe('GTK 3', () => {
    test('menus stand in the tree, and where they are', async () => {
      const program = await start('windows_gtk3');
      await program.order('menu');
      await program.order('submenu');
      const window = await windowTitled(adapter, MAIN);
      await control(window, 'Deep');
      const truth = await program.truth();
      for (const name of ['Open file', 'More', 'Deep']) {
        expect(difference(await rectOf(window, name), truth[name])).toBeLessThanOrEqual(2);
      }
      expect(await popups(0)).toEqual([]);
    }, 30_000);

    test('a context menu and a tool tip are windows with an owner', async () => {
      const program = await start('windows_gtk3');
      const { handle: owner } = await windowTitled(adapter, MAIN);
      const menu = await popupAfter(program, 'context');
      const truth = await program.truth();
      expect(menu).toMatchObject({ owner, title: '', pid: program.process.pid });
      expect(difference(menu.rect, truth['context'])).toBeLessThanOrEqual(2);
      expect(difference(await rectOf(menu, 'Cut'), truth['Cut'])).toBeLessThanOrEqual(2);
      expect((await adapter.windows([], NEVER)).windows[0]?.handle).toBe(owner);
      await program.order('close');
      await popups(0);
      const tooltip = await popupAfter(program, 'tooltip');
      expect(tooltip).toMatchObject({ owner, title: '', app: 'windows_gtk3.py' });
      const { notes } = await adapter.capture(tooltip.handle, SCOPE, NEVER);
      expect(notes.find(({ code }) => code === 'application_silent')?.detail).toContain('this is a popup');
    }, 30_000);

    test('windows that look the same are told apart by their place', async () => {
      const program = await start('windows_gtk3');
      for (const place of ['600 50', '900 300', '200 500']) await program.order(`twin ${place}`);
      await program.order('untitled');
      // The window manager moves each window after it is shown.
      await until(async () => (await farthestTwin(program, 3, (button) => button)) <= 2, 'three twins in their places');
      const untitled = (await adapter.windows([], NEVER)).windows.find(({ title }) => title === '');
      expect(untitled && (await rectOf(untitled, 'No title'))).toEqual((await program.truth())['No title']);
    }, 30_000);

    test('a window on another desktop is elsewhere, and covers nothing', async () => {
      const program = await start('windows_gtk3');
      await program.order('desktop 2');
      await until(async () => (await windowTitled(adapter, MAIN)).elsewhere === true, 'the other desktop');
      expect(await windowTitled(adapter, MAIN)).not.toHaveProperty('covered');
      await program.order('desktop 0');
      await until(async () => (await windowTitled(adapter, MAIN)).elsewhere === undefined, 'the first desktop');
    }, 30_000);

    test('a stopped program holds up one listing and no more, and is fresh when it goes on', async () => {
      const program = await start('windows_gtk3');
      const before = await windowTitled(adapter, MAIN);
      program.process.kill('SIGSTOP');
      try {
        expect(await timeOf(() => adapter.windows([], NEVER))).toBeGreaterThan(300);
        const times = [];
        for (let round = 0; round < 3; round++) times.push(await timeOf(() => adapter.windows([], NEVER)));
        // One of three may be held up by the machine.
        expect(Math.min(...times)).toBeLessThan(300);
        expect(await windowTitled(adapter, MAIN)).toMatchObject({ handle: before.handle, title: MAIN });
      } finally {
        program.process.kill('SIGCONT');
      }
      await program.order('twin 600 50');
      expect((await treeOf(adapter, TWIN)).nodes.map(({ name }) => name)).toContain('At 600,50');
    }, 30_000);

    test('a killed program leaves the list within a second', async () => {
      const program = await start('windows_gtk3');
      program.process.kill('SIGKILL');
      await until(async () => (await adapter.windows([], NEVER)).windows.length === 0, 'the empty list', 1_000);
    }, 30_000);
  });

  describe('Qt 6', () => {
    test('menus and lists stand in the tree, and where they are', async () => {
      const program = await start('windows_qt6');
      const window = await windowTitled(adapter, MAIN);
      await program.order('menu');
      await control(window, 'Open file');
      const menu = (await treeOf(adapter, MAIN)).nodes.find(({ type }) => type === 'Menu');
      expect(difference(menu?.rect, (await program.truth())['File menu'])).toBeLessThanOrEqual(2);
      await program.order('close');
      await program.order('combo');
      await control(window, 'Large');
      const list = (await treeOf(adapter, MAIN)).nodes.find(({ type }) => type === 'List');
      expect(difference(list?.rect, (await program.truth())['list'])).toBeLessThanOrEqual(2);
    }, 30_000);

    test('a context menu, which is on no bus, and a tool tip are windows with an owner', async () => {
      const program = await start('windows_qt6');
      const { handle: owner } = await windowTitled(adapter, MAIN);
      const menu = await popupAfter(program, 'context');
      expect(menu).toMatchObject({ owner, app: 'windows_qt6.py' });
      expect(difference(menu.rect, (await program.truth())['context'])).toBeLessThanOrEqual(2);
      await program.order('close');
      await popups(0);
      const tooltip = await popupAfter(program, 'tooltip');
      expect(tooltip).toMatchObject({ owner, title: 'Deskhand hint' });
    }, 30_000);

    test('windows that look the same are told apart by their place', async () => {
      const program = await start('windows_qt6');
      for (const place of ['600 50', '900 300']) await program.order(`twin ${place}`);
      const nameOf = (button: string) => button.replace('At', 'twin');
      await until(async () => (await farthestTwin(program, 2, nameOf)) <= 2, 'two twins in their places');
    }, 30_000);
  });

  describe('GTK 4', () => {
    test('what is in a popover is placed by the X window of the popover', async () => {
      const program = await start('windows_gtk4');
      const window = await windowTitled(adapter, MAIN);
      for (const [order, name] of [
        ['menu', 'Open file'],
        ['popover', 'In the popover'],
      ] as const) {
        await program.order(order);
        // A popup changes its size while it opens, and has no place meanwhile.
        await until(async () => {
          const rect = await rectOf(window, name);
          const [left, top, width, height] = (await program.truth())[name] ?? [0, 0, 0, 0];
          const [x, y] = (await windowTitled(adapter, MAIN)).rect ?? [0, 0];
          return difference(rect, [x + left, y + top, width, height]) <= 2;
        }, `the true place of ${name}`);
        await program.order('close');
      }
      expect(await popups(0)).toEqual([]);
    }, 30_000);

    test('of windows that look the same only the active one may be told apart, and no other has a place', async () => {
      const program = await start('windows_gtk4');
      for (const name of ['one', 'two', 'three']) await program.order(`twin ${name}`);
      const twins = () => windowsWith(TWIN, 3);
      await focusedWith('three');
      const others = (await twins()).filter(({ focused }) => !focused);
      expect(others.map(({ rect }) => rect)).toEqual([undefined, undefined]);
      for (const { handle } of others) {
        const { nodes, notes } = await adapter.capture(handle, SCOPE, NEVER);
        expect(nodes.length).toBeGreaterThan(1);
        expect(nodes.filter(({ rect }) => rect)).toEqual([]);
        expect(notes.find(({ code }) => code === 'no_coordinates')?.detail).toContain('looks the same');
      }
      await program.order('focus one');
      await focusedWith('one');
    }, 30_000);
  });

  /** Waits until the window that is listed as having the focus is the one with such a button. */
  async function focusedWith(button: string): Promise<void> {
    await until(async () => {
      const [first] = (await adapter.windows([], NEVER)).windows.filter(({ focused }) => focused);
      if (!first) return false;
      return (await adapter.capture(first.handle, SCOPE, NEVER)).nodes.some(({ name }) => name === button);
    }, `the focus of the window with ${button}`);
  }

  /** How far the twins are from where the program says that the window with such a button is, at most. */
  async function farthestTwin(program: Ordered, count: number, key: (button: string) => string): Promise<number> {
    const twins = await windowsWith(TWIN, count);
    const truth = await program.truth();
    const distances = twins.map(async ({ handle, rect }) => {
      const [, button] = (await adapter.capture(handle, SCOPE, NEVER)).nodes;
      return difference(rect, truth[key(button?.name ?? '')]);
    });
    return Math.max(...(await Promise.all(distances)));
  }

  async function windowsWith(title: string, count: number): Promise<readonly WindowInfo[]> {
    let found: readonly WindowInfo[] = [];
    await until(async () => {
      found = (await adapter.windows([], NEVER)).windows.filter((window) => window.title === title);
      return found.length === count;
    }, `${count} windows ${title}`);
    for (const { handle } of found) {
      await until(async () => (await adapter.capture(handle, SCOPE, NEVER)).nodes.length > 1, 'its contents');
    }
    return (await adapter.windows([], NEVER)).windows.filter((window) => window.title === title);
  }
});

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
