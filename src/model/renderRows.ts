import { layOut, type Page } from './budget.ts';
import { jsonPage } from './jsonPage.ts';
import { cell, FENCE_CLOSE, FENCE_OPEN } from './text.ts';

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
}

const CELL_LIMIT = 200;

/** The rows as text of at most `budget` tokens, and how to go on. Empty rows are counted, never dropped. */
export function renderRows(read: ReadRows, budget: number): string {
  const lines = linesOf(read);
  const page: Page = {
    head: [FENCE_OPEN, ...headLines(read)],
    rows: lines.map(({ text }) => text),
    foot: (shown) => [FENCE_CLOSE, rangeLine(read, rowsIn(lines, shown)), ...restLines(read, rowsIn(lines, shown))],
  };
  return layOut(page, budget);
}

/** The rows for programs, as JSON of at most `budget` tokens. */
export function rowsJson(read: ReadRows, budget: number): string {
  const { id, rows, columns, start } = read;
  const headers = read.headers.map((header) => cell(header, CELL_LIMIT));
  const lines = read.cells.map((row) => JSON.stringify(row.map((text) => cell(text, CELL_LIMIT))));
  const page = jsonPage({ id, rows, columns, headers, start }, 'cells', lines, (shown) => ({
    complete: start === 0 && shown >= rows,
    next: nextRow(read, shown),
    empty: emptyCount(read),
  }));
  return layOut(page, budget);
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
  return { text: row.map((text) => cell(text, CELL_LIMIT)).join('|'), rows: 1 };
}

function emptyRun(cells: ReadRows['cells'], from: number): number {
  let end = from;
  while (end < cells.length && isEmpty(cells[end] ?? [])) end++;
  return end - from;
}

function isEmpty(row: readonly string[]): boolean {
  return row.every((text) => text.trim() === '');
}

function headLines({ headers, first }: ReadRows): string[] {
  if (headers.some((header) => header !== '')) return [`# ${rowLine(headers).text}`];
  return first === undefined ? [] : [`[row 0] ${rowLine(first).text}`];
}

function rowsIn(lines: readonly Line[], shown: number): number {
  return lines.slice(0, shown).reduce((sum, { rows }) => sum + rows, 0);
}

function rangeLine({ rows, columns, start }: ReadRows, shown: number): string {
  const range = shown === 0 ? 'no rows' : `rows ${start}-${start + shown - 1}`;
  return `grid ${rows}×${columns}, ${range}`;
}

function restLines(read: ReadRows, shown: number): string[] {
  const empty = emptyCount(read);
  const next = nextRow(read, shown);
  return [
    ...(empty > 0
      ? [
          `${empty} of ${read.cells.length} rows read are empty: a virtualised grid has data only in the region it renders.`,
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
