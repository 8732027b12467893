import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import type { AxNode, AxTree, Rect } from '../../src/model/element.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { describeOn, testOn } from './needs.ts';
import { difference, endProgram, launchFixture, NEVER, nodeNamed, PYTHON, setEnabled, treeOf } from './reading.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures');

/** Controls of the GTK fixtures: their names, and how the fixture calls them where it tells their places. */
const CONTROLS = [
  ['save', 'Save', 'Button'],
  ['delete', 'Delete', 'Button'],
  ['user', 'User', 'Edit'],
  ['count', 'Count', 'Spinner'],
  ['notes', 'Notes', 'Edit'],
] as const;

/** Pixels by which a toolkit may round. */
const ROUNDING = 2;
/** Pixels of the border that Chromium draws round itself at scale 2. */
const BORDER = 16;

/** Defect 9: places that are those of the window, or count in other pixels than those of the screen. */
describeOn([PYTHON], 'case 9: coordinates are those of the screen', () => {
  let desktop: TestDesktop;
  let adapter: PlatformAdapter;

  beforeEach(async () => {
    desktop = await startDesktop();
    adapter = await createLinuxAdapter(desktop.env);
    await adapter.windows([], NEVER);
    await setEnabled(desktop, true);
  });

  afterEach(async () => {
    await adapter.dispose();
    await desktop.stop();
  });

  test.each([1, 2])('GTK 3 at scale %i', async (scale) => {
    const { truth } = await launchFixture(desktop, 'gtk3', { GDK_SCALE: String(scale) });
    const tree = await treeOf(adapter, 'Deskhand GTK 3', 40);
    const places = truth();
    const [left = 0, top = 0] = places['window'] ?? [];
    await expectPlaces(tree, (key) => relative(places[key], left, top), scale);
  });

  test.each([1, 2])('GTK 4 at scale %i', async (scale) => {
    const { truth } = await launchFixture(desktop, 'gtk4', { GDK_SCALE: String(scale) });
    const tree = await treeOf(adapter, 'Deskhand GTK 4', 100);
    await expectPlaces(tree, (key) => truth()[key], scale);
  });

  test('Qt 6 at scale 2 is twice what it is at scale 1', async () => {
    const single = launchQt('1');
    const small = placesIn(await treeOf(adapter, 'Deskhand Qt 6', 20));
    await endProgram(adapter, single, 'Deskhand Qt 6');
    launchQt('2');
    const tree = await treeOf(adapter, 'Deskhand Qt 6', 20);
    expect(tree.nodes[0]?.rect?.slice(2)).toEqual([1_000, 1_200]);
    const large = placesIn(tree);
    expect([...small.keys()]).toEqual(expect.arrayContaining(['Save', 'Delete', 'Wrap lines', 'User', 'Count']));
    for (const [name, place] of small) {
      expect(difference(large.get(name), twice(place)), name).toBeLessThanOrEqual(ROUNDING);
    }
    await expectSameAgain(tree, ['Save', 'Wrap lines']);
  });

  testOn(['chromium'], 'Chromium at scale 2: the browser as well as its page', async () => {
    launchChromium();
    let tree = await treeOf(adapter, 'Deskhand page', 2);
    await until(async () => {
      tree = await treeOf(adapter, 'Deskhand page', 30);
      return tree.nodes.some(({ type }) => type === 'Document');
    }, 'the page');
    const [window] = tree.nodes;
    const page = tree.nodes.find(({ type }) => type === 'Document');
    expect(window?.rect && page?.rect).toBeDefined();
    // The page ends where the window does, which may count its border.
    expect(Math.abs(right(page?.rect) - right(window?.rect))).toBeLessThanOrEqual(BORDER);
    expect(Math.abs(bottom(page?.rect) - bottom(window?.rect))).toBeLessThanOrEqual(BORDER);
    const reload = nodeNamed(tree, 'Reload', 'Button').rect;
    expect(bottom(reload)).toBeLessThanOrEqual(page?.rect?.[1] ?? 0);
    // Buttons of the tool bar are 34 pixels wide.
    expect(Math.abs((reload?.[2] ?? 0) - 2 * 34)).toBeLessThanOrEqual(8);
    // What lies in the page is seen although the browser round it counts in other pixels.
    for (const name of ['User', 'Wrap lines', 'Size', 'Delete', 'More']) {
      const inside = tree.nodes.find((node) => node.name === name && node.type !== 'Text');
      expect(inside?.rect, name).toBeDefined();
      expect(contains(page?.rect, inside?.rect), name).toBe(true);
    }
    await expectSameAgain(tree, ['Reload', 'Delete']);
  });

  async function expectPlaces(tree: AxTree, place: (key: string) => Rect | undefined, scale: number): Promise<void> {
    const [left = 0, top = 0] = tree.nodes[0]?.rect ?? [];
    for (const [key, name, type] of CONTROLS) {
      const own = place(key);
      const expected: Rect | undefined = own && [
        left + own[0] * scale,
        top + own[1] * scale,
        own[2] * scale,
        own[3] * scale,
      ];
      expect(difference(nodeNamed(tree, name, type).rect, expected), name).toBeLessThanOrEqual(ROUNDING);
    }
    await expectSameAgain(tree, ['Save', 'Delete']);
  }

  /** A control that is read alone is where it is in its window. */
  async function expectSameAgain(tree: AxTree, names: readonly string[]): Promise<void> {
    const nodes = tree.nodes.filter(({ name, type }) => names.includes(name) && type !== 'Text');
    expect(nodes).toHaveLength(names.length);
    const again = await adapter.reread(
      nodes.map(({ handle }) => handle),
      NEVER,
    );
    expect(again.map((node) => node?.rect)).toEqual(nodes.map(({ rect }) => rect));
  }

  function launchQt(scale: string) {
    const extra = { QT_SCALE_FACTOR: scale, QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1' };
    return desktop.launch(PYTHON, [join(FIXTURES, 'qt6.py')], extra);
  }

  function launchChromium(): void {
    const own = ['--no-sandbox', '--no-first-run', '--disable-gpu', '--force-renderer-accessibility'];
    const profile = `--user-data-dir=${join(desktop.directory, 'chromium')}`;
    desktop.launch('chromium', [...own, profile, '--force-device-scale-factor=2', `file://${FIXTURES}/page.html`]);
  }
});

/** Where the named controls lie in their window; texts repeat the names of controls. */
function placesIn({ nodes }: AxTree): ReadonlyMap<string, Rect> {
  const [root, ...others] = nodes;
  const [left = 0, top = 0] = root?.rect ?? [];
  return new Map(others.flatMap((node) => placeOf(node, left, top)));
}

function placeOf({ name, type, rect, patterns }: AxNode, left: number, top: number): [string, Rect][] {
  const place = relative(rect, left, top);
  return name !== '' && type !== 'Text' && !patterns.gridItem && place ? [[name, place]] : [];
}

function relative(rect: Rect | undefined, left: number, top: number): Rect | undefined {
  return rect && [rect[0] - left, rect[1] - top, rect[2], rect[3]];
}

function twice([x, y, width, height]: Rect): Rect {
  return [2 * x, 2 * y, 2 * width, 2 * height];
}

function right([x, , width]: Rect = [0, 0, 0, 0]): number {
  return x + width;
}

function bottom([, y, , height]: Rect = [0, 0, 0, 0]): number {
  return y + height;
}

function contains(outer: Rect | undefined, inner: Rect | undefined): boolean {
  if (!outer || !inner) return false;
  const [x, y] = inner;
  return x >= outer[0] && y >= outer[1] && right(inner) <= right(outer) && bottom(inner) <= bottom(outer);
}
