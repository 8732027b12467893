import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import { XDisplay } from '../../src/engine/adapters/linux/xDisplay.ts';
import type { Rect } from '../../src/model/element.ts';
import { startDesktop, type TestDesktop } from './desktop.ts';
import { describeOn } from './needs.ts';
import { nodeNamed, SCOPE, treeOf, windowTitled } from './reading.ts';

const PROGRAMS = [
  { program: 'gtk3-demo', title: 'Application Class', atLeast: 20 },
  { program: 'mousepad', title: 'Mousepad', atLeast: 10 },
  { program: 'gtk3-widget-factory', title: 'gtk3-widget-factory', atLeast: 80 },
  { program: 'gnome-calculator', title: 'Calculator', atLeast: 40 },
] as const;

describeOn(
  PROGRAMS.map(({ program }) => program),
  'real programs',
  () => {
    let desktop: TestDesktop;
    let adapter: PlatformAdapter;

    beforeAll(async () => {
      desktop = await startDesktop();
      adapter = await createLinuxAdapter(desktop.env);
      for (const { program, title, atLeast } of PROGRAMS) {
        desktop.launch(program);
        await treeOf(adapter, title, atLeast);
      }
    }, 60_000);

    afterAll(async () => {
      await adapter.dispose();
      await desktop.stop();
    });

    test.each(PROGRAMS)('$program lies inside its window, with every parent before its children', async (program) => {
      const tree = await treeOf(adapter, program.title, program.atLeast);
      expect(tree.nodes.every(({ parent }, index) => parent < index)).toBe(true);
      expect(new Set(tree.nodes.map(({ handle }) => handle)).size).toBe(tree.nodes.length);
      const [root] = tree.nodes;
      const outside = tree.nodes.filter(({ rect }) => rect && root?.rect && !overlaps(rect, root.rect));
      expect(outside).toEqual([]);
    });

    test('the menu bar and the text of an editor', async () => {
      const tree = await treeOf(adapter, 'Mousepad', 10);
      expect(nodeNamed(tree, 'File')).toMatchObject({ type: 'MenuItem' });
      expect(tree.nodes.find(({ type }) => type === 'Edit')).toMatchObject({
        patterns: { text: true, value: { value: '' } },
      });
    });

    test('the keys of a calculator', async () => {
      const tree = await treeOf(adapter, 'Calculator', 40);
      expect(nodeNamed(tree, '7', 'Button')).toMatchObject({ patterns: { invoke: true } });
      expect(nodeNamed(tree, '7', 'Button').rect).toBeDefined();
    });

    test('windows come from the top of the stack to its bottom, the active one first', async () => {
      const { windows } = await adapter.windows([], new AbortController().signal);
      expect(windows.map(({ focused }) => focused ?? false)).toEqual([true, false, false, false]);
      expect(windows[0]?.title).toBe('Calculator');
      // The first program has been covered wholly by a larger one.
      const factory = await windowTitled(adapter, 'gtk3-widget-factory');
      expect(factory.covered).toBeUndefined();
    });

    test('reading moves neither the pointer nor the focus', async () => {
      const display = await XDisplay.open(desktop.env['DISPLAY'] ?? '');
      const look = async () => ({
        pointer: await display.request<{ rootX: number; rootY: number }>((client, answer) =>
          client.QueryPointer(display.root, answer),
        ),
        active: await display.numbers(display.root, '_NET_ACTIVE_WINDOW'),
        stacking: await display.numbers(display.root, '_NET_CLIENT_LIST_STACKING'),
      });
      try {
        const before = await look();
        for (const { title } of PROGRAMS) {
          const tree = await treeOf(adapter, title, 2, { ...SCOPE, includeOffscreen: true });
          await adapter.reread(
            tree.nodes.map(({ handle }) => handle),
            new AbortController().signal,
          );
        }
        expect(await look()).toEqual(before);
        expect(before.active?.[0]).toBeGreaterThan(0);
      } finally {
        display.close();
      }
    }, 30_000);
  },
);

function overlaps(a: Rect, b: Rect): boolean {
  return a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + b[3] && b[1] < a[1] + a[3] && a[2] > 0 && a[3] > 0;
}
