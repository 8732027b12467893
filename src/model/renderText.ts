import { headWithin } from './budget.ts';
import { attributeLines, attributesJson } from './renderAttributes.ts';
import { FENCE_CLOSE, FENCE_OPEN, harmlessLines } from './text.ts';
import type { TextRange, TextRun } from './textRange.ts';
import { tokenBound } from './tokens.ts';

/** Text of a control, from `start` on; all positions are code points. */
export interface ReadText {
  readonly id: number;
  readonly source: 'Text' | 'Value' | 'Name';
  readonly text: string;
  readonly start: number;
  /** Characters that the control has in all; absent where only a read of everything would tell. */
  readonly total?: number;
  /** It is a password, which no answer shows. */
  readonly secret: boolean;
  /** The time for reading was over before all that was asked for was read. */
  readonly ended?: true;
  readonly caret?: number;
  readonly selections?: readonly TextRange[];
  /** How the text looks, where that was asked for; what no run covers was not told. */
  readonly runs?: readonly TextRun[];
}

/** What the lines around the text need at most. */
const FRAME_TOKENS = 260;
/** Selections that an answer lists; there is rarely more than one. */
const SHOWN_SELECTIONS = 3;
/** Part of the budget that attributes may take. */
const ATTRIBUTE_SHARE = 0.4;

/** The text, fenced, of at most `budget` tokens, and how to go on where it is cut. */
export function renderText(read: ReadText, budget: number): string {
  const room = budget - FRAME_TOKENS;
  const { body, end } = bodyWithin(read, read.runs ? room * (1 - ATTRIBUTE_SHARE) : room, tokenBound);
  const looks = read.runs ? attributeLines({ start: read.start, end }, read.runs, room - tokenBound(body)) : [];
  return [FENCE_OPEN, ...looks, body, FENCE_CLOSE, ...footOf(read, end)].join('\n');
}

function footOf(read: ReadText, end: number): string[] {
  const { start, source, total, secret } = read;
  const range = `source=${source} characters ${start}-${end} of ${total ?? 'an unknown number'}`;
  if (secret) return [`${range}; a password is never shown`];
  return [
    [range, ...marksOf(read)].join(' '),
    ...(read.ended ? [endedSentence(read)] : []),
    ...(hasMore(read, end) ? [`… ${moreSentence(total, end)} Continue with start=${end}.`] : []),
  ];
}

function moreSentence(total: number | undefined, end: number): string {
  return total === undefined ? 'More characters.' : `${total - end} more characters.`;
}

function endedSentence({ text, start }: ReadText): string {
  const before = text === '' ? `before it came to ${start}` : 'before all of the part was read';
  return `The time for reading was over ${before}. Call again; a part nearer to the beginning takes less time.`;
}

function marksOf({ caret, selections = [] }: ReadText): string[] {
  const shown = selections.slice(0, SHOWN_SELECTIONS).map(({ start, end }) => `${start}-${end}`);
  const hidden = selections.length - shown.length;
  return [
    ...(caret === undefined ? [] : [`caret=${caret}`]),
    ...(shown.length > 0 ? [`selection=${shown.join(',')}${hidden > 0 ? ` and ${hidden} more` : ''}`] : []),
  ];
}

/** The text for programs, as JSON of at most `budget` tokens. */
export function textJson(read: ReadText, budget: number): string {
  const { id, source, start, total, secret, caret, selections } = read;
  const cost = (text: string) => tokenBound(JSON.stringify(text));
  const room = budget - FRAME_TOKENS;
  const { body, end } = bodyWithin(read, read.runs ? room * (1 - ATTRIBUTE_SHARE) : room, cost);
  const marks = secret ? {} : { caret, selections: selections?.slice(0, SHOWN_SELECTIONS) };
  return JSON.stringify({
    id,
    source,
    start,
    end,
    total,
    complete: !hasMore(read, end) && !read.ended,
    ...(read.ended && { ended: 'time' }),
    ...marks,
    ui_text: 'untrusted',
    ...(read.runs && !secret && attributesJson({ start, end }, read.runs, room - cost(body))),
    text: body,
  });
}

/** Where nobody counted, a part that was asked for and came whole is followed by more. */
function hasMore({ total, secret, text, ended }: ReadText, end: number): boolean {
  if (secret) return false;
  return total === undefined ? text !== '' || !ended : end < total;
}

/** As much as fits once it is harmless, which may take more room, and the character that it ends before. */
function bodyWithin(read: ReadText, budget: number, cost: (text: string) => number): { body: string; end: number } {
  if (read.secret) return { body: '***', end: read.total ?? 0 };
  const head = headWithin(read.text, budget, (text) => cost(harmlessLines(text)));
  // Characters are code points, as adapters count them, and not UTF-16 units.
  return { body: harmlessLines(head), end: read.start + Array.from(head).length };
}
