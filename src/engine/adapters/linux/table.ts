import type { CellPlace } from '../../../model/cellAddress.ts';
import { type CellSource, type Merged, type PlacedCell, placedCell } from './spans.ts';
import { cellText } from './tableCell.ts';

/** A table that is being read, and its size as the Table interface gives it. */
export interface Table extends CellSource {
  readonly rows: number;
  readonly columns: number;
}

/** A cell and its text. */
export interface ReadCell {
  readonly placed: PlacedCell;
  readonly text: string;
}

/** The cell at a place; undefined where the table has none there. */
export async function readCell(table: Table, place: CellPlace): Promise<ReadCell | undefined> {
  const placed = await placedCell(table, place);
  return placed && { placed, text: await cellText(table.batch, table.toolkit, placed.path) };
}

/** The texts of a row, column by column: empty where there is no cell, or where another one covers it. */
export function textsOf(
  cells: readonly ReadCell[],
  row: number | undefined,
  columns: readonly (number | undefined)[],
  isCovered: Merged['isCovered'],
): readonly string[] {
  const texts = new Map(cells.map(({ placed, text }) => [placed.column, text]));
  return columns.map((column) => {
    if (row === undefined || column === undefined || isCovered({ row, column })) return '';
    return texts.get(column) ?? '';
  });
}
