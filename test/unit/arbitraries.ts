import fc from 'fast-check';
import { CONTROL_TYPES } from '../../src/model/controlType.ts';
import type { AxNode, AxTree } from '../../src/model/element.ts';
import type { Patterns } from '../../src/model/pattern.ts';

/** Pieces that break formats, hide text or forge marks, and common ones to put between them. */
const PIECES = [
  [
    '<',
    '</',
    '/',
    ' ',
    '>',
    'untrusted',
    'UNTRUSTED',
    'UnTrusted',
    '</untrusted>',
    '< / untrusted >',
    '|',
    '"',
    "'",
    "','",
  ],
  ['\n', '\r\n', '\r', '\t', '\u0085', '\u2028', '\u2029', '\u000b', '\u0000', '\u001b[31m', '\u00a0', '   '],
  [
    '\u200b',
    '\u200c',
    '\u200d',
    '\u202e',
    '\u2066',
    '\u2069',
    '\ufeff',
    '\u00ad',
    '\u034f',
    '\u3164',
    '\ufe0f',
    '\ufff9',
  ],
  [
    '\ud83e',
    '\udd16',
    '\udb40',
    '\udc41',
    '🤖',
    '👩‍👩‍👧',
    '❤️',
    '\u{e0041}',
    '\u{e01ef}',
    '漢字',
    'שלום',
    'مرحبا',
    'e\u0301',
  ],
  [
    'data:image/png;base64,',
    'data:,',
    'data:',
    'A'.repeat(30),
    'iVBORw0KGgoAAAANSUhEUgAA',
    '…',
    'the',
    'Save',
    '12345',
    '-7.5',
  ],
].flat();

/** Text as the worst application could write it. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ unit: 'binary', maxLength: 4 })), {
    maxLength: 24,
    size: 'max',
  })
  .map((pieces) => pieces.join(''));

/** A value for each pattern, so that any set of patterns can be made. */
const patternValues: { readonly [Key in keyof Patterns]-?: fc.Arbitrary<NonNullable<Patterns[Key]>> } = {
  invoke: fc.constant(true),
  value: fc.record({ value: hostileText, readOnly: fc.boolean() }),
  toggle: fc.constantFrom('off', 'on', 'indeterminate'),
  selectionItem: fc.record({ selected: fc.boolean() }),
  expandCollapse: fc.constantFrom('collapsed', 'expanded', 'partially-expanded'),
  rangeValue: fc.record({
    value: fc.double({ noNaN: true, noDefaultInfinity: true }),
    minimum: fc.constant(0),
    maximum: fc.constant(100),
    readOnly: fc.boolean(),
  }),
  scroll: fc.record({ vertical: fc.integer({ min: 0, max: 100 }), horizontal: fc.constant(0) }, { requiredKeys: [] }),
  scrollItem: fc.constant(true),
  text: fc.constant(true),
  grid: fc.record({ rows: fc.nat(30), columns: fc.nat(5) }),
  gridItem: fc.record({ row: fc.nat(20), column: fc.nat(3) }),
  window: fc.record({ modal: fc.boolean() }),
  legacy: fc.constant(true),
};

export const patterns: fc.Arbitrary<Patterns> = fc.record(patternValues, { requiredKeys: [] });

const flag = fc.constant(true as const);

/** One control; its place in a tree is given by whoever builds the tree. */
export const control: fc.Arbitrary<Omit<AxNode, 'parent' | 'handle'>> = fc.record(
  {
    type: fc.constantFrom(...CONTROL_TYPES),
    name: hostileText,
    patterns,
    automationId: hostileText,
    className: hostileText,
    accelerator: hostileText,
    disabled: flag,
    focused: flag,
    focusable: flag,
    required: flag,
    offscreen: flag,
    password: flag,
    actions: fc.array(hostileText, { maxLength: 3 }),
  },
  { requiredKeys: ['type', 'name', 'patterns'] },
);

/** Parents in document order: each node is at most one level deeper than the one before it. */
function parentsOf(levels: readonly number[]): number[] {
  const path: number[] = [];
  return levels.map((level, index) => {
    const depth = index === 0 ? 0 : Math.min(level + 1, path.length);
    path.length = depth;
    path.push(index);
    return path[depth - 1] ?? -1;
  });
}

/** A tree of a window whose controls are drawn from `one`. */
export function trees(
  one: fc.Arbitrary<Omit<AxNode, 'parent' | 'handle'>> = control,
  maxLength = 40,
): fc.Arbitrary<AxTree> {
  return fc.array(fc.tuple(one, fc.nat(6)), { maxLength, size: 'max' }).map((drawn) => {
    const parents = parentsOf([0, ...drawn.map(([, level]) => level)]);
    const contents = [{ type: 'Window', name: 'Test', patterns: {} } as const, ...drawn.map(([node]) => node)];
    const nodes = contents.map((node, index) => ({ ...node, handle: `h${index}`, parent: parents[index] ?? -1 }));
    return { nodes, cuts: [], notes: [] };
  });
}

/** A control for tests that look at one thing of it. */
export function node(contents: Partial<AxNode> = {}): AxNode {
  return { handle: 'h', parent: -1, type: 'Button', name: '', patterns: {}, ...contents };
}
