import { layOut, type Page } from './budget.ts';
import { blockAddress } from './cellAddress.ts';
import { type FittingRows, fitRows, type ReadRows } from './fitRows.ts';
import { jsonPage } from './jsonPage.ts';
import {
  columnLines,
  emptyRows,
  isEmptyRow,
  missingSentences,
  nextRow,
  rangeLine,
  rowLines,
  shownBlock,
  spanLines,
} from './rowSentences.ts';
import { FENCE_CLOSE, FENCE_OPEN } from './text.ts';

/** Stands above the titles of rows. */
const TITLES = '(row)';

/** Merged cells that JSON lists. */
const SPANS_LISTED = 20;

/** The rows as text of at most `budget` tokens, and how to go on. Empty rows are counted, never dropped. */
export function renderRows(whole: ReadRows, budget: number): string {
  const read = fitRows(whole, budget);
  const lines = linesOf(read);
  const page: Page = {
    head: [FENCE_OPEN, ...headLines(read)],
    rows: lines.map(({ text }) => text),
    foot: (shown) => [FENCE_CLOSE, ...footLines(read, rowsIn(lines, shown))],
  };
  return layOut(page, budget);
}

/** The rows for programs, as JSON of at most `budget` tokens. */
export function rowsJson(whole: ReadRows, budget: number): string {
  const read = fitRows(whole, budget);
  const { id, rows, columns, headers, start, startColumn, titles, sheet } = read;
  const isTitled = titles !== undefined && !sheet;
  const head = { id, rows, columns, headers, titled: isTitled, start, start_column: startColumn };
  const lines = read.cells.map((row, index) => JSON.stringify(isTitled ? [titles[index] ?? '', ...row] : row));
  const page = jsonPage(head, 'cells', lines, (shown) => ({
    complete: isComplete(read, shown),
    ...(sheet && { range: shown === 0 ? null : blockAddress(shownBlock(read, shown)) }),
    next: nextRow(read, shown),
    next_column: read.hiddenColumns > 0 ? startColumn + read.width : null,
    empty: emptyRows(read),
    hidden_columns: read.hiddenColumns,
    spans: read.spans.slice(0, SPANS_LISTED),
    missing: missingSentences(read),
  }));
  return layOut(page, budget);
}

function isComplete(read: FittingRows, shown: number): boolean {
  const isAll = read.start === 0 && read.startColumn === 0 && shown >= read.rows && read.hiddenColumns === 0;
  return isAll && !read.partial && !read.ended && !read.rendered;
}

interface Line {
  readonly text: string;
  /** Rows that the line stands for. */
  readonly rows: number;
}

/** A line for each row; a run of empty rows is one line that counts them. */
function linesOf({ cells, titles }: FittingRows): Line[] {
  const lines: Line[] = [];
  for (let at = 0; at < cells.length; ) {
    const run = emptyRun(cells, at);
    lines.push(
      run > 0
        ? { text: `(${run} empty ${run === 1 ? 'row' : 'rows'})`, rows: run }
        : { text: rowText(cells[at] ?? [], titles?.[at]), rows: 1 },
    );
    at += Math.max(run, 1);
  }
  return lines;
}

function rowText(row: readonly string[], title: string | undefined): string {
  return (title === undefined ? row : [title, ...row]).join('|');
}

function emptyRun(cells: ReadRows['cells'], from: number): number {
  let end = from;
  while (end < cells.length && isEmptyRow(cells[end] ?? [])) end++;
  return end - from;
}

function headLines({ headers, first, titles }: FittingRows): string[] {
  if (headers.some((header) => header !== '')) return [`# ${rowText(headers, titles && TITLES)}`];
  return first === undefined ? [] : [`[row 0] ${rowText(first, titles && TITLES)}`];
}

function footLines(read: FittingRows, shown: number): string[] {
  return [
    rangeLine(read, shown),
    ...missingSentences(read),
    ...spanLines(read),
    ...columnLines(read, shown),
    ...rowLines(read, shown),
  ];
}

function rowsIn(lines: readonly Line[], shown: number): number {
  return lines.slice(0, shown).reduce((sum, { rows }) => sum + rows, 0);
}
