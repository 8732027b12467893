import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CellRange, PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import { connectStdio } from '../../src/engine/mcp/stdioClient.ts';
import type { AxNode, AxTree, Handle } from '../../src/model/element.ts';
import { missingForLinuxTests, startDesktop, type TestDesktop, until } from './desktop.ts';
import { describeOn } from './needs.ts';
import { type Office, startOffice } from './office.ts';
import { NEVER, nodeNamed, PYTHON, SCOPE, windowTitled } from './reading.ts';

const TITLE = 'Deskhand sheet';

/** The office must have no more megabytes at the end than these above those at the start: it once took gigabytes. */
const GROWTH = 300;

/** Milliseconds: a guard, not a measure. A read that lists the cells of a sheet never ends. */
const SOON = 10_000;

const WHOLE: CellRange = { rows: 500, columns: 64 };

describeOn(
  hasUno() ? [PYTHON, 'libreoffice'] : [PYTHON, 'libreoffice', 'python3-uno'],
  'a sheet of LibreOffice',
  () => {
    let desktop: TestDesktop;
    let adapter: PlatformAdapter;
    let office: Office;
    let window: Handle;
    let pid: number;
    let before: number;

    beforeAll(async () => {
      desktop = await startDesktop();
      adapter = await createLinuxAdapter(desktop.env);
      // Its first start makes a profile, which takes a while.
      office = await startOffice(desktop);
      const found = await windowTitled(adapter, TITLE);
      window = found.handle;
      await until(async () => sheetIn(await capture()) !== undefined, 'the sheet', 30_000);
      pid = found.pid;
      before = memoryOf(pid);
    }, 120_000);

    beforeEach(async () => {
      await office.order('sheet Sheet1');
      await office.order('scroll 0 0');
      await until(async () => (await cellNames()).includes('A1'), 'the first sheet');
    });

    afterAll(async () => {
      await adapter.dispose();
      await desktop.stop();
    });

    const capture = (scope = SCOPE) => adapter.capture(window, scope, NEVER);
    const cellNames = async () => cellsIn(await capture()).map(({ name }) => name);
    const sheet = async () => {
      const found = sheetIn(await capture());
      if (!found) throw new Error('no sheet');
      return found;
    };
    const read = async (range: CellRange) => adapter.cells((await sheet()).handle, range, NEVER);

    test('gives what can be seen of it, and its merged cells', async () => {
      const rows = await read(WHOLE);
      expect(rows).toMatchObject({ sheet: true, rows: 1_048_576, columns: 16_384, start: 0, startColumn: 0 });
      expect(rows.cells.map((row) => row.slice(0, 4)).slice(0, 4)).toEqual([
        ['Merged', '', 'Total', ''],
        ['', '', '12.5', ''],
        ['ada', 'London', '25', ''],
        ['', '', '', ''],
      ]);
      expect(rows.spans).toEqual([{ row: 0, column: 0, rows: 2, columns: 2 }]);
      expect(rows.ended).toBeUndefined();
      // As many rows as the window has room for, and not one more.
      expect(rows.cells.length).toBeGreaterThan(20);
      expect(rows.cells.length).toBeLessThan(100);
    });

    test('shows a merged cell once, and no cell that it covers', async () => {
      const tree = await capture();
      expect(nodeNamed(tree, 'A1').patterns.value?.value).toBe('Merged');
      expect(cellsIn(tree).map(({ name }) => name)).not.toEqual(expect.arrayContaining(['B1']));
      expect(cellsIn(tree).map(({ name }) => name)).not.toEqual(expect.arrayContaining(['A2']));
      expect(cellsIn(tree).map(({ name }) => name)).toEqual(expect.arrayContaining(['C1', 'C2', 'A3']));
    });

    test('is read where it has been scrolled to', async () => {
      await office.order('scroll 3 200');
      await until(async () => (await cellNames())[0] === 'D201', 'the scrolled sheet');
      const rows = await read({ rows: 2, columns: 2 });
      expect(rows).toMatchObject({
        start: 200,
        startColumn: 3,
        cells: [
          ['201/4', ''],
          ['202/4', ''],
        ],
      });
      expect(nodeNamed(await capture(), 'D203').patterns).toMatchObject({
        value: { value: '203/4' },
        gridItem: { row: 202, column: 3 },
      });
    });

    test.each([
      ['AD100000', { row: 99_999, rows: 1, column: 29, columns: 1 }, [['far']]],
      [
        'XFD1048576 with what is before it',
        { row: 1_048_574, rows: 9, column: 16_382, columns: 9 },
        [
          ['', ''],
          ['', 'last'],
        ],
      ],
    ])('is read at %s', async (_, range, cells) => {
      const started = performance.now();
      const rows = await read(range);
      expect(rows).toMatchObject({ start: range.row, startColumn: range.column, cells });
      expect(rows.ended).toBeUndefined();
      expect(performance.now() - started).toBeLessThan(SOON);
    });

    test('says how much of it could be read in time', async () => {
      const started = performance.now();
      const rows = await read({ row: 900_000, rows: 500, column: 0, columns: 64 });
      expect(performance.now() - started).toBeLessThan(SOON);
      expect(rows.ended).toBe(true);
      expect(rows.cells.length).toBeGreaterThan(0);
      expect(rows.cells.length).toBeLessThan(500);
      // All rows have the same columns; the others are to be asked for.
      expect(new Set(rows.cells.map(({ length }) => length)).size).toBe(1);
    });

    test('has cells that keep their handles, whatever is looked at or written', async () => {
      const first = cellsIn(await capture());
      await read({ row: 0, rows: 5, column: 0, columns: 5 });
      expect(handlesOf(await capture())).toEqual(first.map(({ handle }) => handle));
      await office.order('write B3 Paris');
      await until(async () => nodeNamed(await capture(), 'B3').patterns.value?.value === 'Paris', 'the new text');
      expect(handlesOf(await capture())).toEqual(first.map(({ handle }) => handle));
      const other = await createLinuxAdapter(desktop.env, { live: false });
      try {
        expect(handlesOf(await other.capture(window, SCOPE, NEVER))).toEqual(first.map(({ handle }) => handle));
      } finally {
        await other.dispose();
        await office.order('write B3 London');
      }
    });

    test('has cells that can be read alone by their handles', async () => {
      const cell = nodeNamed(await capture(), 'A3');
      expect(await adapter.reread([cell.handle], NEVER)).toEqual([{ ...cell, parent: -1 }]);
      expect(await adapter.text(cell.handle, { start: 1, count: 9 }, NEVER)).toEqual({
        source: 'Text',
        text: 'da',
        total: 3,
      });
      const { nodes } = await capture({ ...SCOPE, within: cell.handle });
      expect(nodes).toEqual([{ ...cell, parent: -1 }]);
      // Its row and column make the handle: the cell beside it has another one.
      const beside = nodeNamed(await capture(), 'B3');
      expect(beside.handle).not.toBe(cell.handle);
      await office.order('scroll 0 500');
      expect((await adapter.reread([cell.handle], NEVER))[0]).toMatchObject({ name: 'A3', handle: cell.handle });
    });

    test('gives no cell of another sheet for a handle', async () => {
      const cell = nodeNamed(await capture(), 'A1');
      await office.order('sheet Second');
      await until(
        async () => nodeNamed(await capture(), 'A1').patterns.value?.value === 'on the second sheet',
        'the sheet',
      );
      expect(await adapter.reread([cell.handle], NEVER)).toEqual([null]);
      await expect(adapter.text(cell.handle, { start: 0, count: 9 }, NEVER)).rejects.toMatchObject({
        code: 'stale_element',
      });
      await expect(capture({ ...SCOPE, within: cell.handle })).rejects.toMatchObject({ code: 'stale_element' });
    });

    test('with frozen titles is one table for each part, each with its visible cells', async () => {
      await office.order('sheet Second');
      await office.order('freeze 1 1');
      await until(async () => sheetsIn(await capture()).length > 1, 'the parts of the sheet');
      const names = sheetsIn(await capture()).map(({ name }) => name);
      expect(new Set(names)).toEqual(new Set(['Sheet Second']));
      for (const part of sheetsIn(await capture())) {
        const rows = await adapter.cells(part.handle, WHOLE, NEVER);
        expect(rows).toMatchObject({ sheet: true, rows: 1_048_576, columns: 16_384 });
        const anywhere = await adapter.cells(part.handle, { row: 0, rows: 1, column: 0, columns: 1 }, NEVER);
        expect(anywhere.cells).toEqual([['on the second sheet']]);
      }
    });

    test('is read by an agent through its addresses, and its cells keep their ids', async () => {
      const env = { ...desktop.env, DESKHAND_IDLE_MS: '500' };
      const client = await connectStdio(process.execPath, [resolve('src/engine/main.ts'), 'mcp'], env);
      const call = (tool: string, args: Readonly<Record<string, unknown>>) => client.call(`deskhand_${tool}`, args);
      const ids = async () => (await call('observe', { window: TITLE })).match(/^\d+\|DataItem\|[A-Z]+\d+\|/gm);
      try {
        const first = await ids();
        expect(first?.length).toBeGreaterThan(20);
        expect(await ids()).toEqual(first);
        const [, id] = /^(\d+)\|Table\|Sheet /m.exec(await call('observe', { window: TITLE, filter: 'table' })) ?? [];
        const text = await call('read_table', { id: Number(id), range: 'A1:C3' });
        expect(text).toContain('# (row)|A|B|C\n1|Merged||Total\n2|||12.5\n3|ada|London|25\n</untrusted>');
        expect(text).toContain('grid 1048576×16384, range A1:C3\nMerged cells: A1:B2.');
        expect(text).not.toContain('Continue');
        expect(await call('read_table', { id: Number(id), range: 'XFD1048576' })).toContain('1048576|last');
        expect(await call('read_table', { id: Number(id), range: 'XFE1' })).toContain('the sheet ends at XFD1048576');
      } finally {
        await client.close();
      }
    });

    test('is searched without being listed, and the office stays as it was', async () => {
      const started = performance.now();
      const tree = await capture({ ...SCOPE, rows: Number.MAX_SAFE_INTEGER, maxNodes: 2_000, includeOffscreen: true });
      expect(tree.nodes.length).toBeLessThanOrEqual(2_000);
      expect(performance.now() - started).toBeLessThan(SOON);
      expect((await capture()).nodes.length).toBeGreaterThan(100);
      expect(before).toBeGreaterThan(50);
      expect(memoryOf(pid) - before).toBeLessThan(GROWTH);
    });
  },
);

function sheetsIn({ nodes }: AxTree): AxNode[] {
  return nodes.filter(({ patterns }) => patterns.grid?.rows === 1_048_576);
}

function sheetIn(tree: AxTree): AxNode | undefined {
  return sheetsIn(tree)[0];
}

function cellsIn({ nodes }: AxTree): AxNode[] {
  return nodes.filter(({ type, patterns }) => type === 'DataItem' && patterns.gridItem);
}

function handlesOf(tree: AxTree): Handle[] {
  return cellsIn(tree).map(({ handle }) => handle);
}

/** Megabytes that a process has in memory; fails where it has ended. */
function memoryOf(process: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${process}/status`, 'utf8')) ?? [];
  return Number(kilobytes ?? 0) / 1024;
}

function hasUno(): boolean {
  try {
    if (missingForLinuxTests([PYTHON])) return false;
    execFileSync(PYTHON, ['-c', 'import uno'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
