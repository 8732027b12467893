import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReadRows } from '../../src/model/fitRows.ts';
import { renderRows, rowsJson } from '../../src/model/renderRows.ts';
import { hostileText } from './arbitraries.ts';
import { exactTokens } from './exactTokens.ts';

const GRID: ReadRows = {
  id: 5,
  rows: 3,
  columns: 2,
  headers: ['Name', 'City'],
  rowHeaders: [],
  start: 0,
  startColumn: 0,
  cells: [
    ['ada', 'London'],
    ['', ''],
    ['bob', 'Paris'],
  ],
  spans: [],
};

const SHEET: ReadRows = {
  ...GRID,
  rows: 1_048_576,
  columns: 16_384,
  headers: [],
  start: 1,
  startColumn: 25,
  cells: [
    ['Total', '', '12.5', '', ''],
    ['', '', '', '', ''],
  ],
  spans: [{ row: 1, column: 25, rows: 1, columns: 2 }],
  sheet: true,
};

const lines = (read: ReadRows, budget = 6_000) => renderRows(read, budget).split('\n');

describe('rows as text', () => {
  test('name themselves by numbers', () => {
    const expected = ['<untrusted>', '# Name|City', 'ada|London', '(1 empty row)', 'bob|Paris', '</untrusted>'];
    expect(lines(GRID).slice(0, 6)).toEqual(expected);
    expect(lines(GRID)[6]).toBe('grid 3×2, rows 0-2');
  });

  test('of a sheet name themselves by addresses, and so does what follows', () => {
    expect(lines(SHEET)).toEqual([
      '<untrusted>',
      '# (row)|Z|AA|AB',
      '2|Total||12.5',
      '(1 empty row)',
      '</untrusted>',
      'grid 1048576×16384, range Z2:AD3',
      'Merged cells: Z2:AA2.',
      'Without text: columns AC-AD.',
      '… 16354 more columns. Continue with range=AE2:AI3.',
      '… 1048573 more rows. Continue with range=Z4:AD5.',
    ]);
  });

  test('that were asked for by address end with the range', () => {
    const asked = { row: 1, column: 25, rows: 3, columns: 5 };
    const text = renderRows({ ...SHEET, asked }, 6_000);
    expect(text).toContain('… 1 more rows. Continue with range=Z4:AD4.');
    expect(text).not.toContain('more columns');
  });

  test('have their titles before them, unless these only count', () => {
    expect(lines({ ...GRID, rowHeaders: ['one', 'two', 'three'] })).toContain('one|ada|London');
    expect(lines({ ...GRID, rowHeaders: ['one', 'two', 'three'] })).toContain('# (row)|Name|City');
    expect(lines({ ...GRID, rowHeaders: ['1', '2', '3'] })).toContain('ada|London');
  });

  test('say of a part of the columns which they are and how to go on', () => {
    const text = renderRows({ ...GRID, rows: 9, columns: 80, start: 4, startColumn: 20 }, 6_000);
    expect(text).toContain('grid 9×80, rows 4-6, columns 20-21');
    expect(text).toContain('… 58 more columns. Continue with start_row=4, start_column=22.');
    expect(text).toContain('… 2 more rows. Continue with start_row=7, start_column=20.');
  });

  test.each([
    [{ partial: true }, 'Only the 3 rows near the visible ones are exposed: scroll, then read again.'],
    [{ ended: true }, 'The time for reading ended after 3 rows.'],
    [{ rendered: [{ start: 500, count: 20 }] }, 'Only rows 500-519 of 3 are rendered: scroll the grid to read others.'],
    [{ rendered: [] }, 'No row of 3 is rendered: scroll the grid to read others.'],
  ] as const)('that are not all say why: %j', (reason, sentence) => {
    expect(renderRows({ ...GRID, ...reason }, 6_000)).toContain(sentence);
    const json = JSON.parse(rowsJson({ ...GRID, ...reason }, 6_000));
    expect(json.complete).toBe(false);
    expect(json.missing.join(' ')).toContain(sentence);
  });
});

describe('rows as JSON', () => {
  test('hold the titles of rows as their first items', () => {
    const json = JSON.parse(rowsJson({ ...GRID, rowHeaders: ['one', 'two', 'three'] }, 6_000));
    expect(json).toMatchObject({ titled: true, complete: true, next: null, next_column: null });
    expect(json.cells[0]).toEqual(['one', 'ada', 'London']);
  });

  test('of a sheet say their range and the merged cells', () => {
    const json = JSON.parse(rowsJson(SHEET, 6_000));
    expect(json).toMatchObject({ range: 'Z2:AD3', titled: false, next: 3, next_column: 30, complete: false });
    expect(json.spans).toEqual([{ row: 1, column: 25, rows: 1, columns: 2 }]);
  });
});

const small = fc.nat(40);
const texts = fc.oneof({ weight: 3, arbitrary: fc.constant('') }, hostileText);
const span = fc.record({ row: small, column: small, rows: fc.integer({ min: 1, max: 9 }), columns: small });

/** Anything that an adapter may give, in a table whose rows have one length. */
const anyRows: fc.Arbitrary<ReadRows> = fc
  .record({ width: fc.nat(30), height: fc.nat(30), start: small, startColumn: small, extra: fc.nat(1e7) })
  .chain(({ width, height, start, startColumn, extra }) => {
    const row = fc.array(texts, { minLength: width, maxLength: width });
    return fc.record(
      {
        id: fc.nat(50_000),
        rows: fc.constant(start + height + extra),
        columns: fc.constant(startColumn + width + (extra % 16_384)),
        headers: fc.oneof(fc.constant([]), row),
        rowHeaders: fc.oneof(fc.constant([]), fc.array(texts, { minLength: height, maxLength: height })),
        start: fc.constant(start),
        startColumn: fc.constant(startColumn),
        cells: fc.array(row, { minLength: height, maxLength: height }),
        spans: fc.array(span, { maxLength: 40 }),
        sheet: fc.constant(true as const),
        partial: fc.constant(true as const),
        ended: fc.constant(true as const),
        rendered: fc.array(fc.record({ start: small, count: small }), { maxLength: 9 }),
        first: row,
      },
      {
        requiredKeys: ['id', 'rows', 'columns', 'headers', 'rowHeaders', 'start', 'startColumn', 'cells', 'spans'],
      },
    );
  });

test('no rows are over their budget, and what is left out is said', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(anyRows, fc.constantFrom(600, 1_500, 6_000), (read, budget) => {
      const text = renderRows(read, budget);
      expect(exactTokens(text)).toBeLessThanOrEqual(budget);
      const json = rowsJson(read, budget);
      expect(exactTokens(json)).toBeLessThanOrEqual(budget);
      const { cells, next, start, rows, complete } = JSON.parse(json);
      expect(next === null ? rows : next).toBe(start + cells.length);
      expect(complete && (next !== null || read.partial === true)).toBe(false);
    }),
    { numRuns: 300 },
  );
});
