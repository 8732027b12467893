import { type CellBlock, columnLetters } from './cellAddress.ts';
import type { CellRows } from './cellRows.ts';
import { cell } from './text.ts';
import { tokenBound } from './tokens.ts';

/** Cells of a grid as they were read for an answer. */
export interface ReadRows extends CellRows {
  readonly id: number;
  /** The cells that were asked for by their addresses. */
  readonly asked?: CellBlock;
  /** The first row, shown above the others where the grid has no headers: it often holds them. */
  readonly first?: readonly string[];
}

/** Rows whose cells are harmless, and of which only the first columns are left where all do not fit. */
export interface FittingRows extends ReadRows {
  /** Titles of the rows, to stand before their cells; absent where they only count. */
  readonly titles?: readonly string[];
  /** Columns that the answer is about, with those at their end that are left out because they are empty. */
  readonly width: number;
  readonly emptyColumns: number;
  /** Columns after these, as far as they were asked for. */
  readonly hiddenColumns: number;
}

const CELL_LIMIT = 200;

/** No row takes more than this part of the budget: one of a thousand columns would leave no room for another. */
const ROW_SHARE = 1 / 4;

/** The same columns for every row, so that the cells of one column stay under one another. */
export function fitRows(read: ReadRows, budget: number): FittingRows {
  const made = (row: readonly string[]) => row.map((text) => cell(text, CELL_LIMIT));
  const titles = titlesOf(read)?.map((text) => cell(text, CELL_LIMIT));
  const [headers = [], first = [], ...cells] = [headersOf(read), read.first ?? [], ...read.cells].map(made);
  const rows = [headers, first, ...cells];
  const room = budget * ROW_SHARE - Math.max(0, ...(titles ?? []).map(costOf));
  const widest = Math.max(...rows.map((row) => row.length));
  const width = Math.min(widest, ...rows.map((row) => cellsWithin(row, room)));
  const used = usedColumns(read.sheet ? cells : rows, width);
  const cut = (row: readonly string[]) => row.slice(0, used);
  return {
    ...read,
    ...(titles && { titles }),
    headers: cut(headers),
    cells: cells.map(cut),
    ...(read.first && { first: cut(first) }),
    width,
    emptyColumns: width - used,
    hiddenColumns: widest === 0 ? 0 : Math.max(0, endColumn(read, widest) - read.startColumn - width),
  };
}

/** The column to end before: that of the range that was asked for, else the last one. */
function endColumn({ columns, startColumn, asked }: ReadRows, widest: number): number {
  const end = asked ? Math.min(columns, asked.column + asked.columns) : columns;
  return Math.max(end, startColumn + widest);
}

/** Columns up to the last one with a text: a sheet shows many that nobody has used, a web grid may declare many. */
function usedColumns(cells: ReadRows['cells'], width: number): number {
  const ends = cells.map((row) => row.slice(0, width).findLastIndex((text) => text !== '') + 1);
  return Math.min(width, Math.max(1, ...ends));
}

/** A sheet names its columns by letters. */
function headersOf({ sheet, headers, cells, startColumn }: ReadRows): readonly string[] {
  return sheet ? (cells[0] ?? []).map((_, index) => columnLetters(startColumn + index)) : headers;
}

/** Titles of rows, unless they do nothing but count, which a sheet has no other names for. */
function titlesOf({ sheet, rowHeaders, start, cells }: ReadRows): readonly string[] | undefined {
  if (sheet) return cells.map((_, index) => String(start + index + 1));
  const onlyCounts = rowHeaders.every((title, index) => title === String(start + index + 1));
  return onlyCounts ? undefined : rowHeaders;
}

/** How many cells of a row fit; infinite where all do. */
function cellsWithin(row: readonly string[], budget: number): number {
  let left = budget;
  const end = row.findIndex((text) => {
    left -= costOf(text);
    return left < 0;
  });
  return end < 0 ? Number.POSITIVE_INFINITY : end;
}

function costOf(text: string): number {
  return tokenBound(JSON.stringify(text)) + 1;
}
