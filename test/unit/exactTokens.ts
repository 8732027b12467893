import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** The tokenizer takes quadratic time over one word, so that longer ones are counted in parts of this length. */
const PART = 500;

/** The exact o200k tokens of a text; in a very long word at most one more for each part of it. */
export function exactTokens(text: string): number {
  return partsOf(text).reduce((sum, part) => sum + countTokens(part, { disallowedSpecial: new Set() }), 0);
}

/** The text, parted inside words that are longer than a part, and only there. */
function partsOf(text: string): string[] {
  const words = /[^\s]{500,}/u;
  if (!words.test(text)) return [text];
  return text.split(/(\s+)/u).flatMap((word) => {
    const parts: string[] = [];
    for (let at = 0; at < word.length; at += PART) parts.push(word.slice(at, at + PART));
    return parts;
  });
}
