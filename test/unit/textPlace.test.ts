import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rangeIn, replacedIn } from '../../src/model/textPlace.ts';

const TEXT = 'one 😀 two two three';

test.each([
  [{ quote: 'one' }, { start: 0, end: 3 }],
  [{ quote: '😀' }, { start: 4, end: 5 }],
  [{ quote: 'three' }, { start: 14, end: 19 }],
  [
    { quote: 'two', prefix: '😀 ' },
    { start: 6, end: 9 },
  ],
  [
    { quote: 'two', suffix: ' three' },
    { start: 10, end: 13 },
  ],
  [
    { quote: '', prefix: 'two ', suffix: 'three' },
    { start: 14, end: 14 },
  ],
  [{ start: 5 }, { start: 5, end: 5 }],
  [
    { start: 4, end: 6 },
    { start: 4, end: 6 },
  ],
  [
    { start: 19, end: 19 },
    { start: 19, end: 19 },
  ],
])('%o', (place, range) => {
  expect(rangeIn(TEXT, place)).toEqual(range);
});

test.each([
  [{ quote: 'four' }, 'the quoted text does not stand there'],
  [{ quote: '' }, 'the quoted text does not stand there'],
  [{ quote: 'two' }, 'stands there 2 times: tell what is before or behind it'],
  [{ quote: 'two', prefix: 'three ' }, 'the quoted text does not stand there'],
  [{ start: 6, end: 4 }, 'the range ends before it starts'],
  [{ start: 3, end: 20 }, 'the text has only 19 characters'],
])('%o names nothing', (place, reason) => {
  expect(rangeIn(TEXT, place)).toContain(reason);
});

test('overlapping matches are several', () => {
  expect(rangeIn('aaa', { quote: 'aa' })).toContain('2 times');
  expect(rangeIn('a'.repeat(5_000), { quote: 'a' })).toContain('100 times or more');
});

const texts = fc.string({ unit: 'grapheme', maxLength: 30 });

test('what is found is what was quoted, and what is replaced is the rest around the new text', () => {
  fc.assert(
    fc.property(texts, texts, texts, texts, (before, quote, after, by) => {
      const text = before + quote + after;
      const range = rangeIn(text, { quote, prefix: before, suffix: after });
      if (typeof range === 'string') return;
      expect(Array.from(text).slice(range.start, range.end).join('')).toBe(quote);
      expect(replacedIn(text, range, by)).toBe(before + by + after);
    }),
  );
});
