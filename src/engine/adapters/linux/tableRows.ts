import type { CellBlock } from '../../../model/cellAddress.ts';
import type { CellRows } from '../../../model/cellRows.ts';
import type { CellRange } from '../adapter.ts';
import { CALLS, NO_OBJECT, NULL_PATH } from './atspi.ts';
import type { Batch } from './batch.ts';
import { numbers, rowsInTime } from './rowParts.ts';
import { mergedCells } from './spans.ts';
import { type ReadCell, readCell, type Table, textsOf } from './table.ts';
import { type Axis, indexOf, numberOf, readNumbering } from './webGrid.ts';

/** A row: the cells that there are of it, and the object and the name of its title. */
interface ReadRow {
  readonly cells: readonly ReadCell[];
  readonly title: Title;
}

interface Title {
  readonly name: string;
  readonly path?: string;
}

const UNTITLED: Title = { name: '' };

/** Cells on the wire at once: enough to keep a program busy, few enough that the first rows are complete early. */
const CELLS_AT_ONCE = 256;

/** Rows of a table. Web grids number their rows themselves and may have only some of them. */
export async function readTableRows(table: Table, range: CellRange): Promise<CellRows> {
  const { rows, columns, rendered } = await readNumbering(table);
  const isFree = range.row === undefined && range.column === undefined;
  const rowNumbers = numbersIn(rows, range.row, range.rows, isFree);
  const columnNumbers = numbersIn(columns, range.column, range.columns, isFree);
  const headers = await Promise.all(columnNumbers.map((column) => columnTitle(table, indexOf(columns, column))));
  const atOnce = Math.max(1, Math.floor(CELLS_AT_ONCE / Math.max(1, columnNumbers.length)));
  const indexes = columnNumbers.map((column) => indexOf(columns, column));
  const rowIndexes = rowNumbers.map((row) => indexOf(rows, row));
  const read = await rowsInTime(table.batch, rowNumbers, atOnce, (row) => readRow(table, indexOf(rows, row), indexes));
  const merged = mergedCells(read.flatMap(({ cells }) => cells.map(({ placed }) => placed)));
  return {
    rows: rows.total,
    columns: columns.total,
    headers: unlessEmpty(headers),
    rowHeaders: unlessEmpty(read.map(titleOf)),
    start: rowNumbers[0] ?? range.row ?? 0,
    startColumn: columnNumbers[0] ?? range.column ?? 0,
    cells: read.map(({ cells }, index) => textsOf(cells, rowIndexes[index], indexes, merged.isCovered)),
    spans: merged.spans.flatMap((span) => numbered(span, rows, columns)),
    ...(rendered && { rendered }),
    ...(read.length < rowNumbers.length && { ended: true }),
  };
}

/** The rows to read: from the one that was asked for, or those that are rendered. */
function numbersIn({ total, run }: Axis, first: number | undefined, most: number, isFree: boolean): readonly number[] {
  if (isFree) return numbers(run.start, run.start + Math.min(most, run.count));
  return numbers(first ?? 0, Math.min(total, (first ?? 0) + most));
}

function numbered(span: CellBlock, rows: Axis, columns: Axis): CellBlock[] {
  const row = numberOf(rows, span.row);
  const column = numberOf(columns, span.column);
  return row === undefined || column === undefined ? [] : [{ ...span, row, column }];
}

function unlessEmpty(titles: readonly string[]): readonly string[] {
  return titles.some((title) => title !== '') ? titles : [];
}

async function readRow(
  table: Table,
  row: number | undefined,
  columns: readonly (number | undefined)[],
): Promise<ReadRow> {
  if (row === undefined) return { cells: [], title: UNTITLED };
  const present = columns.filter((column) => column !== undefined);
  const [title, cells] = await Promise.all([
    rowTitle(table, row),
    Promise.all(present.map((column) => readCell(table, { row, column }))),
  ]);
  return { title, cells: cells.filter((cell) => cell !== undefined) };
}

/** The title of a row, unless it is one of the cells that were read. */
function titleOf({ title, cells }: ReadRow): string {
  return cells.some(({ placed }) => placed.path === title.path) ? '' : title.name;
}

async function columnTitle({ batch, path, rows, columns }: Table, column: number | undefined): Promise<string> {
  if (column === undefined) return '';
  const name = await batch.optional(path, CALLS.columnName, '', column);
  // Qt numbers the only column of a list, which has no title.
  if (columns === 1 && name === '1') return '';
  if (name !== '' || rows === 0) return name;
  return (await titleAt(batch, path, CALLS.columnHeader, column)).name;
}

async function rowTitle({ batch, path, columns, toolkit }: Table, row: number): Promise<Title> {
  // Qt makes a new object for each header that it is asked for, and numbers the rows of a list.
  if (toolkit.family === 'qt') {
    return columns === 1 ? UNTITLED : { name: await batch.optional(path, CALLS.rowName, '', row) };
  }
  const name = await batch.optional(path, CALLS.rowName, '', row);
  const header = await titleAt(batch, path, CALLS.rowHeader, row);
  return name === '' ? header : { ...header, name };
}

async function titleAt(
  batch: Batch,
  path: string,
  call: typeof CALLS.rowHeader | typeof CALLS.columnHeader,
  index: number,
): Promise<Title> {
  const [bus, header] = await batch.optional(path, call, NO_OBJECT, index);
  if (bus !== batch.destination || header === NULL_PATH) return UNTITLED;
  return { path: header, name: await batch.optional(header, CALLS.name, '') };
}
