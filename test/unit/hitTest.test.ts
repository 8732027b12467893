import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AxNode, Rect } from '../../src/model/element.ts';
import { contains, hitTest } from '../../src/model/hitTest.ts';
import { node, trees } from './arbitraries.ts';

type Child = Partial<AxNode> & { readonly rect: Rect };

/** A window of 100 × 100 pixels; each node names its parent by the place of that in the list. */
function windowOf(...children: readonly (Child & { readonly in?: number })[]): AxNode[] {
  const root = node({ name: 'window', type: 'Window', rect: [0, 0, 100, 100] });
  return [root, ...children.map(({ in: parent = 0, ...child }) => node({ type: 'Group', ...child, parent }))];
}

const named = (nodes: readonly AxNode[], x: number, y: number, area?: Rect) =>
  nodes[hitTest(nodes, { x, y }, area) ?? -1]?.name;

describe('the control at a point', () => {
  test('is the deepest one', () => {
    const nodes = windowOf(
      { name: 'panel', rect: [10, 10, 80, 80] },
      { name: 'button', rect: [20, 20, 20, 20], in: 1 },
      { name: 'label', rect: [25, 25, 5, 5], in: 2 },
    );
    expect(named(nodes, 27, 27)).toBe('label');
    expect(named(nodes, 21, 21)).toBe('button');
    expect(named(nodes, 60, 60)).toBe('panel');
    expect(named(nodes, 5, 5)).toBe('window');
    expect(named(nodes, 100, 5)).toBeUndefined();
  });

  test('ends before the right and the lower edge', () => {
    const nodes = windowOf({ name: 'button', rect: [10, 10, 20, 20] });
    expect(named(nodes, 10, 29)).toBe('button');
    expect(named(nodes, 30, 10)).toBe('window');
    expect(named(nodes, 10, 30)).toBe('window');
  });

  test('is the later of two that overlap, and what is in it', () => {
    const nodes = windowOf(
      { name: 'first', rect: [10, 10, 50, 50] },
      { name: 'in first', rect: [10, 10, 50, 50], in: 1 },
      { name: 'second', rect: [30, 10, 50, 50] },
    );
    expect(named(nodes, 40, 20)).toBe('second');
    expect(named(nodes, 20, 20)).toBe('in first');
  });

  test('is not a mere container that lies over it', () => {
    const nodes = windowOf(
      { name: 'tab', type: 'TabItem', rect: [10, 10, 50, 50] },
      { name: '', rect: [10, 10, 20, 20], in: 1, automationId: 'icon' },
      { name: '', rect: [0, 0, 100, 100], automationId: 'overlay' },
      { name: '', rect: [0, 0, 100, 100], automationId: 'in overlay', in: 3 },
      { name: 'close', type: 'Button', rect: [40, 10, 10, 10], in: 4 },
      { name: '', rect: [0, 80, 100, 20], automationId: 'scrim', patterns: { invoke: true } },
      { name: '', rect: [0, 80, 100, 20], automationId: 'over the scrim' },
    );
    const idAt = (x: number, y: number) => nodes[hitTest(nodes, { x, y }) ?? -1]?.automationId;
    expect(named(nodes, 35, 35)).toBe('tab');
    expect(idAt(15, 15)).toBe('icon');
    expect(named(nodes, 45, 15)).toBe('close');
    expect(idAt(70, 70)).toBe('in overlay');
    expect(idAt(70, 90)).toBe('scrim');
  });

  test('may lie outside of its parent', () => {
    const nodes = windowOf(
      { name: 'group', rect: [10, 10, 10, 10] },
      { name: 'out', rect: [50, 50, 10, 10], in: 1 },
      { name: 'no place', rect: [0, 0, 0, 0] },
      { name: 'in it', rect: [80, 80, 10, 10], in: 3 },
    );
    expect(named(nodes, 55, 55)).toBe('out');
    expect(named(nodes, 85, 85)).toBe('in it');
  });

  test('is not a row that is scrolled out of its table', () => {
    const nodes = windowOf(
      { name: 'tools', rect: [0, 0, 100, 20] },
      { name: 'table', type: 'Table', rect: [0, 20, 100, 50] },
      { name: 'row', rect: [0, 10, 100, 20], in: 2 },
    );
    expect(named(nodes, 50, 15)).toBe('tools');
    expect(named(nodes, 50, 25)).toBe('row');
  });

  test('is the header of a table and not the row that is scrolled under it', () => {
    const nodes = windowOf(
      { name: 'table', type: 'Table', rect: [0, 0, 100, 100] },
      { name: 'header', type: 'HeaderItem', rect: [0, 0, 100, 20], in: 1 },
      { name: 'row', rect: [0, 10, 100, 20], in: 1 },
      { name: 'message', rect: [40, 5, 20, 10] },
    );
    expect(named(nodes, 10, 15)).toBe('header');
    expect(named(nodes, 10, 25)).toBe('row');
    expect(named(nodes, 50, 10)).toBe('message');
  });

  test.each(['Menu', 'ToolTip', 'Window'] as const)('is in a %s before anything under it', (type) => {
    const nodes = windowOf(
      { name: 'pane', type: 'Pane', rect: [0, 0, 100, 20] },
      { name: 'popup', type, rect: [0, 20, 50, 50], in: 1 },
      { name: 'item', rect: [0, 20, 50, 10], in: 2 },
      { name: 'document', rect: [0, 20, 100, 80] },
    );
    expect(named(nodes, 10, 25)).toBe('item');
    expect(named(nodes, 10, 65)).toBe('popup');
    expect(named(nodes, 60, 65)).toBe('document');
  });

  test('is in the popup whose place is given, and nothing else', () => {
    const nodes = windowOf(
      { name: 'combo', rect: [0, 0, 50, 20] },
      { name: 'list', type: 'List', rect: [0, 20, 50, 60], in: 1 },
      { name: 'item', rect: [0, 20, 50, 10], in: 2 },
      { name: 'button', rect: [0, 20, 50, 20] },
    );
    expect(named(nodes, 10, 25, [0, 18, 52, 64])).toBe('item');
    expect(named(nodes, 10, 25, [5, 18, 300, 300])).toBeUndefined();
  });

  test('is an entry of a menu that has no control of its own', () => {
    const nodes = windowOf(
      { name: 'bar', type: 'MenuBar', rect: [0, 0, 100, 10] },
      { name: 'File', type: 'MenuItem', rect: [0, 0, 20, 10], in: 1 },
      { name: 'Open', type: 'MenuItem', rect: [2, 12, 40, 10], in: 2 },
      { name: 'button', rect: [0, 10, 50, 20] },
    );
    expect(named(nodes, 10, 15)).toBe('Open');
    expect(named(nodes, 10, 15, [0, 10, 44, 80])).toBe('Open');
    expect(named(nodes, 10, 25, [0, 10, 44, 80])).toBeUndefined();
  });

  test('is none that is off the screen or without a place', () => {
    const nodes = windowOf(
      { name: 'hidden', rect: [0, 0, 50, 50], offscreen: true },
      { name: 'x', rect: [0, 0, 0, 0] },
    );
    expect(named([...nodes, node({ name: 'nowhere', parent: 0 })], 10, 10)).toBe('window');
    expect(hitTest([], { x: 0, y: 0 })).toBeUndefined();
  });
});

/** Types that neither clip nor lie over others by their kind, so that the rule is the plain one. */
const PLAIN = ['Button', 'Group', 'Text', 'List', 'ListItem', 'Edit', 'Custom'] as const;

const rect = fc.tuple(fc.integer({ min: -5, max: 20 }), fc.integer({ min: -5, max: 20 }), fc.nat(20), fc.nat(20));
const plain = fc.record(
  { type: fc.constantFrom(...PLAIN), name: fc.constantFrom('', 'a'), patterns: fc.constant({}), rect },
  { requiredKeys: ['type', 'name', 'patterns'] },
);

interface NaiveHit {
  readonly index: number;
  /** Something on the way down to it is more than a nameless container. */
  readonly solid: boolean;
}

/** By definition: what the last child shows that is no mere container, else what the last one shows, else the node itself. */
function naive(nodes: readonly AxNode[], at: number, x: number, y: number): NaiveHit | undefined {
  const hits = nodes.flatMap(({ parent }, index) => (parent === at ? (naive(nodes, index, x, y) ?? []) : []));
  const node = nodes[at];
  const isHit = node?.rect !== undefined && contains(node.rect, { x, y });
  const isBlank = node?.name === '' && (node.type === 'Group' || node.type === 'Custom');
  const best = hits.findLast(({ solid }) => solid) ?? hits.at(-1);
  if (best) return { index: best.index, solid: best.solid || (isHit && !isBlank) };
  return isHit ? { index: at, solid: !isBlank } : undefined;
}

test('in any tree it is the deepest one of the last branch that has the point', () => {
  let hits = 0;
  fc.assert(
    fc.property(trees(plain), fc.integer({ min: -6, max: 41 }), fc.integer({ min: -6, max: 41 }), (tree, x, y) => {
      const expected = naive(tree.nodes, 0, x, y);
      if (expected !== undefined) hits++;
      expect(hitTest(tree.nodes, { x, y })).toBe(expected?.index);
    }),
    { numRuns: 2_000 },
  );
  expect(hits).toBeGreaterThan(500);
});

test('ten thousand levels cost no deep call and little time', () => {
  const deep = Array.from({ length: 10_000 }, (_, i) =>
    node({ parent: i - 1, type: i % 2 === 0 ? 'HeaderItem' : 'Table', rect: [0, 0, 10, 10] }),
  );
  const start = performance.now();
  expect(hitTest(deep, { x: 5, y: 5 })).toBe(9_999);
  expect(performance.now() - start).toBeLessThan(2_000);
});
