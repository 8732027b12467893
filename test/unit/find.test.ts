import { expect, test } from 'vitest';
import { engineOn } from '../../scripts/simEngine.ts';
import type { PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import { SimAdapter } from '../../src/engine/adapters/sim/adapter.ts';
import { find } from '../../src/engine/session/find.ts';
import { Session } from '../../src/engine/session/session.ts';
import { node } from './arbitraries.ts';

/** A desktop whose reads bring controls along that are off the screen, as a toolkit may that cannot leave them out. */
class Eager extends SimAdapter implements PlatformAdapter {
  override capture() {
    const nodes = [
      node({ handle: 'w', type: 'Window' }),
      node({ handle: 'a', parent: 0, type: 'Custom', name: 'Seen' }),
      node({ handle: 'b', parent: 0, type: 'Custom', name: 'Seen not', offscreen: true }),
    ];
    return Promise.resolve({ nodes, cuts: [], notes: [] });
  }
}

test.each([
  ['seen', 'auto'],
  ['custom', 'type'],
] as const)('%s by %s does not find what is off the screen unless it is asked to', async (query, by) => {
  const session = new Session(engineOn('sim', new Eager()));
  const args = { query, by, window: 'focused', match: 'contains', limit: 20 } as const;
  const signal = AbortSignal.timeout(5_000);
  const seen = await find(session, { ...args, include_offscreen: false }, signal);
  expect(seen.total).toBe(1);
  expect(seen.groups[0]?.elements.map(({ name }) => name)).toEqual(['Seen']);
  expect((await find(session, { ...args, include_offscreen: true }, signal)).total).toBe(2);
});

/** Two windows, of which the second has what is most like the query. */
class Two extends SimAdapter implements PlatformAdapter {
  override async windows(leftOut: readonly number[] = []) {
    const { windows, notes } = await super.windows(leftOut);
    return { windows: windows.slice(0, 2), notes };
  }

  override async capture(window: string) {
    const { windows } = await this.windows();
    const names = window === windows[0]?.handle ? ['Save as', 'Save it'] : ['Save all'];
    const controls = names.map((name) => node({ handle: `${window} ${name}`, parent: 0, type: 'Button', name }));
    return { nodes: [node({ handle: window, type: 'Window' }), ...controls], cuts: [], notes: [] };
  }
}

test('of all windows the nearest names are offered, the best first', async () => {
  const session = new Session(engineOn('sim', new Two()));
  const args = { query: 'Save alll', by: 'auto', window: 'all', match: 'contains', limit: 20 } as const;
  const found = await find(session, { ...args, include_offscreen: false }, AbortSignal.timeout(5_000));
  expect(found.nearest.map(({ elements }) => elements.map(({ name }) => name))).toEqual([
    ['Save all'],
    ['Save as', 'Save it'],
  ]);
});
