import type { Rect } from '../../../model/element.ts';
import { CALLS, type Extents, INTERFACES, NULL_PATH, type Reference, SCREEN, type States } from './atspi.ts';
import type { Batch } from './batch.ts';
import type { DetailContext } from './details.ts';
import type { Basics, Child } from './found.ts';
import { type Cell, readPosition } from './position.ts';
import { intersection, usable } from './rectangles.ts';
import { ROLE } from './roles.ts';
import { has } from './states.ts';
import type { Toolkit } from './toolkits.ts';

/** What is read of a table whose children are its cells. */
export interface CellChildren {
  readonly children: readonly Child[];
  /** Rows and columns that the table has in all. */
  readonly rows: number;
  readonly columns: number;
  /** Rows that the children are of. */
  readonly shownRows: number;
}

interface FlatTable {
  readonly batch: Batch;
  readonly path: string;
  readonly toolkit: Toolkit;
  /** Where rows can be seen; undefined where they are read whether they can be seen or not. */
  readonly area: Rect | undefined;
}

/** Columns that are read of one row; a spreadsheet has 16,384. */
export const COLUMNS = 32;

const NONE: Reference = ['', NULL_PATH];
const FIRST: Cell = { row: 0, column: 0 };

/** Rows that are read at once; more than that are rarely seen. */
const ROWS_AT_ONCE = 32;

/** Rows above the one at the hit point that may be the first visible one after all. */
const ROWS_ABOVE = 3;

/** Points below the top of a table at which its first visible row may begin: under nothing, one or two header rows. */
const PROBES = [3, 30, 60];

/** Whether the cells of the object are its direct children, so that a row is not an object of its own. */
export function isFlatTable({ role, interfaces }: Basics): boolean {
  return role !== ROLE.tableRow && interfaces.includes(INTERFACES.table);
}

/**
 * The column headers and the cells of up to `limit` rows: of those that can be seen, or from the first on where that
 * does not matter. Only so many cells are ever asked for: listing the children of a spreadsheet wedges it.
 */
export async function cellChildren(
  { batch, toolkit }: DetailContext,
  path: string,
  limit: number,
  includeOffscreen: boolean,
): Promise<CellChildren> {
  const [rows, columns, extents] = await Promise.all([
    batch.optional(path, CALLS.rowCount, 0),
    batch.optional(path, CALLS.columnCount, 0),
    batch.optional<Extents | undefined>(path, CALLS.extents, undefined),
  ]);
  const area = includeOffscreen ? undefined : usable(extents);
  const table = { batch, toolkit, path, area };
  const first = area ? await firstVisibleCell(table, area) : FIRST;
  const shownColumns = range(first.column, Math.min(columns, first.column + COLUMNS));
  const rowNumbers = range(first.row, Math.min(rows, first.row + limit));
  const [headers, shownRows] = await Promise.all([
    headersOf(table, shownColumns),
    visibleRows(table, rowNumbers, first.column),
  ]);
  const cells = await Promise.all(
    shownRows.flatMap((row) => shownColumns.map((column) => readCell(table, { row, column }))),
  );
  const children = new Map(cells.flatMap((cell) => (cell ? [[cell.path, cell] as const] : [])));
  return { rows, columns, shownRows: shownRows.length, children: [...headers, ...children.values()] };
}

async function headersOf(table: FlatTable, columns: readonly number[]): Promise<readonly Child[]> {
  const { batch, toolkit } = table;
  const offset = toolkit.family === 'qt' ? await firstHeader(table) : undefined;
  const headers = await Promise.all(columns.map((column) => headerOf(table, column, offset)));
  const paths = headers.flatMap((reference) => (isOwn(batch, reference) ? [reference[1]] : []));
  return [...new Set(paths)].map((header) => ({ path: header }));
}

function headerOf({ batch, path, toolkit }: FlatTable, column: number, offset?: number): Promise<Reference> {
  if (offset !== undefined) return batch.optional(path, CALLS.childAt, NONE, offset + column);
  // Qt makes a new object, with a new path, each time that it is asked for a header in this way.
  return toolkit.family === 'qt' ? Promise.resolve(NONE) : batch.optional(path, CALLS.columnHeader, NONE, column);
}

/** Index of the first column header among the children of a table of Qt: before the cells, and after a corner. */
async function firstHeader({ batch, path }: FlatTable): Promise<number | undefined> {
  const [rows, columns, children] = await Promise.all([
    batch.optional(path, CALLS.rowCount, 0),
    batch.optional(path, CALLS.columnCount, 0),
    batch.optional(path, CALLS.childCount, 0),
  ]);
  if (children === (rows + 1) * (columns + 1)) return 1;
  return children === (rows + 1) * columns ? 0 : undefined;
}

/** Rows are looked at until none of a part can be seen any more. */
async function visibleRows(table: FlatTable, rows: readonly number[], column: number): Promise<readonly number[]> {
  if (!table.area) return rows;
  const visible: number[] = [];
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const part = rows.slice(start, start + ROWS_AT_ONCE);
    const shown = await Promise.all(part.map((row) => isShown(table, row, column)));
    visible.push(...part.filter((_, index) => shown[index]));
    if (!shown.includes(true)) break;
  }
  return visible;
}

/** GTK 3 calls every cell SHOWING, and gives those that are scrolled away a place that is none. */
async function isShown({ batch, path, area }: FlatTable, row: number, column: number): Promise<boolean> {
  const [bus, cell] = await batch.optional(path, CALLS.cellAt, NONE, row, column);
  if (bus !== batch.destination) return false;
  const [states, extents] = await Promise.all([
    batch.optional<States>(cell, CALLS.states, [0, 0]),
    batch.optional<Extents | undefined>(cell, CALLS.extents, undefined),
  ]);
  const rect = usable(extents);
  return has(states, 'showing') && rect !== undefined && (!area || intersection(rect, area) !== undefined);
}

async function readCell({ batch, path }: FlatTable, cell: Cell): Promise<Child | undefined> {
  const reference = await batch.optional(path, CALLS.cellAt, NONE, cell.row, cell.column);
  return isOwn(batch, reference) ? { path: reference[1], cell } : undefined;
}

function isOwn(batch: Batch, [bus, path]: Reference): boolean {
  return bus === batch.destination && path !== NULL_PATH;
}

/** The cell at the top left of what is shown of the table; the first of all where the toolkit does not tell. */
async function firstVisibleCell(table: FlatTable, [x, y]: Rect): Promise<Cell> {
  const cells = await Promise.all(PROBES.map((below) => cellUnder(table, x + 3, y + below)));
  const hit = cells.find((cell) => cell !== undefined);
  return hit ? { row: await firstShownRow(table, hit), column: hit.column } : FIRST;
}

/** Hit tests may be wrong by the height of a header, so the rows above the one that was hit are looked at as well. */
async function firstShownRow(table: FlatTable, { row, column }: Cell): Promise<number> {
  const above = range(Math.max(0, row - ROWS_ABOVE), row).toReversed();
  const shown = await Promise.all(above.map((candidate) => isShown(table, candidate, column)));
  const hidden = shown.indexOf(false);
  return row - (hidden < 0 ? shown.length : hidden);
}

async function cellUnder({ batch, path, toolkit }: FlatTable, x: number, y: number): Promise<Cell | undefined> {
  const [bus, object] = await batch.optional(path, CALLS.atPoint, NONE, x, y, SCREEN);
  if (bus !== batch.destination || object === path || object === NULL_PATH) return undefined;
  return readPosition(batch, object, toolkit);
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
