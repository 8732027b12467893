import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDesktop, type TestDesktop } from './desktop.ts';
import { describeOn } from './needs.ts';
import { connectProduct, type ProductClient } from './productClient.ts';
import { PYTHON } from './reading.ts';
import { ProgramWatch } from './watch.ts';

const WINDOW = 'Deskhand nested';
const BOXES = 20;
const ROWS = 100;
const SHOWN_ROWS = 12;

/** Defect 8: a limit of depth hides the cells of a table that lies in many boxes. */
describeOn([PYTHON], 'case 8: a table in many boxes', () => {
  for (const toolkit of ['gtk3', 'gtk4']) describeOn([PYTHON], toolkit, () => nestedTable(toolkit));
});

function nestedTable(toolkit: string): void {
  const watch = new ProgramWatch();
  let desktop: TestDesktop;
  let client: ProductClient;

  beforeAll(async () => {
    desktop = await startDesktop();
    const fixture = desktop.launch(PYTHON, [join(import.meta.dirname, '../fixtures/nested.py'), toolkit]);
    client = await connectProduct(desktop);
    await client.ready(WINDOW, 'more rows');
    watch.add('the fixture', fixture);
  });

  afterAll(async () => {
    await client?.close();
    await desktop?.stop();
  });

  test('every level is there, however deep', async () => {
    const tree = await client.call('observe', { window: WINDOW, filter: 'all', format: 'tree' });
    const cell = tree.split('\n').find((line) => line.includes('"name 2"'));
    expect(indentOf(cell) / 2).toBeGreaterThan(BOXES);
    expect(tree.split('\n').filter((line) => line.includes('Group ""')).length).toBeGreaterThanOrEqual(BOXES);
  });

  test('the rows that are left out are counted, with the id to go on from', async () => {
    const answer = await client.call('observe', { window: WINDOW });
    expect(answer).toContain('name 0');
    expect(answer).toContain(`city ${(SHOWN_ROWS - 1) % 7}`);
    expect(answer).toContain('complete=false');
    const [, count, id] = /(\d+) more rows: deskhand_read_table\(id=(\d+)\)/.exec(answer) ?? [];
    expect(Number(count)).toBe(ROWS - SHOWN_ROWS);
    const last = await client.call('read_table', { id: Number(id), start_row: ROWS - 2 });
    expect(last).toContain('name 98|city 0|98');
    expect(last).toContain('name 99|city 1|99');
  });

  test('one can go on from any level', async () => {
    const tree = await client.call('observe', { window: WINDOW, filter: 'all', format: 'tree' });
    const boxes = tree.split('\n').filter((line) => /^\s*\d+ Group ""/.test(line));
    const inner = Number(/\d+/.exec(boxes[BOXES - 1] ?? '')?.[0]);
    expect(await client.call('observe', { window: WINDOW, within: inner })).toContain('name 0');
  });

  test('reading did the program no harm', () => {
    expect(watch.complaints()).toEqual([]);
  });
}

function indentOf(line = ''): number {
  return line.length - line.trimStart().length;
}
