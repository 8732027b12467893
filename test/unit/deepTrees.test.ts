import { describe, expect, test } from 'vitest';
import { withContentNames } from '../../src/model/contentName.ts';
import type { ControlType } from '../../src/model/controlType.ts';
import { difference } from '../../src/model/diff.ts';
import type { AxTree } from '../../src/model/element.ts';
import { FILTERS } from '../../src/model/filter.ts';
import { placementOf } from '../../src/model/placement.ts';
import { contains, matches, nearest } from '../../src/model/query.ts';
import { renderObservation } from '../../src/model/render.ts';
import { FORMATS } from '../../src/model/renderLine.ts';
import { ROWS_SHOWN } from '../../src/model/rows.ts';
import { elementOf } from '../../src/model/view.ts';
import { node } from './arbitraries.ts';
import { exactTokens } from './exactTokens.ts';

const LEVELS = 10_000;

function chain(type: ControlType): AxTree {
  const nodes = Array.from({ length: LEVELS }, (_, i) =>
    node({ handle: `h${i}`, parent: i - 1, type, name: i % 2 === 0 ? '' : `Level ${i}`, patterns: { invoke: true } }),
  );
  return { nodes, cuts: [], notes: [] };
}

const WINDOW = { id: 'sim:1', title: 'Deep', app: 'deep', className: '', pid: 1, state: 'normal' } as const;

describe.each(['Group', 'List', 'TreeItem', 'DataItem'] as const)('ten thousand %ss in one another', (type) => {
  test('are read, named, searched, compared and written without a deep call', () => {
    const start = performance.now();
    const tree = withContentNames(chain(type));
    const shown = new Map(tree.nodes.map((one) => [one.handle, one]));
    expect(difference(shown, shown).changed).toEqual([]);
    expect(matches(tree.nodes, 'Level 9999', 'auto', contains('Level 9999'))).toContainEqual({ index: 9_999, rank: 0 });
    expect(nearest(tree.nodes, 'Levl 9999', 3)).toHaveLength(3);
    for (const filter of FILTERS) placementOf(tree, { filter, includeOffscreen: false, rows: ROWS_SHOWN });
    const placed = placementOf(tree, { filter: 'all', includeOffscreen: true, rows: Infinity });
    const entries = placed
      .slice(0, 5_000)
      .map(({ index, depth }) => elementOf(tree.nodes[index] ?? node(), index, depth));
    for (const format of FORMATS) {
      const text = renderObservation(
        { window: WINDOW, snapshot: 1, entries, missing: [], notes: [], empty: '' },
        format,
        6_000,
      );
      expect(exactTokens(text)).toBeLessThanOrEqual(6_000);
    }
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
