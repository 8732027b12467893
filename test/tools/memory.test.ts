import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { large } from '../../src/engine/adapters/sim/scenes/programs.ts';
import { converse } from './conversation.ts';

/** Bytes that the heap may grow by over the calls: far below one tree for each of them. */
const GROWTH = 8_000_000;
const CALLS = 200;

function heapUsed(collect: () => void): number {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

test('two hundred observations of a large window leave nothing behind', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const talk = await converse([large]);
  const observe = async (times: number) => {
    for (let i = 0; i < times; i++) await talk.call('observe', { filter: 'all' });
  };
  await observe(20);
  const before = heapUsed(collect);
  await observe(CALLS);
  expect(heapUsed(collect) - before).toBeLessThan(GROWTH);
  expect(talk.shared.elements.size).toBeLessThanOrEqual(5_001);
  await talk.close();
});

test('the journal keeps the newest thousand calls, with short arguments', async () => {
  const talk = await converse([large]);
  await Promise.all(Array.from({ length: 1_100 }, () => talk.call('windows', { junk: 'x'.repeat(10_000) })));
  const entries = talk.shared.journal.after(0);
  expect(entries).toHaveLength(1_000);
  expect(entries.at(-1)?.number).toBe(1_100);
  expect(entries.every((entry) => entry.arguments.length <= 301 && entry.outcome === 'invalid_argument')).toBe(true);
  await talk.close();
});
