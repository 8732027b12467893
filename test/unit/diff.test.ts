import fc from 'fast-check';
import { expect, test } from 'vitest';
import { difference, type Shown } from '../../src/model/diff.ts';
import type { AxNode } from '../../src/model/element.ts';
import { tableRow } from '../../src/model/renderLine.ts';
import { elementOf } from '../../src/model/view.ts';
import { node } from './arbitraries.ts';

/** Few handles, types, ids and names, so that sets overlap and handles are used again for other controls. */
const controls = fc
  .array(
    fc.record({
      handle: fc.stringMatching(/^[a-f]$/),
      type: fc.constantFrom('Button', 'Edit'),
      automationId: fc.constantFrom('x', 'y'),
      name: fc.constantFrom('One', 'Two', 'Three'),
    }),
    { maxLength: 8, size: 'max' },
  )
  .map((drawn): Shown => new Map(drawn.map((one) => [one.handle, node(one)])));

/** A control is one as long as its handle, its type and its automation id stay. */
const identity = ({ handle, type, automationId }: AxNode) => `${handle} ${type} ${automationId}`;
const rowOf = (one: AxNode) => tableRow(elementOf(one, 0));
const rowsOf = (shown: Iterable<AxNode>) => new Map([...shown].map((one) => [identity(one), rowOf(one)]));

test('the old set and the difference give the new set', () => {
  fc.assert(
    fc.property(controls, controls, (before, now) => {
      const { added, changed, removed } = difference(before, now);
      const rows = rowsOf(before.values());
      for (const one of removed) expect(rows.delete(identity(one))).toBe(true);
      for (const one of added) {
        expect(rows.has(identity(one))).toBe(false);
        rows.set(identity(one), rowOf(one));
      }
      for (const one of changed) {
        expect(rows.get(identity(one))).not.toBe(rowOf(one));
        expect(rows.has(identity(one))).toBe(true);
        rows.set(identity(one), rowOf(one));
      }
      expect(rows).toEqual(rowsOf(now.values()));
    }),
    { numRuns: 2_000 },
  );
});

test('an unchanged set has no difference', () => {
  fc.assert(
    fc.property(controls, (shown) => {
      expect(difference(shown, new Map(shown))).toEqual({ added: [], changed: [], removed: [] });
    }),
  );
});
