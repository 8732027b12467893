/** Longest name in a row, in characters. */
export const NAME_LIMIT = 90;
/** Longest value in a row's state. */
export const VALUE_LIMIT = 70;
/** Longest accelerator in a row. */
export const ACCELERATOR_LIMIT = 20;

/**
 * Characters that are not seen but act: controls, bidirectional overrides, zero-width marks, and the tag and variation
 * planes, in which whole sentences can be hidden from a person and still be read by a model.
 */
const INVISIBLE =
  /(?![\ufe00-\ufe0f\u200c-\u200d])[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
const INVISIBLE_IN_LINES = new RegExp(`(?![\\n\\t])${INVISIBLE.source}`, 'gu');

/**
 * Joiners and variation selectors shape emoji and the letters of some scripts, two in a row at most. After ASCII, after
 * blanks and in longer runs they do nothing but hide: sixteen selectors spell any text.
 */
const SHAPERS = /(^|(?![\ufe00-\ufe0f\u200c-\u200d]).)([\ufe00-\ufe0f\u200c-\u200d]+)/gsu;

/** The ellipsis is no part of it, so that a URI which was cut short is not taken for a longer one. */
const DATA_URI = /\bdata:([\w.+-]+\/[\w.+-]+)?[;,][^\s"')…]{24,}/gi;

/** The marks that enclose text of applications, and anything that looks like one of them. */
const FENCE = /[<＜﹤](?=\s*(?:\/\s*)?untrusted)/gi;
export const FENCE_OPEN = '<untrusted>';
export const FENCE_CLOSE = '</untrusted>';

/**
 * Text of an application on one line, safe to print: no line breaks, no invisible characters, no data URIs, no forged
 * fence, at most `limit` characters and an ellipsis. Harmless text stays as it is when it is made harmless again.
 */
export function harmless(text: string, limit: number): string {
  // Megabyte names are cut before the expressions run; white space may shrink, hence the factor.
  const head = headOf(text, limit * 4 + 1024).replace(/[\s\u0085]+/g, ' ');
  return cut(defused(visible(head)).replace(/ {2,}/g, ' ').trim(), limit);
}

/** Harmless text for one cell of a table whose columns are parted by `|`. */
export function cell(text: string, limit: number): string {
  return harmless(text, limit).replaceAll('|', '/');
}

/** Text of an application that keeps its lines and tabs; otherwise as harmless as `harmless` makes it. */
export function harmlessLines(text: string): string {
  return defused(visible(text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n'), INVISIBLE_IN_LINES));
}

/** The text without what nobody sees. Halves of characters go first: what parts them may be invisible. */
export function visible(text: string, invisible: RegExp = INVISIBLE): string {
  return text
    .toWellFormed()
    .replace(invisible, '')
    .replace(SHAPERS, (_, before: string, run: string) => (isShaped(before) ? before + run.slice(0, 2) : before));
}

function isShaped(before: string): boolean {
  return before > '\u007f' && before.trim() !== '';
}

/** Harmless text between apostrophes, in which none reads like the closing one, so that nothing behind it is forged. */
export function quoted(text: string): string {
  return `'${text.replace(/'(?=[, ]|$)/g, '’')}'`;
}

/** The first `limit` characters, not splitting a surrogate pair, and an ellipsis where something was left out. */
export function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${headOf(text, limit - 1).trimEnd()}…`;
}

/** The first `length` UTF-16 units or one fewer, so that no surrogate pair is split. */
export function headOf(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

function defused(text: string): string {
  return text.replace(DATA_URI, (_, type: string | undefined) => `data:${type ?? ''},…`).replace(FENCE, '‹');
}
