import { headOf } from './text.ts';
import { tokenBound } from './tokens.ts';

/** Tokens of an answer unless the caller asks for another number. */
export const DEFAULT_BUDGET = 6_000;
/** No answer is ever larger: clients cut or refuse larger ones. */
export const MAX_BUDGET = 25_000;
/** What the fixed parts of an answer can need at most, with hostile titles in them. */
export const MIN_BUDGET = 600;

/** An answer before its budget: fixed lines around rows, of which as many are shown as fit. */
export interface Page {
  readonly head: readonly string[];
  readonly rows: readonly string[];
  /** What follows each row but the last one shown. */
  readonly separator?: string;
  /** The lines after the rows; they say how many of them are missing. */
  readonly foot: (shown: number) => readonly string[];
}

/** The page as text of at most `budget` tokens. */
export function layOut(page: Page, budget: number): string {
  const shown = rowsWithin(page, budget);
  const separator = page.separator ?? '';
  const rows = page.rows.slice(0, shown).map((row, index) => (index < shown - 1 ? row + separator : row));
  return [...page.head, ...rows, ...page.foot(shown)].join('\n');
}

/** The most rows that fit. The foot depends on their number, and may be longer or shorter for more of them. */
function rowsWithin(page: Page, budget: number): number {
  const separator = page.separator ?? '';
  let left = budget - sumOf(page.head);
  const ends: number[] = [left];
  for (const row of page.rows) {
    left -= costOf(row + separator);
    if (left < 0) break;
    ends.push(left);
  }
  for (let shown = ends.length - 1; shown > 0; shown--) {
    if (sumOf(page.foot(shown)) <= (ends[shown] ?? 0)) return shown;
  }
  return 0;
}

function sumOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + costOf(line), 0);
}

/** Tokens of a line and its line break. */
function costOf(line: string): number {
  return tokenBound(line) + 1;
}

/** A head of `text` of at most `limit` tokens, near the longest one; `cost` may count what is made of it. */
export function headWithin(text: string, limit: number, cost: (text: string) => number = tokenBound): string {
  if (cost(text) <= limit) return text;
  let low = 0;
  // No token of the bound covers more than the longest common words.
  let high = Math.min(text.length, limit * 16);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (cost(text.slice(0, middle)) <= limit) low = middle;
    else high = middle - 1;
  }
  return headOf(text, low);
}

/** The text at a cost of at most `limit` tokens, and an ellipsis where something was left out. */
export function cutWithin(text: string, limit: number): string {
  return tokenBound(text) <= limit ? text : `${headWithin(text, limit - ELLIPSIS_TOKENS).trimEnd()}…`;
}

const ELLIPSIS_TOKENS = tokenBound('…');
