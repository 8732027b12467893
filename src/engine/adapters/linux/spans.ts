import type { CellBlock, CellPlace } from '../../../model/cellAddress.ts';
import { CALLS } from './atspi.ts';
import type { Batch } from './batch.ts';
import type { CellFacts } from './cellFacts.ts';
import type { Toolkit } from './toolkits.ts';

/** A cell at one of the places where its table has it. */
export interface PlacedCell extends CellPlace {
  readonly path: string;
  /** Equal for all places of one merged cell, where the toolkit has that cell at several. */
  readonly identity: string;
  /** What it covers as far as its table says. */
  readonly block: CellBlock;
}

/** Merged cells, and the places that one of them covers but another one shows. */
export interface Merged {
  readonly spans: readonly CellBlock[];
  readonly isCovered: (place: CellPlace) => boolean;
}

/** A table and what is known of its cells so far. */
export interface CellSource {
  readonly batch: Batch;
  readonly path: string;
  readonly toolkit: Toolkit;
  readonly cells: CellFacts;
}

/** The cell at a place and what it covers; undefined where the table has none there. */
export async function placedCell(
  { batch, path: table, toolkit: { family }, cells }: CellSource,
  place: CellPlace,
): Promise<PlacedCell | undefined> {
  const path = await cells.at(place);
  if (path === undefined) return undefined;
  const single = { ...place, path, identity: path, block: { ...place, rows: 1, columns: 1 } };
  // Tables of GTK 3 merge no cells, and answer 0 to the question.
  if (family === 'gtk3') return single;
  // Qt says of every cell that it covers one place; but merged ones have the same rectangle.
  if (family === 'qt') {
    const rect = await cells.rect(path);
    return { ...single, identity: rect?.join() ?? path };
  }
  return { ...single, block: await blockOf(batch, table, path, place) };
}

async function blockOf(batch: Batch, table: string, path: string, { row, column }: CellPlace): Promise<CellBlock> {
  const [rows, columns] = await Promise.all([
    batch.optional(table, CALLS.rowExtent, 1, row, column),
    batch.optional(table, CALLS.columnExtent, 1, row, column),
  ]);
  if (rows <= 1 && columns <= 1) return { row, column, rows: 1, columns: 1 };
  const [top, left] = await batch.optional(path, CALLS.position, [row, column] as const);
  return { row: top, column: left, rows: Math.max(1, rows), columns: Math.max(1, columns) };
}

/** Which of the cells that were read are merged. Such a cell is shown where it begins, or at its first place read. */
export function mergedCells(cells: readonly PlacedCell[]): Merged {
  const groups = [...Map.groupBy(cells, ({ identity }) => identity).values()];
  const spans = groups.map(spanOf).filter(({ rows, columns }) => rows > 1 || columns > 1);
  if (spans.length === 0) return { spans, isCovered: () => false };
  const read = boundsOf(cells);
  const covered = new Set(spans.flatMap((span) => placesIn(span, read).slice(1)));
  return { spans, isCovered: (place) => covered.has(keyOf(place)) };
}

function spanOf(group: readonly PlacedCell[]): CellBlock {
  const [first] = group;
  const seen = boundsOf(group);
  return first && first.block.rows * first.block.columns > seen.rows * seen.columns ? first.block : seen;
}

function boundsOf(cells: readonly CellPlace[]): CellBlock {
  const rows = cells.map((cell) => cell.row);
  const columns = cells.map((cell) => cell.column);
  const [row, column] = [Math.min(...rows), Math.min(...columns)];
  return { row, column, rows: Math.max(...rows) - row + 1, columns: Math.max(...columns) - column + 1 };
}

function placesIn(span: CellBlock, read: CellBlock): string[] {
  const rows = overlap(span.row, span.rows, read.row, read.rows);
  const columns = overlap(span.column, span.columns, read.column, read.columns);
  return rows.flatMap((row) => columns.map((column) => keyOf({ row, column })));
}

function overlap(start: number, count: number, otherStart: number, otherCount: number): number[] {
  const first = Math.max(start, otherStart);
  const end = Math.min(start + count, otherStart + otherCount);
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
}

function keyOf({ row, column }: CellPlace): string {
  return `${row},${column}`;
}
