import type { CellBlock } from '../../../model/cellAddress.ts';
import type { CellRows } from '../../../model/cellRows.ts';
import type { CellRange } from '../adapter.ts';
import { readRect } from './extents.ts';
import { numbers, rowsInTime } from './rowParts.ts';
import { mergedCells } from './spans.ts';
import { type ReadCell, readCell, type Table, textsOf } from './table.ts';
import { visibleCells } from './visibleCells.ts';

/** No table but a sheet of Calc has so many rows. */
const SHEET_ROWS = 65_536;

/**
 * Cells that are asked for at once. LibreOffice counts all rows from the first visible one to make a cell, 15 ms for
 * half a million, and does nothing else until it has answered what was asked before the time ended.
 */
const CELLS_AT_ONCE = 16;

/** Rows that are read at once where a cell costs little. */
const ROWS_AT_ONCE = 4;

/** Milliseconds for the first cells from which on no more columns than theirs are read, so that there are some rows. */
const FAR = 150;

/** Whether the table is one of a spreadsheet. */
export function isSheet({ toolkit, rows }: Table): boolean {
  return toolkit.family === 'vcl' && rows >= SHEET_ROWS;
}

/** Cells of a sheet: those that can be seen where the range does not say which. */
export async function readSheetRows(table: Table, range: CellRange): Promise<CellRows> {
  const { row: start, column: startColumn, ...size } = await blockOf(table, range);
  const asked = numbers(startColumn, Math.min(table.columns, startColumn + size.columns));
  const rows = numbers(start, Math.min(table.rows, start + size.rows));
  const began = performance.now();
  const head = rows.length > 0 ? await readRow(table, start, asked.slice(0, CELLS_AT_ONCE)) : [];
  const isFar = performance.now() - began > FAR;
  const columns = isFar ? asked.slice(0, CELLS_AT_ONCE) : asked;
  const read = await rowsInTime(table.batch, rows, isFar ? 1 : ROWS_AT_ONCE, async (row) => {
    if (row !== start) return readRow(table, row, columns);
    return [...head, ...(await readRow(table, row, columns.slice(CELLS_AT_ONCE)))];
  });
  const { spans, isCovered } = mergedCells(read.flat().map(({ placed }) => placed));
  return {
    rows: table.rows,
    columns: table.columns,
    headers: [],
    rowHeaders: [],
    start,
    startColumn,
    cells: read.map((row, index) => textsOf(row, start + index, columns, isCovered)),
    spans,
    sheet: true,
    ...(read.length < rows.length && { ended: true }),
  };
}

async function blockOf(table: Table, { row, column, rows, columns }: CellRange): Promise<CellBlock> {
  const seen = row === undefined && column === undefined ? await seenOf(table) : undefined;
  if (!seen) return { row: row ?? 0, column: column ?? 0, rows, columns };
  return { ...seen, rows: Math.min(rows, seen.rows), columns: Math.min(columns, seen.columns) };
}

async function seenOf({ batch, path, toolkit, rows, columns }: Table): Promise<CellBlock | undefined> {
  const area = await readRect(batch, path);
  return area && visibleCells(batch, path, toolkit, area, { rows, columns });
}

async function readRow(table: Table, row: number, columns: readonly number[]): Promise<readonly ReadCell[]> {
  const cells: ReadCell[] = [];
  for (let next = 0; next < columns.length; next += CELLS_AT_ONCE) {
    const part = columns.slice(next, next + CELLS_AT_ONCE);
    const read = await Promise.all(part.map((column) => readCell(table, { row, column })));
    cells.push(...read.filter((cell) => cell !== undefined));
  }
  return cells;
}
