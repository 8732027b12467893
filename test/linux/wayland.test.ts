import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import type { AxNode, AxTree } from '../../src/model/element.ts';
import { expectKept, launchChanging } from './changing.ts';
import { startDesktop, type TestDesktop } from './desktop.ts';
import { describeOn, skippable } from './needs.ts';
import { endProgram, launchFixture, NEVER, nodeNamed, PYTHON, setEnabled, treeOf, windowTitled } from './reading.ts';
import { startWaylandDesktop } from './wayland.ts';

const NOTE = { code: 'no_coordinates', detail: 'Wayland tells programs no positions on the screen' };

const FIXTURES = [
  { name: 'gtk3', title: 'Deskhand GTK 3', atLeast: 50 },
  { name: 'gtk4', title: 'Deskhand GTK 4', atLeast: 100 },
  { name: 'qt6', title: 'Deskhand Qt 6', atLeast: 20 },
] as const;

interface Session {
  readonly desktop: TestDesktop;
  readonly adapter: PlatformAdapter;
}

describeOn([PYTHON, 'weston'], 'Wayland', () => {
  let wayland: Session;
  let x11: Session;

  beforeAll(async () => {
    wayland = await session(await startWaylandDesktop());
    x11 = await session(await startDesktop());
  });

  afterAll(async () => {
    for (const { adapter, desktop } of [wayland, x11]) {
      await adapter.dispose();
      await desktop.stop();
    }
  });

  for (const { name, title, atLeast } of FIXTURES) {
    skippable(name === 'qt6' ? qtReason() : undefined, `${name} reads as on X11, without places`, async () => {
      const [there, here] = await Promise.all(
        [x11, wayland].map(async ({ desktop, adapter }) => {
          const own = { QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1' };
          const process = desktop.launch(PYTHON, [`${import.meta.dirname}/../fixtures/${name}.py`], own);
          const tree = await treeOf(adapter, title, atLeast);
          return { process, tree };
        }),
      );
      if (!there || !here) throw new Error('unreachable');
      const own = facts(here.tree);
      expect(facts(there.tree).filter((fact) => !own.includes(fact))).toEqual([]);
      expect(there.tree.nodes.some(({ rect }) => rect)).toBe(true);
      expect(here.tree.nodes.filter(({ rect }) => rect)).toEqual([]);
      expect(here.tree.notes).toContainEqual(NOTE);
      expect(here.tree.nodes.map((node) => node.name)).not.toContain('On the second page');
      expect(here.tree.nodes.map((node) => node.name)).not.toContain('Never shown');
      await expectSameContents(here.tree, there.tree);
      await endProgram(wayland.adapter, here.process, title);
      await endProgram(x11.adapter, there.process, title);
    });
  }

  test('windows are listed without places', async () => {
    const { process } = await launchFixture(wayland.desktop, 'gtk4');
    const window = await windowTitled(wayland.adapter, 'Deskhand GTK 4');
    expect(window).toMatchObject({ pid: process.pid, toolkit: 'GTK', state: 'normal' });
    expect(window.rect).toBeUndefined();
    expect((await wayland.adapter.windows([], NEVER)).notes).toContainEqual(NOTE);
    await endProgram(wayland.adapter, process, 'Deskhand GTK 4');
  });

  test('events keep trees current', async () => {
    const cold = await createLinuxAdapter(wayland.desktop.env, { live: false });
    await expectKept(wayland.adapter, cold, launchChanging(wayland.desktop, 'changing_gtk3'));
    await cold.dispose();
  });

  /** Texts and tables of the one session are those of the other. */
  async function expectSameContents(here: AxTree, there: AxTree): Promise<void> {
    const [own, other] = await Promise.all([contents(wayland, here), contents(x11, there)]);
    expect(own).toEqual(other);
    expect(own.table.cells.length).toBeGreaterThan(2);
  }
});

describeOn([PYTHON, 'weston', 'Xwayland'], 'Wayland with programs of X11', () => {
  test('a program of X11 has places, one of Wayland with the same title has none', async () => {
    const desktop = await startWaylandDesktop({ xwayland: true });
    const adapter = await createLinuxAdapter(desktop.env);
    try {
      const old = await launchFixture(desktop, 'gtk3', { GDK_BACKEND: 'x11' });
      await treeOf(adapter, 'Deskhand GTK 3', 50);
      const own = await launchFixture(desktop, 'gtk3');
      await expect.poll(async () => (await adapter.windows([], NEVER)).windows.length, { timeout: 10_000 }).toBe(2);
      const { windows } = await adapter.windows([], NEVER);
      const [placed, unplaced] = [old, own].map(({ process }) => windows.find(({ pid }) => pid === process.pid));
      expect(placed?.rect?.slice(2)).toEqual([700, 640]);
      expect(unplaced?.rect).toBeUndefined();
      const trees = await Promise.all([placed, unplaced].map((window) => captured(adapter, window?.handle ?? '')));
      expect(trees.map(({ nodes }) => nodeNamed({ nodes, cuts: [], notes: [] }, 'Save').rect !== undefined)).toEqual([
        true,
        false,
      ]);
      expect(trees.map(({ notes }) => notes.map(({ code }) => code))).toEqual([[], ['no_coordinates']]);
    } finally {
      await adapter.dispose();
      await desktop.stop();
    }
  });
});

async function session(desktop: TestDesktop): Promise<Session> {
  await setEnabled(desktop, true);
  return { desktop, adapter: await createLinuxAdapter(desktop.env) };
}

function captured(adapter: PlatformAdapter, handle: string): Promise<AxTree> {
  return adapter.capture(handle, { includeOffscreen: false, rows: 12, maxNodes: 1_000, timeBudget: 5_000 }, NEVER);
}

/** What is said of each control beside its identity and its place; how far a bar scrolls depends on the compositor. */
function facts({ nodes }: AxTree): string[] {
  const controls = nodes.filter(({ type }) => type !== 'ScrollBar');
  return controls.map(({ type, name, disabled, password, patterns }) =>
    JSON.stringify([type, name, disabled, password, patterns]),
  );
}

async function contents({ adapter }: Session, { nodes }: AxTree) {
  const table = rowHolder(nodes);
  const edits = nodes.filter(({ type, name }) => type === 'Edit' && name !== '');
  return {
    texts: await Promise.all(edits.map(({ handle }) => adapter.text(handle, { start: 0, count: 1_000 }, NEVER))),
    table: await adapter.cells(table.handle, { row: 0, rows: 5, column: 0, columns: 10 }, NEVER),
  };
}

function rowHolder(nodes: readonly AxNode[]): AxNode {
  const found = nodes.find(({ patterns }) => patterns.grid) ?? nodes.find(({ type }) => type === 'List');
  if (!found) throw new Error('the window has no table');
  return found;
}

function qtReason(): string | undefined {
  try {
    execFileSync(PYTHON, ['-c', 'import PyQt6.QtWidgets'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'not installed: python3-pyqt6';
  }
}
