import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { headWithin, layOut, MIN_BUDGET, type Page } from '../../src/model/budget.ts';
import { harmless } from '../../src/model/text.ts';
import { tokenBound } from '../../src/model/tokens.ts';
import { hostileText } from './arbitraries.ts';
import { exactTokens } from './exactTokens.ts';

const line = fc.oneof(
  hostileText.map((text) => harmless(text, 90)),
  fc.stringMatching(/^[0-9]{1,40}$/),
  fc.constantFrom('', '漢'.repeat(30), '𓀀'.repeat(20), '12|Button|Save||invoke'),
);

/** Pages whose foot is longest at the start, at the end, or somewhere between. */
const pages: fc.Arbitrary<Page> = fc
  .record({
    head: fc.array(line, { maxLength: 3 }),
    rows: fc.array(line, { maxLength: 60, size: 'max' }),
    foot: fc.constantFrom<Page['foot']>(
      (shown) => [`elements=${shown}`, `… ${60 - shown} more`],
      (shown) => [shown === 0 ? 'no rows' : `rows 4000000-${4_000_000 + shown - 1}, continue with ${shown}`],
      (shown) => ['漢'.repeat(Math.abs(30 - shown))],
    ),
  })
  .chain((page) =>
    fc.option(fc.constant(','), { nil: undefined }).map((sep) => (sep ? { ...page, separator: sep } : page)),
  );

/** How many rows a laid out page shows: the head and the foot are known. */
function shownIn(page: Page, text: string): number {
  const counts = Array.from({ length: page.rows.length + 1 }, (_, shown) => shown);
  const found = counts.filter((shown) => text === textOf(page, shown));
  return found.at(-1) ?? -1;
}

function textOf({ head, rows, foot, separator = '' }: Page, shown: number): string {
  const body = rows.slice(0, shown).map((row, index) => (index < shown - 1 ? row + separator : row));
  return [...head, ...body, ...foot(shown)].join('\n');
}

function estimate({ head, rows, foot, separator = '' }: Page, shown: number): number {
  const lines = [...head, ...rows.slice(0, shown).map((row) => row + separator), ...foot(shown)];
  return lines.reduce((sum, one) => sum + tokenBound(one) + 1, 0);
}

const budgets = fc.integer({ min: MIN_BUDGET, max: 2_000 });

describe('layOut', () => {
  test('shows as many rows as fit by its estimate, and never exceeds the budget by the exact count', () => {
    fc.assert(
      fc.property(pages, budgets, (page, budget) => {
        fc.pre(estimate(page, 0) <= budget);
        const text = layOut(page, budget);
        const fitting = Array.from({ length: page.rows.length + 1 }, (_, shown) => shown).filter(
          (shown) => estimate(page, shown) <= budget,
        );
        expect(shownIn(page, text)).toBe(fitting.at(-1));
        expect(exactTokens(text)).toBeLessThanOrEqual(budget);
      }),
      { numRuns: 600 },
    );
  });

  test('a larger budget never shows less', () => {
    fc.assert(
      fc.property(pages, budgets, fc.nat(500), (page, budget, more) => {
        fc.pre(estimate(page, 0) <= budget);
        const [less, larger] = [budget, budget + more].map((one) => shownIn(page, layOut(page, one)));
        expect(larger).toBeGreaterThanOrEqual(less ?? 0);
      }),
      { numRuns: 300 },
    );
  });

  test('fifty thousand rows are laid out at once', () => {
    const rows = Array.from({ length: 50_000 }, (_, index) => `${index}|Button|Save||invoke`);
    const start = performance.now();
    layOut({ head: [], rows, foot: (shown) => [`${rows.slice(shown).length}`] }, 25_000);
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

describe('headWithin', () => {
  test('is a head of the text that costs at most its limit and splits no character', () => {
    fc.assert(
      fc.property(hostileText, fc.nat(60), (text, limit) => {
        const head = headWithin(text, limit);
        expect(text.startsWith(head)).toBe(true);
        expect(tokenBound(head)).toBeLessThanOrEqual(limit);
        if (text.isWellFormed()) expect(head.isWellFormed()).toBe(true);
      }),
    );
  });
});
