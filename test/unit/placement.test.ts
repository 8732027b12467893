import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AxTree } from '../../src/model/element.ts';
import { FILTERS, KEEPS } from '../../src/model/filter.ts';
import { cutSentences, type Placed, type PlacementOptions, placementOf } from '../../src/model/placement.ts';
import { cutRows } from '../../src/model/rows.ts';
import { node, trees } from './arbitraries.ts';

const options: fc.Arbitrary<PlacementOptions> = fc.record({
  filter: fc.constantFrom(...FILTERS),
  includeOffscreen: fc.boolean(),
  rows: fc.integer({ min: 1, max: 5 }),
});

const isControl = ({ more }: Placed) => more === undefined;

function ancestorsOf(tree: AxTree, index: number): number[] {
  const up: number[] = [];
  for (let at = tree.nodes[index]?.parent ?? -1; at >= 0; at = tree.nodes[at]?.parent ?? -1) up.push(at);
  return up;
}

describe('placementOf', () => {
  test('shows exactly what the filter keeps, in document order, with depths that count what is shown', () => {
    fc.assert(
      fc.property(trees(), options, (tree, asked) => {
        const placed = placementOf(tree, asked).filter(isControl);
        const { hidden } = cutRows(tree, asked.rows);
        const wanted = tree.nodes.flatMap((one, index) => {
          const isWindow = index === 0;
          const seen = asked.includeOffscreen || !one.offscreen;
          return !isWindow && !hidden[index] && seen && KEEPS[asked.filter](one) ? [index] : [];
        });
        expect(placed.map(({ index }) => index)).toEqual(wanted);
        const shown = new Set(wanted);
        for (const { index, depth } of placed) {
          expect(depth).toBe(ancestorsOf(tree, index).filter((up) => shown.has(up)).length);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('says what a container leaves out right behind what it shows', () => {
    fc.assert(
      fc.property(trees(), options, (tree, asked) => {
        const placed = placementOf(tree, asked);
        const { hidden, omitted } = cutRows(tree, asked.rows);
        const remainders = placed.filter((one) => !isControl(one));
        const wanted = [...omitted].filter(
          ([at]) => asked.filter !== 'table' && !hidden[at] && (asked.includeOffscreen || !tree.nodes[at]?.offscreen),
        );
        expect(new Map(remainders.map(({ index, more }) => [index, more]))).toEqual(new Map(wanted));
        for (const [place, { index, more }] of placed.entries()) {
          if (more === undefined) continue;
          const inside = (one: Placed) => one.index === index || ancestorsOf(tree, one.index).includes(index);
          expect(placed.slice(place + 1).filter(inside)).toEqual([]);
          const before = placed.slice(0, place).findLast((one) => isControl(one) && one.index > index);
          if (before !== undefined) expect(inside(before)).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('nested lists that all leave rows out end from the inside to the outside', () => {
    const nodes = [
      node({ type: 'Window' }),
      node({ handle: 'a', parent: 0, type: 'List', patterns: { grid: { rows: 5, columns: 1 } } }),
      node({ handle: 'b', parent: 1, type: 'List', patterns: { grid: { rows: 9, columns: 1 } } }),
      node({ handle: 'c', parent: 2, type: 'ListItem' }),
      node({ handle: 'd', parent: 0, type: 'Button' }),
    ];
    const placed = placementOf({ nodes, cuts: [], notes: [] }, { filter: 'all', includeOffscreen: false, rows: 12 });
    expect(placed).toEqual([
      { index: 1, depth: 0 },
      { index: 2, depth: 1 },
      { index: 3, depth: 2 },
      { index: 2, depth: 2, more: 8 },
      { index: 1, depth: 1, more: 4 },
      { index: 4, depth: 0 },
    ]);
  });

  test('fifty thousand nested lists that leave rows out are placed at once', () => {
    const patterns = { grid: { rows: 100, columns: 1 } };
    const nodes = Array.from({ length: 50_000 }, (_, i) =>
      node({ handle: `h${i}`, parent: i - 1, type: 'List', patterns }),
    );
    const start = performance.now();
    expect(
      placementOf({ nodes, cuts: [], notes: [] }, { filter: 'all', includeOffscreen: false, rows: 12 }),
    ).toHaveLength(100_000);
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

describe('cutSentences', () => {
  test('a thousand cuts of one kind are one sentence with their sum', () => {
    const cuts = Array.from({ length: 1_000 }, (_, at) => ({ reason: 'children' as const, at, omitted: 3 }));
    const sentences = cutSentences(cuts);
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toContain('3000');
  });

  test('a number that one cut does not know is not made up', () => {
    const cuts = [{ reason: 'time' as const }, { reason: 'time' as const, omitted: 7 }];
    expect(cutSentences(cuts)).toEqual([expect.stringContaining('an unknown number')]);
  });

  test('rows are said in their place instead', () => {
    expect(cutSentences([{ reason: 'rows', at: 1, omitted: 4 }])).toEqual([]);
  });
});
