import type { CellPlace } from '../../../model/cellAddress.ts';
import type { Rect } from '../../../model/element.ts';
import { CALLS, type States } from './atspi.ts';
import type { Batch } from './batch.ts';
import { readRect } from './extents.ts';
import { intersection } from './rectangles.ts';
import { numbers } from './rowParts.ts';
import { has } from './states.ts';
import { cellAt } from './tableCell.ts';
import type { Toolkit } from './toolkits.ts';
import { cellUnder } from './visibleCells.ts';

/** A table whose children are its cells, and the part of the screen that shows it. */
export interface FlatTable {
  readonly batch: Batch;
  readonly path: string;
  readonly toolkit: Toolkit;
  /** Where rows can be seen; undefined where they are read whether they can be seen or not. */
  readonly area: Rect | undefined;
}

const FIRST: CellPlace = { row: 0, column: 0 };

/** Rows that are read at once; more than that are rarely seen. */
const ROWS_AT_ONCE = 32;

/** Rows above the one at the hit point that may be the first visible one after all. */
const ROWS_ABOVE = 3;

/** Points from an edge at which something inside of it is hit. */
const INSIDE = 3;

/** Points below the top of a table at which its first visible row may begin: under nothing, one or two header rows. */
const PROBES = [3, 30, 60];

/** The rows that can be seen: they are looked at until none of a part can be seen any more. */
export async function visibleRows(
  table: FlatTable,
  rows: readonly number[],
  column: number,
): Promise<readonly number[]> {
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
  const cell = await cellAt(batch, path, { row, column });
  if (cell === undefined) return false;
  const [states, rect] = await Promise.all([batch.optional<States>(cell, CALLS.states, [0, 0]), readRect(batch, cell)]);
  return has(states, 'showing') && rect !== undefined && (!area || intersection(rect, area) !== undefined);
}

/** The cell at the top left of what is shown of the table; the first of all where the toolkit does not tell. */
export async function firstVisibleCell(table: FlatTable, [x, y]: Rect): Promise<CellPlace> {
  const cells = await Promise.all(
    PROBES.map((below) => cellUnder(table.batch, table.path, table.toolkit, x + INSIDE, y + below)),
  );
  const hit = cells.find((cell) => cell !== undefined);
  return hit ? { row: await firstShownRow(table, hit), column: hit.column } : FIRST;
}

/** Hit tests may be wrong by the height of a header, so the rows above the one that was hit are looked at as well. */
async function firstShownRow(table: FlatTable, { row, column }: CellPlace): Promise<number> {
  const above = numbers(Math.max(0, row - ROWS_ABOVE), row).toReversed();
  const shown = await Promise.all(above.map((candidate) => isShown(table, candidate, column)));
  const hidden = shown.indexOf(false);
  return row - (hidden < 0 ? shown.length : hidden);
}
