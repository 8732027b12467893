import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSplitter } from '../../src/engine/process/lines.ts';

interface Found {
  readonly lines: string[];
  overlong: number;
}

function split(chunks: readonly Buffer[], maxBytes?: number, flush = false): Found {
  const found: Found = { lines: [], overlong: 0 };
  const sink = {
    line: (line: Buffer) => void found.lines.push(line.toString()),
    overlong: () => {
      found.overlong += 1;
    },
  };
  const splitter = new LineSplitter(sink, maxBytes);
  for (const chunk of chunks) {
    splitter.push(chunk);
  }
  if (flush) {
    splitter.flush();
  }
  return found;
}

test('any text in any chunks gives its lines', () => {
  const cuts = fc.array(fc.nat(40), { maxLength: 12 });
  const lines = fc.array(
    fc.string({ unit: 'grapheme' }).map((line) => line.replaceAll('\n', '')),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(lines, cuts, (expected, at) => {
      const bytes = Buffer.from(expected.map((line) => `${line}\n`).join(''));
      const bounds = [0, ...at.toSorted((a, b) => a - b), bytes.length];
      const chunks = bounds.slice(1).map((end, index) => bytes.subarray(bounds[index], end));
      expect(split(chunks).lines).toEqual(expected.map((line) => `${line}\n`));
    }),
  );
});

test('a line of the greatest length is kept, one byte more is not', () => {
  const bytes = Buffer.from('12345\n123456\nab\n');
  expect(split([bytes], 5)).toEqual({ lines: ['12345\n', 'ab\n'], overlong: 1 });
});

test('an over-long line is told once and skipped to its newline, over many chunks', () => {
  const chunks = ['ok\n12', '3456', '7890', 'abc', 'de\nnext\n'].map((text) => Buffer.from(text));
  expect(split(chunks, 5)).toEqual({ lines: ['ok\n', 'next\n'], overlong: 1 });
});

test('nothing of an over-long line is kept in memory', () => {
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  const splitter = new LineSplitter({ line: () => {}, overlong: () => {} }, 4096);
  const before = process.memoryUsage.rss();
  for (const _ of Array(300).keys()) {
    splitter.push(Buffer.from(chunk));
  }
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
});

test('the end of the stream ends the last line', () => {
  expect(split([Buffer.from('a\nb')], 5, true).lines).toEqual(['a\n', 'b\n']);
  expect(split([Buffer.from('a\n')], 5, true).lines).toEqual(['a\n']);
  expect(split([Buffer.from('1234567')], 5, true)).toEqual({ lines: [], overlong: 1 });
});
