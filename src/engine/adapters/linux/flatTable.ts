import type { CellPlace } from '../../../model/cellAddress.ts';
import type { Scope } from '../adapter.ts';
import { CALLS, INTERFACES } from './atspi.ts';
import type { DetailContext } from './details.ts';
import { readExtents } from './extents.ts';
import type { Basics, Child } from './found.ts';
import { pathOfCell } from './handles.ts';
import { usable } from './rectangles.ts';
import { ROLE } from './roles.ts';
import { numbers } from './rowParts.ts';
import { type FlatTable, firstVisibleCell, visibleRows } from './rows.ts';
import { mergedCells, type PlacedCell, placedCell } from './spans.ts';
import { headersOf, rowHeadersOf } from './tableHeaders.ts';
import { visibleCells } from './visibleCells.ts';

/** What is to be read of a table whose children are its cells. */
export interface FlatTableView {
  /** Of the columns, then of the rows. */
  readonly headers: readonly Child[];
  /** Rows that the table has in all. */
  readonly total: number;
  readonly rows: readonly number[];
  /** Cells of these rows that are left out. */
  readonly omittedCells: number;
  /** The cells of some of these rows; each merged cell once, in whatever parts the rows are asked for. */
  readonly cells: (rows: readonly number[]) => Promise<readonly Child[]>;
}

/** Columns that are read of one row; a spreadsheet has 16,384. */
const COLUMNS = 32;

const FIRST: CellPlace = { row: 0, column: 0 };

interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** Whether the cells of the object are its direct children, so that a row is not an object of its own. */
export function isFlatTable({ role, interfaces }: Basics): boolean {
  return role !== ROLE.tableRow && interfaces.includes(INTERFACES.table);
}

/**
 * The column headers and the rows to read: those that can be seen, or from the first on where that does not matter.
 * Only so many cells are ever asked for: listing the children of a spreadsheet wedges it.
 */
export async function viewFlatTable(
  { batch, toolkit }: DetailContext,
  path: string,
  scope: Scope,
  limit: number,
): Promise<FlatTableView> {
  const [total, columnCount, extents] = await Promise.all([
    batch.optional(path, CALLS.rowCount, 0),
    batch.optional(path, CALLS.columnCount, 0),
    readExtents(batch, path),
  ]);
  const area = scope.includeOffscreen ? undefined : usable(extents);
  const table = { batch, toolkit, path, area };
  const { first, end } = await rangeOf(table, { rows: total, columns: columnCount });
  const columns = numbers(first.column, Math.min(end.column, first.column + COLUMNS));
  const most = Math.min(scope.rows, Math.ceil(limit / Math.max(1, columns.length)));
  const candidates = numbers(first.row, Math.min(end.row, first.row + most));
  const [headers, rows] = await Promise.all([
    headersOf(table, columns),
    toolkit.family === 'vcl' ? candidates : visibleRows(table, candidates, first.column),
  ]);
  const omittedCells = rows.length * Math.max(0, end.column - first.column - COLUMNS);
  const rowHeaders = await rowHeadersOf(table, rows);
  return { headers: [...headers, ...rowHeaders], total, rows, omittedCells, cells: cellReader(table, columns) };
}

/** Where to begin, and the row and the column to end before. */
async function rangeOf(table: FlatTable, size: Size): Promise<{ readonly first: CellPlace; readonly end: CellPlace }> {
  const { batch, path, toolkit, area } = table;
  const whole = { row: size.rows, column: size.columns };
  if (!area) return { first: FIRST, end: whole };
  // The other toolkits hit the wrong cell where there are headers, but say of each row whether it shows.
  if (toolkit.family !== 'vcl') return { first: await firstVisibleCell(table, area), end: whole };
  const seen = await visibleCells(batch, path, toolkit, area, size);
  if (!seen) return { first: FIRST, end: whole };
  return { first: seen, end: { row: seen.row + seen.rows, column: seen.column + seen.columns } };
}

function cellReader({ batch, path, toolkit }: FlatTable, columns: readonly number[]): FlatTableView['cells'] {
  const known: PlacedCell[] = [];
  const seen = new Set<string>();
  return async (rows) => {
    const places = rows.flatMap((row) => columns.map((column) => ({ row, column })));
    const read = await Promise.all(places.map((place) => placedCell(batch, path, toolkit, place)));
    const present = read.filter((cell) => cell !== undefined);
    known.push(...present);
    const { isCovered } = mergedCells(known);
    const shown = present.filter((cell) => !isCovered(cell) && !seen.has(cell.path));
    for (const cell of shown) seen.add(cell.path);
    return shown.map(({ path: cell, row, column }) => {
      const place = { row, column };
      return { path: cell, cell: place, ...(toolkit.family === 'vcl' && { lasting: pathOfCell(path, place) }) };
    });
  };
}
