import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { large } from '../../src/engine/adapters/sim/scenes/programs.ts';
import { Journal } from '../../src/engine/session/journal.ts';
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

test('the journal keeps the newest two thousand entries, with short arguments', async () => {
  const talk = await converse([large]);
  await Promise.all(Array.from({ length: 1_100 }, () => talk.call('windows', { junk: 'x'.repeat(10_000) })));
  const { journal } = talk.shared;
  const oldest = journal.after(0);
  expect(oldest).toMatchObject({ dropped: 200, entries: { length: 200, 0: { number: 201 } } });
  expect(journal.after(1_950)).toMatchObject({ dropped: 0, entries: { length: 200, 0: { number: 1_951 } } });
  const rest = journal.after(2_100);
  expect(rest).toMatchObject({ dropped: 0, entries: { length: 100, 99: { number: 2_200 } } });
  const begun = [...oldest.entries, ...rest.entries].filter((entry) => entry.kind === 'begin');
  expect(begun.every((entry) => entry.arguments.length <= 300)).toBe(true);
  await talk.close();
});

test('the journal keeps nothing of long arguments but what it shows', () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const journal = new Journal();
  const before = heapUsed(collect);
  for (let i = 0; i < 500; i++) {
    const call = journal.begin({ client: 'test', tool: 'act', arguments: { junk: 'x'.repeat(100_000) } });
    call.end({ outcome: 'invalid_argument', size: 0 });
  }
  expect(heapUsed(collect) - before).toBeLessThan(GROWTH);
  expect(journal.after(0).entries).toHaveLength(200);
});
