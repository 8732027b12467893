import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exceedsDepth } from '../../src/engine/process/jsonDepth.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) {
    return 0;
  }
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test('the depth is that of the value, whatever its strings hold', () => {
  const text = fc.string({ unit: fc.constantFrom('[', '{', ']', '}', '"', '\\', 'é', 'a'), maxLength: 30 });
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ maxDepth: 8 }, text, fc.array(tie('tree'), { maxLength: 3 }), fc.dictionary(text, tie('tree'))),
  }));
  fc.assert(
    fc.property(tree, fc.integer({ min: 1, max: 9 }), (value, limit) => {
      expect(exceedsDepth(Buffer.from(JSON.stringify(value)), limit)).toBe(depthOf(value) > limit);
    }),
  );
});

test('a megabyte of brackets is told at once', () => {
  expect(exceedsDepth(Buffer.alloc(1_000_000, '['), 200)).toBe(true);
  expect(exceedsDepth(Buffer.from(JSON.stringify('['.repeat(1_000_000))), 200)).toBe(false);
});
