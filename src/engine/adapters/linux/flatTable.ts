import type { CellPlace } from '../../../model/cellAddress.ts';
import type { Scope } from '../adapter.ts';
import { CALLS, INTERFACES } from './atspi.ts';
import { CellFacts } from './cellFacts.ts';
import type { DetailContext } from './detailContext.ts';
import { readRect } from './extents.ts';
import type { Basics, Child, Found } from './found.ts';
import { pathOfCell } from './handles.ts';
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
  { path, childCount = 0 }: Found,
  scope: Scope,
  limit: number,
): Promise<FlatTableView> {
  const cells = new CellFacts(batch, path);
  const [rowCount, columnCount, area] = await Promise.all([
    batch.optional(path, CALLS.rowCount, 0),
    batch.optional(path, CALLS.columnCount, 0),
    scope.includeOffscreen ? undefined : readRect(batch, path),
    // Most tables begin with it, and it is known where to go on from there.
    cells.at(FIRST),
  ]);
  const size = { rows: rowCount, columns: columnCount, children: childCount };
  const table = { batch, toolkit, path, ...size, cells, area };
  const { first, end } = await rangeOf(table);
  const columns = numbers(first.column, Math.min(end.column, first.column + COLUMNS));
  const most = Math.min(scope.rows, Math.ceil(limit / Math.max(1, columns.length)));
  const candidates = numbers(first.row, Math.min(end.row, first.row + most));
  const [headers, rows] = await Promise.all([
    headersOf(table, columns),
    toolkit.family === 'vcl' ? candidates : visibleRows(table, candidates, columns),
  ]);
  const omittedCells = rows.length * Math.max(0, end.column - first.column - COLUMNS);
  const rowHeaders = await rowHeadersOf(table, rows);
  return {
    headers: [...headers, ...rowHeaders],
    total: rowCount,
    rows,
    omittedCells,
    cells: cellReader(table, columns),
  };
}

/** Where to begin, and the row and the column to end before. */
async function rangeOf(table: FlatTable): Promise<{ readonly first: CellPlace; readonly end: CellPlace }> {
  const { batch, path, toolkit, area } = table;
  const whole = { row: table.rows, column: table.columns };
  if (!area) return { first: FIRST, end: whole };
  // The other toolkits hit the wrong cell where there are headers, but say of each row whether it shows.
  if (toolkit.family !== 'vcl') return { first: await firstVisibleCell(table, area), end: whole };
  const seen = await visibleCells(batch, path, toolkit, area, table);
  if (!seen) return { first: FIRST, end: whole };
  return { first: seen, end: { row: seen.row + seen.rows, column: seen.column + seen.columns } };
}

function cellReader(table: FlatTable, columns: readonly number[]): FlatTableView['cells'] {
  const known: PlacedCell[] = [];
  const seen = new Set<string>();
  return async (rows) => {
    const places = rows.flatMap((row) => columns.map((column) => ({ row, column })));
    const read = await Promise.all(places.map((place) => placedCell(table, place)));
    const present = read.filter((cell) => cell !== undefined);
    known.push(...present);
    const { isCovered } = mergedCells(known);
    const shown = present.filter((cell) => !isCovered(cell) && !seen.has(cell.path));
    for (const cell of shown) seen.add(cell.path);
    return shown.map((cell) => childAt(table, cell));
  };
}

function childAt({ path: table, toolkit, cells }: FlatTable, { path, row, column }: PlacedCell): Child {
  const cell = { row, column };
  return { path, cell, ...cells.known(path), ...(toolkit.family === 'vcl' && { lasting: pathOfCell(table, cell) }) };
}
