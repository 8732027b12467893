import type { RowRun } from '../../../model/cellRows.ts';
import { CALLS } from './atspi.ts';
import type { Batch } from './batch.ts';
import { type Attributes, countOf, declaredSize } from './declaredSize.ts';
import { numbers } from './rowParts.ts';
import type { Table } from './table.ts';
import { cellAt } from './tableCell.ts';

/** How the rows, or the columns, that a table has are numbered among those that it says there are. */
export interface Axis {
  readonly total: number;
  /** Those that belong together: all, or the longest run that is rendered. */
  readonly run: RowRun;
  /** The number of each row of the table; absent where they are simply counted. */
  readonly numbers?: readonly number[];
}

/** The numbers of rows and columns, and the rows that are rendered where these are not all. */
export interface Numbering {
  readonly rows: Axis;
  readonly columns: Axis;
  readonly rendered?: readonly RowRun[];
}

/** Rows whose numbers are asked for: more are never rendered by a grid that renders only some. */
const NUMBERED_ROWS = 1_000;

/** A web grid may declare more rows than it renders (`aria-rowcount`) and number those (`aria-rowindex`). */
export async function readNumbering(table: Table): Promise<Numbering> {
  const plain = { rows: counted(table.rows), columns: counted(table.columns) };
  if (!table.toolkit.hasPageIds) return plain;
  const { batch, path } = table;
  const declared = declaredSize(await attributesOf(batch, path));
  const isPartly = (declared.rows ?? 0) > table.rows || (declared.columns ?? 0) > table.columns;
  if (!isPartly || table.rows > NUMBERED_ROWS) return plain;
  const byRow = await Promise.all(numbers(0, table.rows).map((row) => cellAttributes(table, row, 0)));
  const byColumn = await Promise.all(numbers(0, table.columns).map((column) => cellAttributes(table, 0, column)));
  const rows = axis(declared.rows ?? table.rows, following(byRow, 'rowindex'));
  const columns = axis(declared.columns ?? table.columns, following(byColumn, 'colindex'));
  return { rows, columns, rendered: runsOf(rows.numbers ?? []) };
}

/** The row of the table with this number; undefined where it is not rendered. */
export function indexOf({ numbers: known }: Axis, number: number): number | undefined {
  if (!known) return number;
  const index = known.indexOf(number);
  return index < 0 ? undefined : index;
}

/** The number of a row of the table. */
export function numberOf({ numbers: known }: Axis, index: number): number | undefined {
  return known ? known[index] : index;
}

function counted(total: number): Axis {
  return { total, run: { start: 0, count: total } };
}

/** The rows begin where most of them follow one another: a row of titles may stand far above them. */
function axis(total: number, known: readonly number[]): Axis {
  const longest = runsOf(known).reduce((a, b) => (b.count > a.count ? b : a), { start: 0, count: 0 });
  return { total: Math.max(total, ...known.map((number) => number + 1)), run: longest, numbers: known };
}

/** The numbers that the cells give, counted from 1 there; without one a row follows the one before. */
function following(cells: readonly Attributes[], name: string): readonly number[] {
  const known: number[] = [];
  for (const attributes of cells) {
    const given = countOf(attributes.get(name));
    known.push(given === undefined ? (known.at(-1) ?? -1) + 1 : given - 1);
  }
  return known;
}

function runsOf(known: readonly number[]): readonly RowRun[] {
  const runs: { start: number; count: number }[] = [];
  for (const number of [...new Set(known)].toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last.start + last.count === number) last.count++;
    else runs.push({ start: number, count: 1 });
  }
  return runs;
}

async function cellAttributes({ batch, path }: Table, row: number, column: number): Promise<Attributes> {
  const cell = await cellAt(batch, path, { row, column });
  return cell === undefined ? new Map() : attributesOf(batch, cell);
}

function attributesOf(batch: Batch, path: string): Promise<Attributes> {
  return batch.optional<Attributes>(path, CALLS.attributes, new Map());
}
