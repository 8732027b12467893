import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CellRange, PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import type { CellRows } from '../../src/model/cellRows.ts';
import type { AxTree } from '../../src/model/element.ts';
import { missingForLinuxTests, startDesktop, type TestDesktop } from './desktop.ts';
import { NEVER, nodeNamed, PYTHON, setEnabled, treeOf } from './reading.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures');
const FIRST: CellRange = { rows: 50, columns: 64 };

interface Tables {
  readonly tree: () => AxTree;
  readonly read: (name: string, range?: CellRange) => Promise<CellRows>;
  readonly adapter: () => PlatformAdapter;
}

/** The tables of one fixture on a desktop of its own. */
function describeTables(
  name: string,
  missing: string | undefined,
  launch: (desktop: TestDesktop) => void,
  body: (tables: Tables) => void,
): void {
  describe.skipIf(missing)(missing ? `${name} (${missing})` : name, () => {
    let desktop: TestDesktop;
    let adapter: PlatformAdapter;
    let tree: AxTree;

    beforeAll(async () => {
      desktop = await startDesktop();
      adapter = await createLinuxAdapter(desktop.env);
      await setEnabled(desktop, true);
      launch(desktop);
      tree = await treeOf(adapter, 'Deskhand tables', 60);
    }, 60_000);

    afterAll(async () => {
      await adapter.dispose();
      await desktop.stop();
    });

    body({
      tree: () => tree,
      adapter: () => adapter,
      read: (table, range = FIRST) => adapter.cells(tableNamed(tree, table), range, NEVER),
    });
  });
}

function tableNamed({ nodes }: AxTree, name: string): string {
  const types: ReadonlySet<string> = new Set(['Table', 'Tree', 'List']);
  return nodes.find((node) => node.name === name && types.has(node.type))?.handle ?? '';
}

const python = (fixture: string) => (desktop: TestDesktop) => {
  desktop.launch(PYTHON, [join(FIXTURES, fixture)], { QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1' });
};

describeTables('tables of GTK 3', missingForLinuxTests([PYTHON]), python('tables_gtk3.py'), ({ tree, read }) => {
  test('a tree has the rows that are expanded, and its columns as they are shown', async () => {
    expect(nodeNamed(tree(), 'Folders').patterns.grid).toEqual({ rows: 53, columns: 2 });
    const rows = await read('Folders', { row: 1, rows: 4, columns: 9 });
    expect(rows).toMatchObject({ rows: 53, columns: 2, headers: ['Owner', 'Name'], start: 1, spans: [] });
    expect(rows.cells).toEqual([
      ['owner 0.0', 'file 0.0'],
      ['owner 0.1', 'file 0.1'],
      ['owner 0.2', 'file 0.2'],
      ['owner 1', 'folder 1'],
    ]);
  });

  test('a part of the columns has the headers of these', async () => {
    const rows = await read('Folders', { row: 52, rows: 4, column: 1, columns: 4 });
    expect(rows).toMatchObject({ headers: ['Name'], startColumn: 1, cells: [['folder 49']] });
  });

  test('cells with a box give its state, and empty ones nothing', async () => {
    const { cells } = await read('Lines', { row: 2, rows: 3, columns: 2 });
    expect(cells).toEqual([
      ['line 2', 'on'],
      ['', 'off'],
      ['line 4', 'on'],
    ]);
  });

  test('a cell with a box is toggled, whatever the language of its action', () => {
    const { nodes } = tree();
    const lines = nodes.findIndex(({ name, type }) => name === 'Lines' && type === 'Table');
    const boxes = nodes.filter(({ parent, patterns }) => parent === lines && patterns.gridItem?.column === 1);
    expect(boxes.slice(0, 3).map(({ patterns }) => patterns.toggle)).toEqual(['on', 'off', 'on']);
  });

  test('a list box is a table of one column', async () => {
    const rows = await read('Entries', { row: 18, rows: 9, columns: 9 });
    expect(rows).toMatchObject({ rows: 20, columns: 1, headers: [], cells: [['entry 18'], ['entry 19']] });
    expect(rows.partial).toBeUndefined();
  });
});

describeTables(
  'tables of GTK 4',
  missingForLinuxTests([PYTHON]),
  python('tables_gtk4.py'),
  ({ tree, read, adapter }) => {
    test('a column view of a tree has the rows that are expanded, without hidden columns', async () => {
      const rows = await read('Folders');
      expect(rows).toMatchObject({ rows: 7, columns: 2, headers: ['Name', 'Owner'] });
      expect(rows.cells.slice(0, 3)).toEqual([
        ['folder 0', 'owner 0'],
        ['folder 0.0', 'owner 0'],
        ['folder 0.1', 'owner 1'],
      ]);
      expect(rows.partial).toBeUndefined();
    });

    test.each(['Items', 'Tiles'])('%s says that there may be more than it has objects for', async (name) => {
      const rows = await read(name, { row: 0, rows: 2, columns: 9 });
      expect(rows).toMatchObject({ partial: true, cells: [['item 0'], ['item 1']] });
      const at = tree().nodes.findIndex((node) => node.name === name && node.type !== 'Pane');
      expect(tree().cuts.find((cut) => cut.at === at)).toEqual({ reason: 'rows', at });
    });

    test('a list box has all its rows', async () => {
      const rows = await read('Entries');
      expect(rows.cells).toHaveLength(20);
      expect(rows.partial).toBeUndefined();
    });

    test('every row of a list can be selected, not only the one that is', async () => {
      const items = tree().nodes.filter(({ type }) => type === 'ListItem');
      expect(items.length).toBeGreaterThan(12);
      expect(items.filter(({ patterns }) => patterns.selectionItem === undefined)).toEqual([]);
      expect(items.filter(({ patterns }) => patterns.selectionItem?.selected)).toHaveLength(1);
      const reread = await adapter().reread(
        items.map(({ handle }) => handle),
        NEVER,
      );
      expect(reread).toEqual(items.map((item) => ({ ...item, parent: -1 })));
    });
  },
);

describeTables('tables of Qt 6', missingForQt(), python('tables_qt6.py'), ({ tree, read }) => {
  test('have headers of columns and rows, and merged cells once', async () => {
    const rows = await read('Spans');
    expect(rows).toMatchObject({
      headers: ['Name', 'City', 'Note'],
      rowHeaders: ['one', 'two', 'three', 'four'],
      spans: [{ row: 1, column: 0, rows: 2, columns: 2 }],
    });
    expect(rows.cells).toEqual([
      ['r0c0', 'r0c1', 'r0c2'],
      ['r1c0', '', 'r1c2'],
      ['', '', 'r2c2'],
      ['r3c0', 'r3c1', 'r3c2'],
    ]);
    expect(nodeNamed(tree(), 'r1c0')).toMatchObject({ type: 'DataItem' });
    expect(tree().nodes.filter(({ name }) => name === 'r1c1' || name === 'r2c0')).toEqual([]);
  });

  test('a hundred thousand rows are read from anywhere', async () => {
    const rows = await read('Numbers', { row: 99_998, rows: 9, column: 78, columns: 9 });
    expect(rows).toMatchObject({
      rows: 100_000,
      columns: 80,
      headers: ['79', '80'],
      cells: [
        ['99998/78', '99998/79'],
        ['99999/78', '99999/79'],
      ],
    });
  });

  test('a tree has the rows that are expanded, and a list no headers', async () => {
    const { cells, headers } = await read('Folders');
    expect(headers).toEqual(['Name', 'Size']);
    expect(cells.map(([name]) => name)).toEqual(['folder 0', 'file 0.0', 'file 0.1', 'folder 1', 'folder 2']);
    const list = await read('Entries', { row: 499, rows: 5, columns: 5 });
    expect(list).toMatchObject({ rows: 500, headers: [], rowHeaders: [], cells: [['entry 499']] });
  });
});

describeTables('tables of Chromium', missingForLinuxTests(['chromium']), startChromium, ({ tree, read }) => {
  test('merged cells are said and read once; headers join their levels', async () => {
    const rows = await read('Sales');
    expect(rows).toMatchObject({ rows: 6, columns: 3, headers: ['Region', 'Year 2024', 'Year 2025'], rowHeaders: [] });
    expect(rows.cells).toEqual([
      ['Region', 'Year', ''],
      ['', '2024', '2025'],
      ['North', '1', '2'],
      ['South', '3', ''],
      ['East', '', 'Open more'],
      ['West', 'Inner', '9'],
    ]);
    expect(rows.spans).toEqual([
      { row: 0, column: 0, rows: 2, columns: 1 },
      { row: 0, column: 1, rows: 1, columns: 2 },
      { row: 3, column: 1, rows: 1, columns: 2 },
    ]);
  });

  test('rows without the column of their titles still have these', async () => {
    const rows = await read('Sales', { row: 2, rows: 2, column: 2, columns: 1 });
    expect(rows).toMatchObject({ headers: ['Year 2025'], rowHeaders: ['North', 'South'], cells: [['2'], ['3']] });
    expect(rows.spans).toEqual([{ row: 3, column: 1, rows: 1, columns: 2 }]);
  });

  test('a grid that declares ten thousand rows and renders twenty says so, and begins with them', async () => {
    const grid = nodeNamed(tree(), 'Virtual', 'Table');
    expect(grid.patterns.grid).toEqual({ rows: 10_000, columns: 60 });
    const rows = await read('Virtual', { rows: 2, columns: 64 });
    expect(rows).toMatchObject({
      rows: 10_000,
      columns: 60,
      start: 500,
      startColumn: 2,
      headers: ['Name', 'City'],
      rendered: [
        { start: 0, count: 1 },
        { start: 500, count: 20 },
      ],
      cells: [
        ['name 501', 'city 4'],
        ['name 502', 'city 5'],
      ],
    });
    const empty = await read('Virtual', { row: 518, rows: 4, column: 3, columns: 1 });
    expect(empty.cells).toEqual([['city 1'], ['city 2'], [''], ['']]);
  });

  test('a table without row titles has those of its columns', async () => {
    expect(await read('Plain')).toMatchObject({ headers: ['Name', 'City'], rowHeaders: [], spans: [] });
  });
});

function startChromium({ launch, directory }: TestDesktop): void {
  const own = ['--no-sandbox', '--no-first-run', '--disable-gpu', `--user-data-dir=${join(directory, 'chromium')}`];
  launch('chromium', [...own, '--force-renderer-accessibility', `file://${join(FIXTURES, 'tables.html')}`]);
}

function missingForQt(): string | undefined {
  const missing = missingForLinuxTests([PYTHON]);
  if (missing) return missing;
  try {
    execFileSync(PYTHON, ['-c', 'import PyQt6.QtWidgets'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'not installed: python3-pyqt6';
  }
}
