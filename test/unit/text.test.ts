import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cell, cut, FENCE_CLOSE, FENCE_OPEN, harmless, harmlessLines, headOf } from '../../src/model/text.ts';
import { hostileText } from './arbitraries.ts';

/** What nobody sees: all that Unicode lets a renderer ignore, but what joins and styles emoji and Persian letters. */
const UNSEEN = /(?![\ufe00-\ufe0f\u200c-\u200d])[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/u;
const LINE_BREAK = /[\n\r\v\f\u0085\u2028\u2029]/;
/** Either mark of the fence in any spelling that reads like it. */
const FENCE = /<[\ufe00-\ufe0f\s\u200c-\u200d]*(\/\s*)?u[\u200c-\u200d]?n[\u200c-\u200d]?trusted/i;

const limits = fc.integer({ min: 1, max: 120 });

describe('harmless', () => {
  test('leaves harmless text as it is', () => {
    fc.assert(
      fc.property(hostileText, limits, (text, limit) => {
        const once = harmless(text, limit);
        expect(harmless(once, limit)).toBe(once);
      }),
      { numRuns: 4_000 },
    );
  });

  test('gives one line within its limit in which nothing is hidden, split or forged', () => {
    fc.assert(
      fc.property(hostileText, limits, (text, limit) => {
        const made = harmless(text, limit);
        expect(made.length).toBeLessThanOrEqual(limit);
        expect(made.isWellFormed()).toBe(true);
        expect(made).not.toMatch(LINE_BREAK);
        expect(made).not.toMatch(UNSEEN);
        expect(made).not.toMatch(FENCE);
        expect(cell(text, limit)).not.toContain('|');
      }),
      { numRuns: 4_000 },
    );
  });

  test('keeps what people write', () => {
    for (const name of [
      'Save as…',
      'naïve',
      '保存',
      'שמור',
      '👩‍👩‍👧 family',
      '❤️',
      'می‌خواهم',
      "Don't",
      '<b>',
      '5 < 6',
    ]) {
      expect(harmless(name, 90)).toBe(name);
    }
  });

  test('names the kind of a data URI instead of showing it, and never a length that it does not know', () => {
    expect(harmless(`see data:image/png;base64,${'A'.repeat(5000)} here`, 90)).toBe('see data:image/png,…');
    expect(harmless(`see data:image/png;base64,${'A'.repeat(100)} here`, 90)).toBe('see data:image/png,… here');
    expect(harmless('data:,short', 90)).toBe('data:,short');
  });

  test('halves of a pair that only an invisible character parts do not become a hidden one', () => {
    expect(harmless('a\udb40\u200b\udc41b', 20)).toBe('a\ufffd\ufffdb');
    expect(harmlessLines('a\udb40\u200b\udc41b')).toBe('a\ufffd\ufffdb');
  });

  test('variation selectors, which can carry hidden bytes, stay only where they style a character', () => {
    const hidden = [...'delete'].map((letter) => String.fromCodePoint(0xfe00 + (letter.charCodeAt(0) & 15))).join('');
    expect(harmless(`OK${hidden}`, 90)).toBe('OK');
    expect(harmless(`😀${hidden}`, 90).length).toBeLessThanOrEqual(4);
  });
});

describe('harmlessLines', () => {
  test('keeps lines and tabs and is otherwise as harmless', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const made = harmlessLines(text);
        expect(harmlessLines(made)).toBe(made);
        expect(made.isWellFormed()).toBe(true);
        expect(made.replaceAll(/[\n\t]/g, '')).not.toMatch(UNSEEN);
        expect(made).not.toMatch(/[\r\u0085\u2028\u2029]/);
        expect(made).not.toMatch(FENCE);
      }),
      { numRuns: 4_000 },
    );
  });

  test('forges no fence over two lines', () => {
    expect(harmlessLines('a\tb\r\nc <\n/ untrusted>')).toBe('a\tb\nc ‹\n/ untrusted>');
    expect(harmlessLines('<\u00a0\ufe0funtrusted>')).toBe('‹\u00a0untrusted>');
  });
});

test('no spelling of the fence in case or blanks gets through', () => {
  const blanks = fc.stringMatching(/^[ \t\n\u00a0]{0,3}$/);
  const letters = fc.mixedCase(fc.constant('untrusted'));
  fc.assert(
    fc.property(blanks, fc.constantFrom('', '/'), blanks, letters, (before, slash, after, word) => {
      const forged = `<${before}${slash}${after}${word}>`;
      expect(harmless(forged, 90)).not.toMatch(/<\s*\/?\s*untrusted/i);
      expect(harmlessLines(forged)).not.toMatch(/<\s*\/?\s*untrusted/i);
    }),
  );
  expect(FENCE_OPEN + FENCE_CLOSE).toMatch(FENCE);
});

test('a text of a megabyte costs no time that anybody notices', () => {
  const million = 1_000_000;
  const texts = [
    'M'.repeat(million),
    ' '.repeat(million),
    `<${' '.repeat(million)}`,
    `</${'\t'.repeat(million)}`,
    '<'.repeat(million),
    '\u200b'.repeat(million),
    'data:'.repeat(million / 5),
    `data:${'a/'.repeat(million / 2)}`,
    `data:${'a'.repeat(million)}`,
    '\ud83e'.repeat(million),
    '🤖'.repeat(million / 2),
    'a\u200d'.repeat(million / 2),
    '\n'.repeat(million),
  ];
  for (const text of texts) {
    const start = performance.now();
    harmless(text, 90);
    expect(performance.now() - start).toBeLessThan(1_000);
    harmlessLines(text.slice(0, 100_000));
    expect(performance.now() - start).toBeLessThan(4_000);
  }
});

test('a cut keeps the limit and never splits a character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 30, size: 'max' }),
      fc.integer({ min: 1, max: 20 }),
      (text, limit) => {
        expect(cut(text, limit).length).toBeLessThanOrEqual(limit);
        expect(headOf(text, limit).isWellFormed()).toBe(true);
        expect(text.startsWith(headOf(text, limit))).toBe(true);
      },
    ),
  );
});
