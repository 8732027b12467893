import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Counters, openCounters, parseMarks, safeBase } from '../../src/engine/process/counters.ts';
import { type Endpoint, localEndpoint } from '../../src/engine/process/endpoint.ts';

interface Store {
  readonly endpoint: Endpoint;
  readonly reports: string[];
  open(): Counters;
  text(): Promise<string>;
}

async function store(): Promise<Store> {
  const directory = await mkdtemp(join(tmpdir(), 'deskhand-test-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const endpoint = localEndpoint({ DESKHAND_RUNTIME_DIR: join(directory, 'run') });
  await mkdir(endpoint.directory, { mode: 0o700 });
  const reports: string[] = [];
  return {
    endpoint,
    reports,
    open: () => openCounters(endpoint, (sentence) => void reports.push(sentence)),
    text: () => readFile(endpoint.countersFile, 'utf8'),
  };
}

test('a clean end goes on without a gap, a crash skips the rest of a block', async () => {
  const { open, text } = await store();
  const first = open();
  expect([first.next('element'), first.next('element'), first.next('window')]).toEqual([1, 2, 1]);
  first.close();
  expect(await text()).toBe('{"element":2,"window":1}\n');
  const crashed = open();
  expect(crashed.next('element')).toBe(3);
  const last = open();
  expect([last.next('element'), last.next('window')]).toEqual([1003, 2]);
});

test('blocks follow each other without a gap', async () => {
  const { open } = await store();
  const counters = open();
  const numbers = Array.from({ length: 2_500 }, () => counters.next('element'));
  expect(numbers).toEqual(Array.from({ length: 2_500 }, (_, index) => index + 1));
});

test('counters that overlap in time give no number twice', async () => {
  const { open } = await store();
  const [older, newer] = [open(), open()];
  const numbers = Array.from({ length: 3_000 }, () => [older.next('element'), newer.next('element')]).flat();
  const given = [...numbers, newer.next('element')];
  older.close();
  // The newer one crashes.
  given.push(open().next('element'));
  expect(new Set(given).size).toBe(given.length);
});

test.each(['{"element": 12', '', '{"element": -1}', '[5]', '{"element": "7"}', 'null'])(
  'a damaged file (%s) is set aside, told, and never counted below again',
  async (damaged) => {
    const { endpoint, reports, open } = await store();
    await writeFile(endpoint.countersFile, damaged);
    const counters = open();
    const first = counters.next('element');
    expect(first % 1_000_000).toBe(1);
    expect(first).toBeGreaterThan(1_000_000);
    expect(reports).toEqual([expect.stringContaining(`go on from ${first - 1}`)]);
    const aside = (await readdir(endpoint.directory)).filter((name) => /\.corrupt-\d+$/.test(name));
    expect(aside).toHaveLength(1);
    counters.close();
    expect([open().next('element'), open().next('window')]).toEqual([first + 1, first]);
  },
);

test('a second damage goes on above the first', async () => {
  const { endpoint, open } = await store();
  await writeFile(endpoint.countersFile, '{');
  const first = open().next('element');
  await writeFile(endpoint.countersFile, '{');
  expect(open().next('element')).toBeGreaterThan(first + 1_000);
});

test('without a directory they work in memory, and say so once', async () => {
  const { endpoint, reports, open } = await store();
  const counters = open();
  await rm(endpoint.directory, { recursive: true });
  const numbers = Array.from({ length: 1_500 }, () => counters.next('element'));
  expect(new Set(numbers).size).toBe(1_500);
  counters.close();
  expect(reports).toEqual([expect.stringContaining('ids may repeat')]);
});

test('marks are whole numbers by name', () => {
  expect(parseMarks('{"element":5,"__proto__":6}')).toEqual(
    new Map([
      ['element', 5],
      ['__proto__', 6],
    ]),
  );
  expect(parseMarks('{"element":1.5}')).toBeUndefined();
});

test('a safe base is above what was readable, what time has passed, and earlier damages', () => {
  const start = Date.UTC(2026, 0, 1);
  expect(safeBase('', 0, start)).toBe(1_000_000);
  expect(safeBase('', 1, start)).toBe(2_000_000);
  expect(safeBase('{"element": 5000000, "wi', 0, start)).toBe(6_000_000);
  expect(safeBase('{"element": 12', 0, start + 30_000_000_000)).toBe(31_000_000);
});
