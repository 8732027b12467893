import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AxNode, AxTree, Cut } from '../../src/model/element.ts';
import { placementOf } from '../../src/model/placement.ts';
import { cutRows, holdsRows, type RowCut } from '../../src/model/rows.ts';
import { control, node, trees } from './arbitraries.ts';

const kinds = fc.constantFrom('DataGrid', 'List', 'ListItem', 'Tree', 'TreeItem', 'Header', 'Group', 'Text', 'Table');

/** Trees of little but containers and rows; a tree's item never shares a row number with another. */
const containers = trees(
  fc
    .tuple(control, kinds, fc.boolean())
    .map(([{ patterns, ...rest }, type, numbered]) => ({
      ...rest,
      type,
      patterns: numbered && type !== 'TreeItem' ? patterns : { ...patterns, gridItem: undefined },
    }))
    .map(({ patterns: { gridItem, ...patterns }, ...rest }) => ({
      ...rest,
      patterns: gridItem === undefined ? patterns : { ...patterns, gridItem },
    })),
  60,
);

/** The rows of a container, one list of nodes for each, found by going down from it. */
function rowsOf(tree: AxTree, container: number): number[][] {
  const rows = new Map<unknown, number[]>();
  const visit = (parent: number) => {
    for (const [index, child] of rowsBelow(tree, parent, container)) {
      const key = child.patterns.gridItem?.row ?? `node ${index}`;
      rows.set(key, [...(rows.get(key) ?? []), index]);
      if (child.type === 'TreeItem' && !holdsRows(child)) visit(index);
    }
  };
  visit(container);
  return [...rows.values()];
}

/** The rows that are children of a container or an item, or below an item in a group. */
function rowsBelow(tree: AxTree, parent: number, container: number): [number, AxNode][] {
  return [...tree.nodes.entries()].flatMap(([index, child]): [number, AxNode][] => {
    if (child.parent !== parent) return [];
    if (isRow(child, parent === container)) return [[index, child]];
    const isPassed = parent !== container && isGroup(child) && !isGroup(tree.nodes[parent]);
    return isPassed ? rowsBelow(tree, index, container) : [];
  });
}

function isGroup(node: AxNode | undefined): boolean {
  return node?.type === 'Group' && !holdsRows(node);
}

function isRow({ type }: AxNode, isChild: boolean): boolean {
  return isChild ? !['Header', 'HeaderItem', 'ScrollBar'].includes(type) : type === 'TreeItem';
}

/** Where nobody has counted the rows, what the container declares is the best that is known. */
function allRows(present: number, declared: number, cut: Cut | undefined): number {
  const left = cut === undefined ? 0 : (cut.omitted ?? Infinity);
  return left === Infinity && declared > present ? declared : Math.max(declared, present + left);
}

/** Says for one container whether all its rows are accounted for. */
function expectTruth(tree: AxTree, at: number, limit: number, { hidden, omitted }: RowCut): void {
  const container = tree.nodes[at];
  if (container === undefined || !holdsRows(container) || hidden[at]) return;
  const rows = rowsOf(tree, at);
  const shown = rows.filter((row) => row.some((index) => !hidden[index])).length;
  const cut = tree.cuts.find((one) => one.at === at);
  expect(shown).toBe(Math.min(limit, rows.length));
  expect(shown + (omitted.get(at) ?? 0)).toBe(allRows(rows.length, container.patterns.grid?.rows ?? 0, cut));
}

describe('cutRows', () => {
  test('shown and omitted rows are all the rows that there are, declared or present', () => {
    const cuts = fc.array(fc.tuple(fc.nat(59), fc.option(fc.nat(40))), { maxLength: 3 });
    fc.assert(
      fc.property(containers, fc.integer({ min: 1, max: 6 }), cuts, (bare, limit, unread) => {
        const made = new Map(unread.map(([at, omitted]) => [at % bare.nodes.length, omitted]));
        const tree = { ...bare, cuts: [...made].map(([at, omitted]) => rowsCut(at, omitted)) };
        const cut = cutRows(tree, limit);
        for (const at of tree.nodes.keys()) expectTruth(tree, at, limit, cut);
      }),
      { numRuns: 600 },
    );
  });

  test('items in a group below an item are rows of their tree', () => {
    const nodes = [
      node({ type: 'Tree' }),
      node({ type: 'TreeItem', parent: 0 }),
      node({ type: 'Group', parent: 1 }),
      node({ type: 'TreeItem', parent: 2 }),
      node({ type: 'TreeItem', parent: 2 }),
    ];
    const { hidden, omitted } = cutRows({ nodes, cuts: [], notes: [] }, 2);
    expect(hidden).toEqual([false, false, false, false, true]);
    expect(omitted.get(0)).toBe(1);
  });

  test('what lies in a hidden row is hidden, and nothing else is', () => {
    fc.assert(
      fc.property(containers, fc.integer({ min: 1, max: 6 }), (tree, limit) => {
        const { hidden } = cutRows(tree, limit);
        for (const [index, { parent }] of tree.nodes.entries()) {
          if (hidden[parent]) expect(hidden[index]).toBe(true);
        }
        expect(cutRows(tree, Infinity).hidden.some(Boolean)).toBe(false);
      }),
    );
  });

  test('items of a tree count at every depth, also below an item that is not shown', () => {
    const items = Array.from({ length: 30 }, (_, i) =>
      node({ handle: `i${i}`, parent: i === 0 ? 0 : i, type: 'TreeItem' }),
    );
    const tree: AxTree = { nodes: [node({ type: 'Tree' }), ...items], cuts: [], notes: [] };
    const { hidden, omitted } = cutRows(tree, 12);
    expect(hidden.filter(Boolean)).toHaveLength(18);
    expect(omitted.get(0)).toBe(18);
  });

  test('the cells of one row are one row', () => {
    const cells = Array.from({ length: 40 }, (_, i) =>
      node({
        handle: `c${i}`,
        parent: 0,
        type: 'Text',
        patterns: { gridItem: { row: Math.floor(i / 2), column: i % 2 } },
      }),
    );
    const tree: AxTree = { nodes: [node({ type: 'Table' }), ...cells], cuts: [], notes: [] };
    const { hidden, omitted } = cutRows(tree, 12);
    expect(hidden.filter((one) => !one)).toHaveLength(1 + 24);
    expect(omitted.get(0)).toBe(8);
  });

  test('a list within a row of a list has rows of its own', () => {
    const inner = Array.from({ length: 15 }, (_, i) => node({ handle: `n${i}`, parent: 1, type: 'ListItem' }));
    const outer = Array.from({ length: 14 }, (_, i) => node({ handle: `o${i}`, parent: 0, type: 'ListItem' }));
    const nodes = [node({ type: 'List' }), node({ type: 'List', parent: 0 }), ...inner, ...outer];
    const { omitted } = cutRows({ nodes, cuts: [], notes: [] }, 12);
    expect(omitted).toEqual(
      new Map([
        [0, 3],
        [1, 3],
      ]),
    );
  });
});

function rowsCut(at: number, omitted: number | null): Cut {
  return { reason: 'rows', at, ...(omitted === null ? {} : { omitted }) };
}

test('a cut of a container that was not read itself does no harm', () => {
  const tree: AxTree = { nodes: [node({ type: 'List' })], cuts: [{ reason: 'rows', at: -2, omitted: 5 }], notes: [] };
  expect(placementOf(tree, { filter: 'all', includeOffscreen: false, rows: 12 })).toEqual([{ index: 0, depth: 0 }]);
});
