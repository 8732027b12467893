import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import type { AxTree, Rect } from '../../src/model/element.ts';
import { startDesktop, type TestDesktop } from './desktop.ts';
import { describeOn } from './needs.ts';
import {
  difference,
  type Fixture,
  launchFixture,
  NEVER,
  nodeNamed,
  PYTHON,
  SCOPE,
  treeOf,
  windowTitled,
} from './reading.ts';

const TITLE = 'Deskhand GTK 4';

describeOn([PYTHON, 'xwininfo'], 'a GTK 4 window', () => {
  let desktop: TestDesktop;
  let adapter: PlatformAdapter;
  let fixture: Fixture;
  let tree: AxTree;

  beforeAll(async () => {
    desktop = await startDesktop();
    adapter = await createLinuxAdapter(desktop.env);
    fixture = await launchFixture(desktop, 'gtk4');
    tree = await treeOf(adapter, TITLE, 100);
  }, 30_000);

  afterAll(async () => {
    await adapter.dispose();
    await desktop.stop();
  });

  test('is listed with its program, its toolkit and its focus', async () => {
    expect(await windowTitled(adapter, TITLE)).toMatchObject({
      app: 'deskhand-gtk4',
      className: 'deskhand-gtk4',
      pid: fixture.process.pid,
      toolkit: 'GTK',
      focused: true,
    });
  });

  test.each([
    ['Save', 'Button', { patterns: { invoke: true } }],
    ['Delete', 'Button', { disabled: true }],
    ['a|b\nc', 'Button', {}],
    ['Wrap lines', 'CheckBox', { patterns: { toggle: 'on' } }],
    ['User', 'Edit', { patterns: { value: { value: 'ada', readOnly: false }, text: true } }],
    ['Secret', 'Edit', { patterns: { value: { value: '', readOnly: false } }, password: true }],
    ['Size', 'ComboBox', { patterns: { value: { value: 'Medium', readOnly: true } } }],
    ['Count', 'Spinner', { patterns: { rangeValue: { value: 3, minimum: 0, maximum: 10, readOnly: false } } }],
    ['Volume', 'Slider', { patterns: { rangeValue: { value: 40, minimum: 0, maximum: 100, readOnly: false } } }],
    ['Progress', 'ProgressBar', { patterns: { rangeValue: { value: 0.25, minimum: 0, maximum: 1, readOnly: true } } }],
    ['Notes', 'Edit', { patterns: { value: { value: 'first line\nsecond line\nümlaut', readOnly: false } } }],
    ['name 3', 'Text', { patterns: {} }],
  ])('reads %j as %s', (name, type, expected) => {
    expect(nodeNamed(tree, name, type)).toMatchObject(expected);
  });

  test('knows which tab is open', () => {
    const tabs = tree.nodes.filter(({ type }) => type === 'TabItem');
    expect(tabs).toMatchObject([
      { name: '', patterns: { selectionItem: { selected: true } } },
      { name: '', patterns: { selectionItem: { selected: false } } },
    ]);
  });

  test('takes no class name for a name', () => {
    expect(tree.nodes.filter(({ name }) => name.startsWith('Gtk'))).toEqual([]);
  });

  test('says of no enabled control that it is disabled', () => {
    const disabled = tree.nodes.filter((node) => node.disabled && node.type === 'Button');
    expect(disabled.map(({ name }) => name)).toEqual(['Delete']);
  });

  test('shows nothing that cannot be seen', () => {
    const names = tree.nodes.map(({ name }) => name);
    expect(names).not.toContain('Never shown');
    expect(names).not.toContain('On the second page');
  });

  test.each([
    ['save', 'Save', 'Button'],
    ['hostile', 'a|b\nc', 'Button'],
    ['wrap', 'Wrap lines', 'CheckBox'],
    ['user', 'User', 'Edit'],
    ['secret', 'Secret', 'Edit'],
    ['size', 'Size', 'ComboBox'],
    ['count', 'Count', 'Spinner'],
    ['volume', 'Volume', 'Slider'],
    ['progress', 'Progress', 'ProgressBar'],
    ['people', 'People', 'Tree'],
    ['notes', 'Notes', 'Edit'],
  ])('places %s on the screen within two pixels', (key, name, type) => {
    const [left, top] = originOnScreen(desktop, TITLE);
    const [x, y, width, height] = fixture.truth()[key] ?? [Number.NaN, Number.NaN, 0, 0];
    const truth: Rect = [left + x, top + y, width, height];
    expect(difference(nodeNamed(tree, name, type).rect, truth)).toBeLessThanOrEqual(2);
  });

  test('reads only the rows asked for, and does not invent how many there are', () => {
    expect(tree.cuts).toMatchObject([{ reason: 'rows' }]);
    expect(tree.cuts[0]?.omitted).toBeUndefined();
    expect(tree.nodes.map(({ name }) => name)).toContain('name 11');
    expect(tree.nodes.map(({ name }) => name)).not.toContain('name 12');
  });

  test('reads the same on a first and on every later look', async () => {
    const other = await createLinuxAdapter(desktop.env);
    try {
      const again = await treeOf(other, TITLE, 100);
      expect(again.nodes).toEqual(tree.nodes);
      const reread = await other.reread(
        tree.nodes.map(({ handle }) => handle),
        NEVER,
      );
      const controls = tree.nodes.map((node) => ({ ...node, parent: -1 }));
      expect(reread).toEqual(controls);
    } finally {
      await other.dispose();
    }
  });

  test('reads the cells of the table', async () => {
    const people = nodeNamed(tree, 'People');
    expect(await adapter.cells(people.handle, { row: 5, rows: 2, columns: 9 }, NEVER)).toMatchObject({
      partial: true,
      columns: 3,
      headers: ['Name', 'City', 'Number'],
      start: 5,
      cells: [
        ['name 5', 'city 5', '5'],
        ['name 6', 'city 6', '6'],
      ],
    });
  });

  test('reads the text of an entry, and never that of a password', async () => {
    expect(await adapter.text(nodeNamed(tree, 'User').handle, { start: 1, count: 9 }, NEVER)).toMatchObject({
      source: 'Text',
      text: 'da',
      total: 3,
    });
    expect(await adapter.text(nodeNamed(tree, 'Secret').handle, { start: 0, count: 9 }, NEVER)).toMatchObject({
      text: '',
      total: 0,
    });
  });

  test('shows what is off the screen when asked', async () => {
    const all = await treeOf(adapter, TITLE, 100, { ...SCOPE, includeOffscreen: true });
    expect(nodeNamed(all, 'On the second page', 'Button')).toMatchObject({ offscreen: true });
    expect(all.nodes.map(({ name }) => name)).not.toContain('Never shown');
  });
});

/** Left and top of a window's content, by another program than ours. */
function originOnScreen(desktop: TestDesktop, title: string): readonly [number, number] {
  const text = execFileSync('xwininfo', ['-name', title], { env: desktop.env, encoding: 'utf8' });
  const side = (name: string) => Number(new RegExp(`Absolute upper-left ${name}:\\s+(-?\\d+)`).exec(text)?.[1]);
  return [side('X'), side('Y')];
}
