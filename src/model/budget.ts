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

/** How many rows fit. The foot is measured at its longest, which is when rows are missing. */
function rowsWithin(page: Page, budget: number): number {
  const separator = page.separator ?? '';
  const costs = page.rows.map((row) => costOf(row + separator));
  const whole = costs.reduce((sum, cost) => sum + cost, 0);
  const fixed = sumOf(page.head);
  if (fixed + whole + sumOf(page.foot(page.rows.length)) <= budget) return page.rows.length;
  let left = budget - fixed - sumOf(page.foot(0));
  const end = costs.findIndex((cost) => {
    left -= cost;
    return left < 0;
  });
  return Math.max(end, 0);
}

function sumOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + costOf(line), 0);
}

/** Tokens of a line and its line break. */
function costOf(line: string): number {
  return tokenBound(line) + 1;
}

/** A head of `text` of at most `limit` tokens, near the longest one. */
export function headWithin(text: string, limit: number): string {
  if (tokenBound(text) <= limit) return text;
  let low = 0;
  // No token of the bound covers more than the longest common words.
  let high = Math.min(text.length, limit * 16);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (tokenBound(text.slice(0, middle)) <= limit) low = middle;
    else high = middle - 1;
  }
  return headOf(text, low);
}
