import { CALLS, type Extents, INTERFACES, NULL_PATH, type Reference, SCREEN, type States } from './atspi.ts';
import type { Batch } from './batch.ts';
import type { Basics, Child } from './found.ts';
import { type Cell, readPosition } from './position.ts';
import { ROLE } from './roles.ts';
import { has } from './states.ts';

/** What is read of a table whose children are its cells. */
export interface CellChildren {
  readonly children: readonly Child[];
  /** Rows and columns that the table has in all. */
  readonly rows: number;
  readonly columns: number;
}

/** Columns that are read of one row; a spreadsheet has 16,384. */
export const COLUMNS = 32;

/** Rows above the one at the hit point that may be the first visible one after all. */
const ROWS_ABOVE = 3;

/** Points below the top of a table at which its first visible row may begin: under nothing, one or two header rows. */
const PROBES = [3, 30, 60];

/** Whether the cells of the object are its direct children, so that a row is not an object of its own. */
export function isFlatTable({ role, interfaces }: Basics): boolean {
  return role !== ROLE.tableRow && interfaces.includes(INTERFACES.table);
}

/**
 * The column headers and the cells of up to `limit` rows, from the first visible row on, or from the first of all where
 * `fromStart`. Only so many cells are ever asked for: listing the children of a spreadsheet wedges it.
 */
export async function cellChildren(
  batch: Batch,
  path: string,
  limit: number,
  fromStart: boolean,
): Promise<CellChildren> {
  const [rows, columns] = await Promise.all([
    batch.optional(path, CALLS.rowCount, 0),
    batch.optional(path, CALLS.columnCount, 0),
  ]);
  const first = fromStart ? { row: 0, column: 0 } : await firstVisibleCell(batch, path);
  const cells = range(first.row, Math.min(rows, first.row + limit)).flatMap((row) =>
    range(first.column, Math.min(columns, first.column + COLUMNS)).map((column) => ({ row, column })),
  );
  const [headers, found] = await Promise.all([
    Promise.all(
      range(first.column, Math.min(columns, first.column + COLUMNS)).map((column) => header(batch, path, column)),
    ),
    Promise.all(cells.map(async (cell) => ({ cell, object: await cellAt(batch, path, cell.row, cell.column) }))),
  ]);
  const own = ([bus, object]: Reference) => bus === batch.destination && object !== NULL_PATH;
  return {
    rows,
    columns,
    children: [
      ...unique(headers.filter(own).map(([, object]) => object)).map((object) => ({ path: object })),
      ...found.filter(({ object }) => own(object)).map(({ cell, object }) => ({ path: object[1], cell })),
    ],
  };
}

const NONE: Reference = ['', NULL_PATH];

function header(batch: Batch, path: string, column: number): Promise<Reference> {
  return batch.optional(path, CALLS.columnHeader, NONE, column);
}

function cellAt(batch: Batch, path: string, row: number, column: number): Promise<Reference> {
  return batch.optional(path, CALLS.cellAt, NONE, row, column);
}

/** The cell at the top left of what is shown of the table; the first of all where the toolkit does not tell. */
async function firstVisibleCell(batch: Batch, path: string): Promise<Cell> {
  const extents = await batch.optional<Extents | undefined>(path, CALLS.extents, undefined);
  if (!extents) return { row: 0, column: 0 };
  const cells = await Promise.all(PROBES.map((below) => cellUnder(batch, path, extents[0] + 3, extents[1] + below)));
  const hit = cells.find((cell) => cell !== undefined);
  if (!hit) return { row: 0, column: 0 };
  return { row: await firstShownRow(batch, path, hit.row, hit.column), column: hit.column };
}

/** Hit tests may be wrong by the height of a header, so the rows above the one that was hit are looked at as well. */
async function firstShownRow(batch: Batch, path: string, row: number, column: number): Promise<number> {
  const above = range(Math.max(0, row - ROWS_ABOVE), row).toReversed();
  const shown = await Promise.all(above.map((candidate) => isShown(batch, path, candidate, column)));
  const hidden = shown.indexOf(false);
  return row - (hidden < 0 ? shown.length : hidden);
}

async function isShown(batch: Batch, path: string, row: number, column: number): Promise<boolean> {
  const [bus, object] = await cellAt(batch, path, row, column);
  if (bus !== batch.destination) return false;
  return has(await batch.optional<States>(object, CALLS.states, [0, 0]), 'showing');
}

async function cellUnder(batch: Batch, path: string, x: number, y: number): Promise<Cell | undefined> {
  const [bus, object] = await batch.optional(path, CALLS.atPoint, NONE, x, y, SCREEN);
  if (bus !== batch.destination || object === path || object === NULL_PATH) return undefined;
  return readPosition(batch, object);
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

function unique(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)];
}
