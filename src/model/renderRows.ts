import { layOut, type Page } from './budget.ts';
import { jsonPage } from './jsonPage.ts';
import { cell, FENCE_CLOSE, FENCE_OPEN } from './text.ts';
import { tokenBound } from './tokens.ts';

/** Rows of a grid as an answer shows them. */
export interface ReadRows {
  readonly id: number;
  readonly rows: number;
  readonly columns: number;
  readonly headers: readonly string[];
  readonly start: number;
  readonly cells: readonly (readonly string[])[];
  /** The first row, shown above the others where the grid has no headers: it often holds them. */
  readonly first?: readonly string[];
  /** Only the rows near the visible ones are exposed; nobody knows how many others there are. */
  readonly partial?: true;
}

const CELL_LIMIT = 200;

/** No row takes more than this part of the budget: one of a thousand columns would leave no room for another. */
const ROW_SHARE = 1 / 4;

/** Rows whose cells are harmless, and of which only the first columns are left where all do not fit. */
interface FittingRows extends ReadRows {
  readonly hiddenColumns: number;
}

/** The rows as text of at most `budget` tokens, and how to go on. Empty rows are counted, never dropped. */
export function renderRows(whole: ReadRows, budget: number): string {
  const read = fitting(whole, budget);
  const lines = linesOf(read);
  const page: Page = {
    head: [FENCE_OPEN, ...headLines(read)],
    rows: lines.map(({ text }) => text),
    foot: (shown) => [FENCE_CLOSE, rangeLine(read, rowsIn(lines, shown)), ...restLines(read, rowsIn(lines, shown))],
  };
  return layOut(page, budget);
}

/** The rows for programs, as JSON of at most `budget` tokens. */
export function rowsJson(whole: ReadRows, budget: number): string {
  const read = fitting(whole, budget);
  const { id, rows, columns, headers, start, hiddenColumns } = read;
  const lines = read.cells.map((row) => JSON.stringify(row));
  const page = jsonPage({ id, rows, columns, headers, start }, 'cells', lines, (shown) => ({
    complete: start === 0 && shown >= rows && hiddenColumns === 0 && !read.partial,
    next: nextRow(read, shown),
    empty: emptyCount(read),
    hidden_columns: hiddenColumns,
  }));
  return layOut(page, budget);
}

/** The same columns for every row, so that the cells of one column stay under one another. */
function fitting(read: ReadRows, budget: number): FittingRows {
  const made = (row: readonly string[]) => row.map((text) => cell(text, CELL_LIMIT));
  const [headers = [], first = [], ...cells] = [read.headers, read.first ?? [], ...read.cells].map(made);
  const rows = [headers, first, ...cells];
  const shown = Math.min(...rows.map((row) => cellsWithin(row, budget * ROW_SHARE)));
  const widest = Math.max(...rows.map((row) => row.length));
  const hiddenColumns = widest === 0 ? 0 : Math.max(read.columns, widest) - Math.min(shown, widest);
  const cut = (row: readonly string[]) => row.slice(0, shown);
  const fits = { ...read, headers: cut(headers), cells: cells.map(cut), hiddenColumns };
  return read.first === undefined ? fits : { ...fits, first: cut(first) };
}

/** How many cells of a row fit; infinite where all do. */
function cellsWithin(row: readonly string[], budget: number): number {
  let left = budget;
  const end = row.findIndex((text) => {
    left -= tokenBound(JSON.stringify(text)) + 1;
    return left < 0;
  });
  return end < 0 ? Number.POSITIVE_INFINITY : end;
}

interface Line {
  readonly text: string;
  /** Rows that the line stands for. */
  readonly rows: number;
}

/** A line for each row; a run of empty rows is one line that counts them. */
function linesOf({ cells }: ReadRows): Line[] {
  const lines: Line[] = [];
  for (let at = 0; at < cells.length; ) {
    const run = emptyRun(cells, at);
    lines.push(
      run > 0 ? { text: `(${run} empty ${run === 1 ? 'row' : 'rows'})`, rows: run } : rowLine(cells[at] ?? []),
    );
    at += Math.max(run, 1);
  }
  return lines;
}

function rowLine(row: readonly string[]): Line {
  return { text: row.join('|'), rows: 1 };
}

function emptyRun(cells: ReadRows['cells'], from: number): number {
  let end = from;
  while (end < cells.length && isEmpty(cells[end] ?? [])) end++;
  return end - from;
}

function isEmpty(row: readonly string[]): boolean {
  return row.every((text) => text === '');
}

function headLines({ headers, first }: FittingRows): string[] {
  if (headers.some((header) => header !== '')) return [`# ${rowLine(headers).text}`];
  return first === undefined ? [] : [`[row 0] ${rowLine(first).text}`];
}

function rowsIn(lines: readonly Line[], shown: number): number {
  return lines.slice(0, shown).reduce((sum, { rows }) => sum + rows, 0);
}

function rangeLine({ rows, columns, start, partial }: FittingRows, shown: number): string {
  const range = shown === 0 ? 'no rows' : `rows ${start}-${start + shown - 1}`;
  return `grid ${partial ? `${rows} or more` : rows}×${columns}, ${range}`;
}

function restLines(read: FittingRows, shown: number): string[] {
  const empty = emptyCount(read);
  const next = nextRow(read, shown);
  return [
    ...(read.partial ? [`Only the ${read.rows} rows near the visible ones are exposed: scroll, then read again.`] : []),
    ...(empty > 0
      ? [
          `${empty} of ${read.cells.length} rows read are empty: a virtualised grid has data only in the region it renders.`,
        ]
      : []),
    ...(read.hiddenColumns > 0
      ? [
          `… ${read.hiddenColumns} more columns did not fit. Look for their cells with deskhand_find(within=${read.id}).`,
        ]
      : []),
    ...(next === null ? [] : [`… ${read.rows - next} more rows. Continue with start_row=${next}.`]),
  ];
}

function nextRow({ rows, start }: ReadRows, shown: number): number | null {
  return start + shown < rows ? start + shown : null;
}

function emptyCount({ cells }: ReadRows): number {
  return cells.filter(isEmpty).length;
}
