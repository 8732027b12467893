import { blockAddress, type CellBlock, columnLetters } from './cellAddress.ts';
import type { FittingRows } from './fitRows.ts';

/** Merged cells that an answer names; the others are counted. */
const SPANS_SHOWN = 8;
/** Runs of rendered rows that an answer names. */
const RUNS_SHOWN = 4;

/** What was shown of a grid, in the numbers or addresses by which one can go on. */
export function rangeLine(read: FittingRows, shown: number): string {
  const size = `grid ${read.partial ? `${read.rows} or more` : read.rows}×${read.columns}`;
  if (shown === 0) return `${size}, no rows`;
  if (read.sheet) return `${size}, range ${blockAddress(shownBlock(read, shown))}`;
  const rows = `${size}, rows ${runText(read.start, shown)}`;
  const isWhole = read.startColumn === 0 && read.hiddenColumns === 0;
  return isWhole || read.width === 0 ? rows : `${rows}, columns ${runText(read.startColumn, read.width)}`;
}

/** Why what was read is not all that there is; for text and for JSON. */
export function missingSentences(read: FittingRows): string[] {
  const empty = emptyRows(read);
  const { cells, rows, partial, ended, rendered, sheet } = read;
  return [
    ...(partial ? [`Only the ${rows} rows near the visible ones are exposed: scroll, then read again.`] : []),
    ...(ended ? [`The time for reading ended after ${cells.length} rows.`] : []),
    ...(empty > 0 && !sheet ? [emptySentence(read, empty)] : []),
    ...(rendered && empty === 0 ? [renderedSentence(read)] : []),
  ];
}

function emptySentence(read: FittingRows, empty: number): string {
  const count = `${empty} of ${read.cells.length} rows read are empty`;
  if (read.rendered) return `${count}. ${renderedSentence(read)}`;
  return `${count}: a virtualised grid has data only in the region it renders.`;
}

function renderedSentence({ rendered = [], rows }: FittingRows): string {
  const named = rendered.slice(0, RUNS_SHOWN).map(({ start, count }) => runText(start, count));
  const more = rendered.length > named.length ? ' and others' : '';
  const which = named.length === 0 ? 'No row' : `Only rows ${named.join(', ')}${more}`;
  return `${which} of ${rows} ${named.length === 0 ? 'is' : 'are'} rendered: scroll the grid to read others.`;
}

/** Rows read without any text. */
export function emptyRows({ cells }: FittingRows): number {
  return cells.filter(isEmptyRow).length;
}

/** Whether no cell of the row has a text. */
export function isEmptyRow(row: readonly string[]): boolean {
  return row.every((text) => text === '');
}

/** The merged cells, by their addresses or their rows and columns. */
export function spanLines({ spans, sheet }: FittingRows): string[] {
  if (spans.length === 0) return [];
  const named = spans.slice(0, SPANS_SHOWN).map((span) => (sheet ? blockAddress(span) : spanText(span)));
  const more = spans.length > named.length ? ` and ${spans.length - named.length} more` : '';
  return [`Merged cells: ${named.join('; ')}${more}.`];
}

function spanText({ row, column, rows, columns }: CellBlock): string {
  const word = (name: string, start: number, count: number) =>
    `${name}${count > 1 ? 's' : ''} ${runText(start, count)}`;
  return `${word('row', row, rows)} ${word('column', column, columns)}`;
}

/** What is known of the columns that are not shown, and how to go on with them. */
export function columnLines(read: FittingRows, shown: number): string[] {
  const { startColumn, width, emptyColumns, hiddenColumns, sheet } = read;
  const end = startColumn + width;
  const empty = [...new Set([end - emptyColumns, end - 1])].map((column) => (sheet ? columnLetters(column) : column));
  return [
    ...(emptyColumns > 0 ? [`Without text: column${empty.length > 1 ? 's' : ''} ${empty.join('-')}.`] : []),
    ...(hiddenColumns > 0 ? [`… ${hiddenColumns} more columns. Continue with ${columnStep(read, shown)}.`] : []),
  ];
}

function columnStep(read: FittingRows, shown: number): string {
  const { start, startColumn, width, hiddenColumns, sheet } = read;
  const column = startColumn + width;
  if (!sheet) return `${start > 0 ? `start_row=${start}, ` : ''}start_column=${column}`;
  const columns = Math.min(hiddenColumns, Math.max(1, width));
  return `range=${blockAddress({ row: start, column, rows: Math.max(1, shown), columns })}`;
}

/** How many rows are left, and how to go on with them. */
export function rowLines(read: FittingRows, shown: number): string[] {
  const next = nextRow(read, shown);
  return next === null ? [] : [`… ${endRow(read) - next} more rows. Continue with ${rowStep(read, next)}.`];
}

function rowStep(read: FittingRows, next: number): string {
  const { startColumn, width, cells, sheet } = read;
  if (!sheet) return `start_row=${next}${startColumn > 0 ? `, start_column=${startColumn}` : ''}`;
  const rows = Math.min(endRow(read) - next, Math.max(1, cells.length));
  return `range=${blockAddress({ row: next, column: startColumn, rows, columns: Math.max(1, width) })}`;
}

/** The first row that is not shown; null where there is none. */
export function nextRow(read: FittingRows, shown: number): number | null {
  const next = read.start + shown;
  return next < endRow(read) ? next : null;
}

function endRow({ rows, asked }: FittingRows): number {
  return asked ? Math.min(rows, asked.row + asked.rows) : rows;
}

/** The cells that are shown. */
export function shownBlock({ start, startColumn, width }: FittingRows, shown: number): CellBlock {
  return { row: start, column: startColumn, rows: shown, columns: Math.max(1, width) };
}

function runText(start: number, count: number): string {
  return count === 1 ? `${start}` : `${start}-${start + count - 1}`;
}
