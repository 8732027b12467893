import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SimAdapter } from '../../src/engine/adapters/sim/adapter.ts';
import { Desktop } from '../../src/engine/session/desktop.ts';
import { ElementTable } from '../../src/engine/session/elementTable.ts';
import { LIMITS } from '../../src/engine/session/limits.ts';
import { isSameControl } from '../../src/model/element.ts';
import { node } from './arbitraries.ts';

const counter = () => {
  let last = 0;
  return () => ++last;
};
const desktops = [
  new Desktop('sim', new SimAdapter([]), counter()),
  new Desktop('user', new SimAdapter([]), counter()),
];
const [sim, user] = desktops as [Desktop, Desktop];

/** A control of a small world in which handles are used again by other controls. */
const control = fc.record({
  handle: fc.integer({ min: 0, max: 90 }).map(String),
  type: fc.constantFrom('Button', 'Edit'),
  automationId: fc.constantFrom(undefined, 'a'),
  desktop: fc.constantFrom(sim, user),
});
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ op: fc.constant('observe' as const), control }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('get' as const), id: fc.integer({ min: 0, max: 200 }) }) },
);

/** What the table has to do, as simply as it can be said. */
class Expected {
  /** Every control that ever had an id, by the id. */
  readonly owners = new Map<number, string>();
  /** Ids that are valid, by control, the least recently used first. */
  readonly alive = new Map<string, number>();

  use(key: string, id: number): void {
    this.alive.delete(key);
    this.alive.set(key, id);
    for (const oldest of [...this.alive.keys()].slice(0, -CAPACITY)) this.alive.delete(oldest);
  }
}

const CAPACITY = 50;

function observe(
  table: ElementTable,
  expected: Expected,
  one: typeof control extends fc.Arbitrary<infer T> ? T : never,
) {
  const { desktop, automationId, ...rest } = one;
  const made = node({ ...rest, ...(automationId === undefined ? {} : { automationId }) });
  const key = `${desktop.name} ${made.handle} ${made.type} ${automationId}`;
  const id = table.idOf(desktop, 'w', made);
  const { alive, owners } = expected;
  if (alive.has(key)) expect(id).toBe(alive.get(key));
  else expect(owners.has(id)).toBe(false);
  owners.set(id, key);
  expected.use(key, id);
}

function get(table: ElementTable, expected: Expected, id: number): void {
  const key = expected.owners.get(id);
  if (key !== undefined && expected.alive.get(key) === id) {
    expect(table.get(id).handle).toBe(key.split(' ')[1]);
    expected.use(key, id);
  } else {
    expect(() => table.get(id)).toThrow(expect.objectContaining({ code: 'unknown_element' }));
  }
}

describe('ElementTable', () => {
  test('a control keeps its id while it is in the table, and no id ever names two controls', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400, size: 'max' }), (steps) => {
        const table = new ElementTable(counter(), CAPACITY);
        const expected = new Expected();
        for (const one of steps) {
          if (one.op === 'observe') observe(table, expected, one.control);
          else get(table, expected, one.id);
          expect(table.size).toBe(expected.alive.size);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('holds fifty thousand controls', () => {
    expect(LIMITS.ids).toBeGreaterThanOrEqual(50_000);
    const table = new ElementTable(counter());
    const ids = Array.from({ length: 50_000 }, (_, i) => table.idOf(sim, 'w', node({ handle: `h${i}` })));
    expect(new Set(ids).size).toBe(50_000);
    expect(table.get(ids[0] ?? 0).handle).toBe('h0');
    expect(table.idOf(sim, 'w', node({ handle: 'h0' }))).toBe(ids[0]);
  });

  test('a native identity that another kind of control has taken is not the same control', () => {
    const table = new ElementTable(counter());
    const known = table.get(table.idOf(sim, 'w', node({ type: 'CheckBox', automationId: 'f' })));
    expect(isSameControl(known, node({ type: 'CheckBox', automationId: 'f', name: 'renamed' }))).toBe(true);
    expect(isSameControl(known, node({ type: 'Button', automationId: 'f' }))).toBe(false);
    expect(isSameControl(known, node({ type: 'CheckBox' }))).toBe(false);
  });
});

test('a control is in the window that it was last seen in', () => {
  const table = new ElementTable(counter());
  const made = node({ handle: 'a', type: 'Button' });
  const id = table.idOf(user, 'x11:7', made);
  expect(table.idOf(user, ':1.3/frame', made)).toBe(id);
  expect(table.get(id)).toMatchObject({ id, window: ':1.3/frame', handle: 'a' });
  expect(table.size).toBe(1);
});
