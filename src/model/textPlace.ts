import type { TextRange } from './textRange.ts';

/** Where in a text something is to be done: by what stands there, or by code points. */
export interface TextPlace {
  readonly quote?: string | undefined;
  /** What stands right before and behind the quote. */
  readonly prefix?: string | undefined;
  readonly suffix?: string | undefined;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** Matches that are counted before there are many. */
const MOST_MATCHES = 100;

/** The range that a place names in a text; a sentence where it names none, or several. */
export function rangeIn(text: string, place: TextPlace): TextRange | string {
  if (place.quote === undefined) return numbered(Array.from(text).length, place);
  const { quote, prefix = '', suffix = '' } = place;
  const starts = matchesOf(text, prefix + quote + suffix);
  const [first] = starts;
  if (first === undefined) return 'the quoted text does not stand there';
  if (starts.length > 1) {
    const many = starts.length >= MOST_MATCHES ? `${MOST_MATCHES} times or more` : `${starts.length} times`;
    return `the quoted text stands there ${many}: tell what is before or behind it with prefix or suffix`;
  }
  const start = Array.from(text.slice(0, first + prefix.length)).length;
  return { start, end: start + Array.from(quote).length };
}

function numbered(length: number, { start = 0, end = start }: TextPlace): TextRange | string {
  if (start > end) return 'the range ends before it starts';
  return end > length ? `the text has only ${length} characters` : { start, end };
}

/** Where a text begins in another one, in UTF-16 units; matches may overlap. */
function matchesOf(text: string, wanted: string): readonly number[] {
  const starts: number[] = [];
  if (wanted === '') return starts;
  for (let at = text.indexOf(wanted); at >= 0 && starts.length < MOST_MATCHES; at = text.indexOf(wanted, at + 1)) {
    starts.push(at);
  }
  return starts;
}

/** A text with another one in the place of a range. */
export function replacedIn(text: string, { start, end }: TextRange, by: string): string {
  const characters = Array.from(text);
  return [...characters.slice(0, start), by, ...characters.slice(end)].join('');
}
