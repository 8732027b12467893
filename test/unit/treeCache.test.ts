import { expect, test } from 'vitest';
import type { PlatformAdapter, Scope } from '../../src/engine/adapters/adapter.ts';
import { SimAdapter } from '../../src/engine/adapters/sim/adapter.ts';
import { LIMITS } from '../../src/engine/session/limits.ts';
import { TreeCache } from '../../src/engine/session/treeCache.ts';

const SCOPE: Scope = { includeOffscreen: false, rows: 12, maxNodes: 1_000, timeBudget: 1_000 };
const FORM = 'settings';
const NEVER = new AbortController().signal;

/** The simulated desktop, which here names the states of its trees and counts how often they are read. */
class Versioned extends SimAdapter {
  reads = 0;
  version = 1;

  override async capture(...args: Parameters<PlatformAdapter['capture']>) {
    this.reads++;
    return { ...(await super.capture(...args)), version: String(this.version) };
  }

  override isCurrent(version = '') {
    return Promise.resolve(version === String(this.version));
  }
}

test('a tree that still holds is not read again', async () => {
  const adapter = new Versioned();
  const cache = new TreeCache(adapter);
  const first = await cache.capture(FORM, SCOPE, NEVER);
  expect(await cache.capture(FORM, SCOPE, NEVER)).toBe(first);
  expect(adapter.reads).toBe(1);
});

test('a tree that has changed is read', async () => {
  const adapter = new Versioned();
  const cache = new TreeCache(adapter);
  await cache.capture(FORM, SCOPE, NEVER);
  adapter.version++;
  expect((await cache.capture(FORM, SCOPE, NEVER)).version).toBe('2');
  expect(adapter.reads).toBe(2);
});

test('another scope is another tree', async () => {
  const adapter = new Versioned();
  const cache = new TreeCache(adapter);
  const part = await cache.capture(FORM, { ...SCOPE, maxNodes: 3 }, NEVER);
  expect((await cache.capture(FORM, SCOPE, NEVER)).nodes.length).toBeGreaterThan(part.nodes.length);
});

test('an adapter that names no states is read each time', async () => {
  const cache = new TreeCache(new SimAdapter());
  const first = await cache.capture(FORM, SCOPE, NEVER);
  expect(await cache.capture(FORM, SCOPE, NEVER)).not.toBe(first);
});

test('only so many trees are kept', async () => {
  const adapter = new Versioned();
  const cache = new TreeCache(adapter);
  for (let rows = 1; rows <= LIMITS.trees + 1; rows++) await cache.capture(FORM, { ...SCOPE, rows }, NEVER);
  await cache.capture(FORM, { ...SCOPE, rows: 1 }, NEVER);
  expect(adapter.reads).toBe(LIMITS.trees + 2);
});
