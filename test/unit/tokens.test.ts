import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { tokenBound } from '../../src/model/tokens.ts';

/** The exact count. Pieces are split so that the tokenizer does not take quadratic time over one long word. */
const exact = (text: string) => countTokens(text, { disallowedSpecial: new Set() });

const HOSTILE = [
  'xqjzkvwq',
  'qkqkqk',
  'Qz',
  'XJQZ',
  'ÿ',
  '漢',
  '🤖',
  '👩‍👩‍👧',
  'é',
  "don't",
  'naïve',
  '||',
  "='",
  '\u0301',
];

function neverUnder(text: string): void {
  const bound = tokenBound(text);
  const count = exact(text);
  if (bound < count) throw new Error(`${JSON.stringify(text)}: bound ${bound} < ${count}`);
}

describe('tokenBound', () => {
  test('is never under the exact count for any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), neverUnder), { numRuns: 3000 });
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), neverUnder), { numRuns: 2000 });
  });

  test('is never under the exact count for words, capitals, digits and marks in any mixture', () => {
    const part = fc.oneof(
      fc.constantFrom('Button', 'value', 'settings', 'Window', ' ', '|', '\n', "'", '…', 'the', 'open', ...HOSTILE),
      fc.stringMatching(/^[a-z]{1,12}$/),
      fc.stringMatching(/^[A-Za-z]{1,12}$/),
      fc.stringMatching(/^[0-9|,.'=%-]{1,8}$/),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => neverUnder(parts.join(''))),
      { numRuns: 20_000 },
    );
  });

  test('is near the count for rows of a common interface', () => {
    const rows =
      "3|Edit|User name|value='ada'|value\n4|CheckBox|Receive updates|on|toggle\n9|Button|Save|disabled|invoke\n";
    expect(tokenBound(rows)).toBeLessThanOrEqual(exact(rows) * 1.6);
  });
});
