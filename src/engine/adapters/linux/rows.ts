import type { CellPlace } from '../../../model/cellAddress.ts';
import type { Rect } from '../../../model/element.ts';
import type { Batch } from './batch.ts';
import type { CellFacts } from './cellFacts.ts';
import { intersection } from './rectangles.ts';
import { numbers } from './rowParts.ts';
import { has } from './states.ts';
import type { Toolkit } from './toolkits.ts';
import { cellUnder } from './visibleCells.ts';

/** A table whose children are its cells, and the part of the screen that shows it. */
export interface FlatTable {
  readonly batch: Batch;
  readonly path: string;
  readonly toolkit: Toolkit;
  readonly rows: number;
  readonly columns: number;
  /** Children that it has: its cells, and headers where they are children as well. */
  readonly children: number;
  readonly cells: CellFacts;
  /** Where rows can be seen; undefined where they are read whether they can be seen or not. */
  readonly area: Rect | undefined;
}

const FIRST: CellPlace = { row: 0, column: 0 };

/** Rows that are looked at together at most; more than that are rarely seen. */
const ROWS_AT_ONCE = 32;

/** Rows above the one at the hit point that may be the first visible one after all. */
const ROWS_ABOVE = 3;

/** Points from an edge at which something inside of it is hit. */
const INSIDE = 3;

/** Points below the top of a table at which its first visible row may begin: under nothing, one or two header rows. */
const PROBES = [3, 30, 60];

/** The rows that can be seen in these columns: looked at in parts, until one has shown where the visible ones end. */
export async function visibleRows(
  table: FlatTable,
  rows: readonly number[],
  columns: readonly number[],
): Promise<readonly number[]> {
  const [column = 0] = columns;
  if (!table.area) return rows;
  const visible: number[] = [];
  let atOnce = await rowsThatFit(table, rows[0] ?? 0, column);
  for (let start = 0; start < rows.length; ) {
    const part = rows.slice(start, start + atOnce);
    const [looks] = await Promise.all([
      Promise.all(part.map((row) => lookAt(table, row, column))),
      // Asked along with the first ones, because most of these rows will be read.
      Promise.all(part.flatMap((row) => columns.map((other) => table.cells.at({ row, column: other })))),
    ]);
    visible.push(...part.filter((_, index) => looks[index] === 'shown'));
    if (!looks.includes('shown') || looks.at(-1) === 'below') break;
    start += part.length;
    atOnce = ROWS_AT_ONCE;
  }
  return visible;
}

/** How many rows there is room for, were they all as high as the first, and one more to see that they end. */
async function rowsThatFit({ cells, area }: FlatTable, row: number, column: number): Promise<number> {
  const first = await cells.at({ row, column });
  const rect = first && (await cells.rect(first));
  if (!rect || !area) return ROWS_AT_ONCE;
  return Math.min(ROWS_AT_ONCE, Math.ceil(area[3] / rect[3]) + 1);
}

/** `below`: what comes after it cannot be seen either; `hidden`: others may be seen. */
type Look = 'shown' | 'hidden' | 'below';

async function lookAt({ cells, area, toolkit }: FlatTable, row: number, column: number): Promise<Look> {
  const cell = await cells.at({ row, column });
  if (cell === undefined) return 'hidden';
  const [states, rect] = await Promise.all([cells.states(cell), cells.rect(cell)]);
  // GTK 3 calls every cell SHOWING, and gives those that are scrolled away a place that is none.
  if (!rect) return toolkit.family === 'gtk3' ? 'below' : 'hidden';
  if (area && rect[1] >= area[1] + area[3]) return 'below';
  return has(states, 'showing') && (!area || intersection(rect, area)) ? 'shown' : 'hidden';
}

/** The cell at the top left of what is shown of the table; the first of all where the toolkit does not tell. */
export async function firstVisibleCell(table: FlatTable, [x, y]: Rect): Promise<CellPlace> {
  // Most tables are not scrolled.
  if ((await lookAt(table, FIRST.row, FIRST.column)) === 'shown') return FIRST;
  const cells = await Promise.all(
    PROBES.map((below) => cellUnder(table.batch, table.path, table.toolkit, x + INSIDE, y + below)),
  );
  const hit = cells.find((cell) => cell !== undefined);
  return hit ? { row: await firstShownRow(table, hit), column: hit.column } : FIRST;
}

/** Hit tests may be wrong by the height of a header, so the rows above the one that was hit are looked at as well. */
async function firstShownRow(table: FlatTable, { row, column }: CellPlace): Promise<number> {
  const above = numbers(Math.max(0, row - ROWS_ABOVE), row).toReversed();
  const looks = await Promise.all(above.map((candidate) => lookAt(table, candidate, column)));
  const hidden = looks.findIndex((look) => look !== 'shown');
  return row - (hidden < 0 ? looks.length : hidden);
}
