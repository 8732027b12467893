import { headWithin } from './budget.ts';
import { FENCE_CLOSE, FENCE_OPEN, harmlessLines } from './text.ts';
import { tokenBound } from './tokens.ts';

/** Text of a control, from `start` on. */
export interface ReadText {
  readonly id: number;
  readonly source: 'Text' | 'Value' | 'Name';
  readonly text: string;
  readonly start: number;
  /** Characters that the control has in all. */
  readonly total: number;
  /** It is a password, which no answer shows. */
  readonly secret: boolean;
}

/** What the lines around the text need at most. */
const FRAME_TOKENS = 120;

/** The text, fenced, of at most `budget` tokens, and how to go on where it is cut. */
export function renderText(read: ReadText, budget: number): string {
  const { body, end } = bodyWithin(read, budget, tokenBound);
  const range = `source=${read.source} characters ${read.start}-${end} of ${read.total}`;
  return [
    FENCE_OPEN,
    body,
    FENCE_CLOSE,
    read.secret ? `${range}; a password is never shown` : range,
    ...(end < read.total ? [`… ${read.total - end} more characters. Continue with start=${end}.`] : []),
  ].join('\n');
}

/** The text for programs, as JSON of at most `budget` tokens. */
export function textJson(read: ReadText, budget: number): string {
  const { id, source, start, total } = read;
  const { body, end } = bodyWithin(read, budget, (text) => tokenBound(JSON.stringify(text)));
  return JSON.stringify({ id, source, start, end, total, complete: end >= total, ui_text: 'untrusted', text: body });
}

/** As much as fits once it is harmless, which may take more room, and the character that it ends before. */
function bodyWithin(read: ReadText, budget: number, cost: (text: string) => number): { body: string; end: number } {
  if (read.secret) return { body: '***', end: read.total };
  const head = headWithin(read.text, budget - FRAME_TOKENS, (text) => cost(harmlessLines(text)));
  // Characters are code points, as adapters count them, and not UTF-16 units.
  return { body: harmlessLines(head), end: read.start + Array.from(head).length };
}
