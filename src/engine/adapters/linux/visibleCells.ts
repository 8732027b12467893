import type { CellBlock, CellPlace } from '../../../model/cellAddress.ts';
import type { Rect } from '../../../model/element.ts';
import { CALLS, NO_OBJECT, NULL_PATH, SCREEN } from './atspi.ts';
import type { Batch } from './batch.ts';
import { readPosition } from './position.ts';
import type { Toolkit } from './toolkits.ts';

/** Points from an edge at which the cell along it is hit. */
const INSIDE = 3;

/** The part of a sheet that can be seen in `area`, told by the cells along its edges; undefined where none is hit. */
export async function visibleCells(
  batch: Batch,
  table: string,
  toolkit: Toolkit,
  [x, y, width, height]: Rect,
  size: { readonly rows: number; readonly columns: number },
): Promise<CellBlock | undefined> {
  const across = [x + INSIDE, x + Math.floor(width / 2), x + width - INSIDE];
  const down = [y + INSIDE, y + Math.floor(height / 2), y + height - INSIDE];
  const grid = await Promise.all(
    down.map((py) => Promise.all(across.map((px) => blockAt(batch, table, toolkit, px, py)))),
  );
  const [top = [], , bottom = []] = grid;
  const [left, right] = [grid.map((line) => line[0]), grid.map((line) => line[2])];
  const firstRow = edge(top, 'row', 'first');
  // In a sheet from right to left the first column is at the right edge.
  const isMirrored = (edge(right, 'column', 'last') ?? size.columns) < (edge(left, 'column', 'first') ?? 0);
  const [start, end] = isMirrored ? [right, left] : [left, right];
  const firstColumn = edge(start, 'column', 'first');
  if (firstRow === undefined || firstColumn === undefined) return undefined;
  // Behind the last row and the last column of all there is nothing to hit.
  const lastRow = edge(bottom, 'row', 'last') ?? size.rows - 1;
  const lastColumn = edge(end, 'column', 'last') ?? size.columns - 1;
  return { row: firstRow, column: firstColumn, rows: lastRow - firstRow + 1, columns: lastColumn - firstColumn + 1 };
}

/** The row or column along an edge: a cell that is not merged knows it best, a merged one may reach beyond the edge. */
function edge(
  hits: readonly (CellBlock | undefined)[],
  side: 'row' | 'column',
  end: 'first' | 'last',
): number | undefined {
  const extent = side === 'row' ? 'rows' : 'columns';
  const present = hits.filter((hit) => hit !== undefined);
  const hit = present.find((one) => one[extent] === 1) ?? present[0];
  return hit && (end === 'first' ? hit[side] : hit[side] + hit[extent] - 1);
}

/** The cell at a point, with what it covers where it is a merged one. */
async function blockAt(
  batch: Batch,
  table: string,
  toolkit: Toolkit,
  x: number,
  y: number,
): Promise<CellBlock | undefined> {
  const place = await cellUnder(batch, table, toolkit, x, y);
  if (place === undefined) return undefined;
  const [rows, columns] = await Promise.all([
    batch.optional(table, CALLS.rowExtent, 1, place.row, place.column),
    batch.optional(table, CALLS.columnExtent, 1, place.row, place.column),
  ]);
  return { ...place, rows: Math.max(1, rows), columns: Math.max(1, columns) };
}

/** The place of the cell at a point of the screen. */
export async function cellUnder(
  batch: Batch,
  table: string,
  toolkit: Toolkit,
  x: number,
  y: number,
): Promise<CellPlace | undefined> {
  const [bus, object] = await batch.optional(table, CALLS.atPoint, NO_OBJECT, x, y, SCREEN);
  if (bus !== batch.destination || object === table || object === NULL_PATH) return undefined;
  return readPosition(batch, object, toolkit);
}
