import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import type { AxTree } from '../../src/model/element.ts';
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

const TITLE = 'Deskhand GTK 3';

describeOn([PYTHON], 'a GTK 3 window', () => {
  let desktop: TestDesktop;
  let adapter: PlatformAdapter;
  let fixture: Fixture;
  let tree: AxTree;

  beforeAll(async () => {
    desktop = await startDesktop();
    adapter = await createLinuxAdapter(desktop.env);
    fixture = await launchFixture(desktop, 'gtk3');
    tree = await treeOf(adapter, TITLE, 50);
  }, 30_000);

  afterAll(async () => {
    await adapter.dispose();
    await desktop.stop();
  });

  test('is listed with its program, its place and its focus', async () => {
    const window = await windowTitled(adapter, TITLE);
    expect(window).toMatchObject({
      app: 'gtk3.py',
      pid: fixture.process.pid,
      toolkit: 'gtk',
      state: 'normal',
      focused: true,
    });
    expect(difference(window.rect, fixture.truth()['window'])).toBeLessThanOrEqual(2);
  });

  test('has the window as its root and every parent before its children', () => {
    expect(tree.nodes[0]).toMatchObject({
      parent: -1,
      type: 'Window',
      name: TITLE,
      patterns: { window: { modal: false } },
    });
    expect(tree.nodes.every(({ parent }, index) => parent < index)).toBe(true);
    expect(tree.notes).toEqual([]);
  });

  test.each([
    ['Save', 'Button', { patterns: { invoke: true } }],
    ['Delete', 'Button', { disabled: true }],
    ['a|b\nc', 'Button', {}],
    ['Wrap lines', 'CheckBox', { patterns: { toggle: 'on' } }],
    ['Left', 'RadioButton', { patterns: { selectionItem: { selected: true } } }],
    ['Right', 'RadioButton', { patterns: { selectionItem: { selected: false } } }],
    ['User', 'Edit', { patterns: { value: { value: 'ada', readOnly: false }, text: true }, focusable: true }],
    ['Secret', 'Edit', { patterns: { value: { value: '', readOnly: false } }, password: true }],
    ['Medium', 'ComboBox', { patterns: { value: { value: 'Medium', readOnly: true } } }],
    ['Count', 'Spinner', { patterns: { rangeValue: { value: 3, minimum: 0, maximum: 10, readOnly: false } } }],
    ['Volume', 'Slider', { patterns: { rangeValue: { value: 40, minimum: 0, maximum: 100, readOnly: false } } }],
    ['Progress', 'ProgressBar', { patterns: { rangeValue: { value: 0.25, minimum: 0, maximum: 1, readOnly: true } } }],
    ['Notes', 'Edit', { patterns: { value: { value: 'first line\nsecond line\nümlaut', readOnly: false } } }],
    ['Table', 'TabItem', { patterns: { selectionItem: { selected: true } } }],
    ['People', 'Table', { patterns: { grid: { rows: 1000, columns: 3 } } }],
    ['name 3', 'DataItem', { patterns: { gridItem: { row: 3, column: 0 } } }],
  ])('reads %j as %s', (name, type, expected) => {
    expect(nodeNamed(tree, name)).toMatchObject({ type, ...expected });
  });

  test('says of no enabled control that it is disabled, and of no label that it can be clicked', () => {
    expect(tree.nodes.filter(({ disabled }) => disabled).map(({ name }) => name)).toEqual(['Delete']);
    expect(nodeNamed(tree, 'not clicked')).toMatchObject({ type: 'Text', patterns: {} });
  });

  test('shows nothing that cannot be seen', () => {
    const names = tree.nodes.map(({ name }) => name);
    expect(names).not.toContain('Never shown');
    expect(names).not.toContain('On the second page');
    expect(tree.nodes.some(({ offscreen }) => offscreen)).toBe(false);
  });

  test('shows what is off the screen when asked, but nothing hidden', async () => {
    const all = await treeOf(adapter, TITLE, 50, { ...SCOPE, includeOffscreen: true });
    expect(nodeNamed(all, 'On the second page')).toMatchObject({ offscreen: true });
    expect(all.nodes.map(({ name }) => name)).not.toContain('Never shown');
  });

  test.each([
    ['save', 'Save'],
    ['delete', 'Delete'],
    ['hostile', 'a|b\nc'],
    ['wrap', 'Wrap lines'],
    ['user', 'User'],
    ['secret', 'Secret'],
    ['size', 'Medium'],
    ['count', 'Count'],
    ['volume', 'Volume'],
    ['progress', 'Progress'],
    ['people', 'People'],
    ['notes', 'Notes'],
  ])('places %s within two pixels', (key, name) => {
    expect(difference(nodeNamed(tree, name).rect, fixture.truth()[key])).toBeLessThanOrEqual(2);
  });

  test('reads only the rows asked for and counts the others', async () => {
    const at = tree.nodes.findIndex(({ name }) => name === 'People');
    expect(tree.cuts).toEqual([{ reason: 'rows', at, omitted: 988 }]);
    const rows = new Set(tree.nodes.map(({ patterns }) => patterns.gridItem?.row).filter((row) => row !== undefined));
    expect([...rows]).toEqual(Array.from({ length: 12 }, (_, row) => row));
    const three = await treeOf(adapter, TITLE, 20, { ...SCOPE, rows: 3 });
    expect(three.cuts).toMatchObject([{ reason: 'rows', omitted: 997 }]);
  });

  test('ends at the number of elements asked for, and says so', async () => {
    const few = await treeOf(adapter, TITLE, 5, { ...SCOPE, maxNodes: 10 });
    expect(few.nodes.length).toBeLessThanOrEqual(10);
    expect(few.cuts).toContainEqual({ reason: 'elements' });
  });

  test('keeps the handles of its controls over reads, adapters and rereads', async () => {
    const again = await treeOf(adapter, TITLE, 50);
    expect(again.nodes.map(({ handle }) => handle)).toEqual(tree.nodes.map(({ handle }) => handle));
    const other = await createLinuxAdapter(desktop.env);
    try {
      const reread = await other.reread(
        tree.nodes.map(({ handle }) => handle),
        NEVER,
      );
      const [, ...controls] = tree.nodes.map((node) => ({ ...node, parent: -1 }));
      expect(reread.slice(1)).toEqual(controls);
    } finally {
      await other.dispose();
    }
  });

  test('reads a part of the tree', async () => {
    const people = nodeNamed(tree, 'People');
    const window = await windowTitled(adapter, TITLE);
    const part = await adapter.capture(window.handle, { ...SCOPE, within: people.handle }, NEVER);
    expect(part.nodes[0]).toEqual({ ...people, parent: -1 });
    expect(part.nodes.map(({ name }) => name)).toContain('city 5');
  });

  test('reads text by part, and never that of a password', async () => {
    const notes = nodeNamed(tree, 'Notes');
    expect(await adapter.text(notes.handle, { start: 6, count: 4 }, NEVER)).toMatchObject({
      source: 'Text',
      text: 'line',
      total: 29,
    });
    expect(await adapter.text(notes.handle, { start: 23, count: 100 }, NEVER)).toMatchObject({
      source: 'Text',
      text: 'ümlaut',
      total: 29,
    });
    expect(await adapter.text(nodeNamed(tree, 'Secret').handle, { start: 0, count: 100 }, NEVER)).toEqual({
      source: 'Text',
      text: '',
      total: 0,
    });
    expect(await adapter.text(nodeNamed(tree, 'Medium').handle, { start: 0, count: 3 }, NEVER)).toEqual({
      source: 'Value',
      text: 'Med',
      total: 6,
    });
    expect(await adapter.text(nodeNamed(tree, 'Save').handle, { start: 0, count: 9 }, NEVER)).toEqual({
      source: 'Name',
      text: 'Save',
      total: 4,
    });
  });

  test('reads the cells of the table, also of rows far away', async () => {
    const people = nodeNamed(tree, 'People');
    expect(await adapter.cells(people.handle, { row: 990, rows: 20, columns: 9 }, NEVER)).toMatchObject({
      rows: 1000,
      columns: 3,
      headers: ['Name', 'City', 'Number'],
      start: 990,
      cells: Array.from({ length: 10 }, (_, index) => [
        `name ${990 + index}`,
        `city ${(990 + index) % 7}`,
        `${990 + index}`,
      ]),
    });
  });

  test('knows a control that is gone', async () => {
    const window = await windowTitled(adapter, TITLE);
    const gone = `${window.handle}999999`;
    expect(await adapter.reread([gone], NEVER)).toEqual([null]);
    await expect(adapter.text(gone, { start: 0, count: 1 }, NEVER)).rejects.toMatchObject({ code: 'stale_element' });
    await expect(adapter.capture(gone, SCOPE, NEVER)).rejects.toMatchObject({ code: 'stale_element' });
  });
});
