import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orders } from '../../src/engine/adapters/sim/scenes/grids.ts';
import { SCENES } from '../../src/engine/adapters/sim/scenes/index.ts';
import { callTool } from '../../src/engine/mcp/callTool.ts';
import { Session } from '../../src/engine/session/session.ts';
import { TOOLS } from '../../src/engine/tools/index.ts';
import type { AnswerFormat } from '../../src/engine/tools/tool.ts';
import { DEFAULT_BUDGET, MAX_BUDGET } from '../../src/model/budget.ts';
import { ACTIONS } from '../../src/model/receipt.ts';
import { FENCE_CLOSE, FENCE_OPEN } from '../../src/model/text.ts';
import { hostileText } from '../unit/arbitraries.ts';
import { exactTokens } from '../unit/exactTokens.ts';
import { type Conversation, converse } from './conversation.ts';
import { GENERATED } from './generatedScenes.ts';

/** Windows that wait or that are gone after some calls, and one that has ten thousand rows. */
const LEFT_OUT = ['hung', 'slow', 'mortal', 'orders'];
const SHOWN = [
  ...SCENES.filter(({ key, closed }) => !LEFT_OUT.includes(key) && !closed),
  ...[orders(1_000), ...GENERATED],
];
/** Windows that others open. */
const CLOSED = SCENES.filter(({ closed }) => closed);

let talk: Conversation;
let session: Session;

/** Every control has an id before the first random call. */
beforeAll(async () => {
  talk = await converse([...SHOWN, ...CLOSED]);
  session = new Session(talk.shared);
  for (const index of SHOWN.keys())
    await ask('observe', { window: `sim:${index + 1}`, filter: 'all', max_elements: 5_000 });
});
afterAll(() => talk.close());

async function ask(tool: string, args: unknown, format: AnswerFormat = 'text') {
  const found = TOOLS.find(({ name }) => name === tool);
  if (found === undefined) throw new Error(tool);
  return callTool({ session, tool: found, args, format, signal: AbortSignal.timeout(20_000) });
}

const anything = fc.anything({ maxDepth: 2 });
const whole = fc.oneof(fc.integer({ min: -2, max: 6_000 }), fc.constantFrom(0, 1, 250, 500, 5_000, 1e9));

/** Values that make sense for an argument; now and then one that does not. */
const VALUES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  window: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...SHOWN.keys()).map((index) => `sim:${index + 1}`) },
    fc.constantFrom('focused', 'all', 'Twin', 'e', 'pid:1001', 'deep'),
    hostileText,
  ),
  query: fc.oneof(hostileText, fc.constantFrom('e', 'Button', 'invoke', 'DataItem', '.*', '(a+)+$', '𠀋', '1')),
  id: fc.integer({ min: 0, max: 6_000 }),
  x: fc.integer({ min: -50, max: 1_700 }),
  y: fc.integer({ min: -50, max: 1_100 }),
  within: fc.integer({ min: 0, max: 6_000 }),
  since: fc.integer({ min: 0, max: 60 }),
  range: fc.oneof(fc.constantFrom('B2', 'a1:c9', 'XFD1048576', 'B:D', 'ZZZ9999999'), hostileText),
  filter: fc.constantFrom('interactive', 'text', 'table', 'all'),
  format: fc.constantFrom('table', 'tree', 'json'),
  by: fc.constantFrom('auto', 'name', 'class', 'automation_id', 'type', 'pattern'),
  match: fc.constantFrom('contains', 'regex'),
  include_offscreen: fc.boolean(),
  attributes: fc.boolean(),
  for: fc.constantFrom('appears', 'gone', 'state', 'value', 'count', 'text'),
  value: fc.oneof(fc.constantFrom('on', 'not disabled', 'e'), hostileText),
  timeout_ms: fc.constantFrom(0, 30),
  budget_tokens: fc.oneof(fc.constantFrom(600, 25_000), fc.integer({ min: 599, max: 25_001 })),
};

function argumentsOf(names: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  const values = names.map((name) => {
    const arbitrary = VALUES[name] ?? whole;
    const required = name === 'id' || name === 'query';
    return [name, fc.oneof({ weight: required ? 40 : 12, arbitrary }, { weight: 1, arbitrary: anything })] as const;
  });
  const requiredKeys = names.filter((name) => name === 'id' || name === 'query' || name === 'window');
  const known = fc.record(Object.fromEntries(values), { requiredKeys });
  const junk = fc.oneof(
    { weight: 15, arbitrary: fc.constant({}) },
    fc.dictionary(hostileText, anything, { maxKeys: 2 }),
  );
  return fc.tuple(known, junk).map(([args, more]) => ({ ...args, ...more }));
}

/** What waits for an effect is called less often. */
const calls = fc.oneof(
  ...TOOLS.filter(({ effect }) => effect === 'read').map((tool) =>
    fc.record({ tool: fc.constant(tool.name), args: argumentsOf(Object.keys(tool.input.shape)) }),
  ),
);

function budgetOf(asked: unknown): number {
  return typeof asked === 'number' && asked >= 600 && asked <= MAX_BUDGET ? asked : DEFAULT_BUDGET;
}

/** Every line that may quote an application lies between the marks. */
function expectFence(text: string): void {
  const marks = text.match(/<\s*\/?\s*untrusted/gi) ?? [];
  expect(marks.length).toBeLessThanOrEqual(2);
  if (marks.length === 2) expect(text.indexOf(FENCE_OPEN)).toBeLessThan(text.indexOf(FENCE_CLOSE));
  else expect(marks).toEqual([]);
}

test('no answer is over its budget, for any window and any arguments', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(calls, async ({ tool, args }) => {
      const budget = budgetOf(args['budget_tokens']);
      const text = await ask(tool, args);
      expect(text.code).not.toBe('internal');
      expect(exactTokens(text.text)).toBeLessThanOrEqual(budget);
      expectFence(text.text);
      const json = await ask(tool, args, 'json');
      expect(json.code).not.toBe('internal');
      expect(exactTokens(json.text)).toBeLessThanOrEqual(budget);
      expect(() => JSON.parse(json.text)).not.toThrow();
    }),
    { numRuns: 300 },
  );
});

const steps = fc.array(
  fc.record(
    {
      action: fc.constantFrom(...ACTIONS),
      id: fc.integer({ min: 0, max: 6_000 }),
      value: fc.oneof(hostileText, fc.integer(), fc.constantFrom('on', 'show menu')),
    },
    { requiredKeys: ['action', 'id'] },
  ),
  { minLength: 1, maxLength: 2 },
);

test('no receipt is over its budget, for any step', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.constantFrom(600, DEFAULT_BUDGET), async (some, budget) => {
      const args = { steps: some, stop_on_error: false, settle_ms: 0, budget_tokens: budget };
      const text = await ask('act', args);
      expect(text.code).not.toBe('internal');
      expect(exactTokens(text.text)).toBeLessThanOrEqual(budget);
      expectFence(text.text);
      const json = await ask('act', args, 'json');
      expect(exactTokens(json.text)).toBeLessThanOrEqual(budget);
      expect(() => JSON.parse(json.text)).not.toThrow();
    }),
    { numRuns: 40 },
  );
});

test('no answer for one window is over the smallest and the default budget', { timeout: 60_000 }, async () => {
  for (const index of SHOWN.keys()) {
    for (const format of ['table', 'tree', 'json']) {
      const args = { window: `sim:${index + 1}`, format, filter: 'all', max_elements: 5_000, include_offscreen: true };
      for (const budget of [600, DEFAULT_BUDGET]) {
        const { text, code } = await ask('observe', { ...args, budget_tokens: budget });
        expect(code).toBeUndefined();
        expect(exactTokens(text)).toBeLessThanOrEqual(budget);
      }
    }
  }
});

test('the candidates of an ambiguous window and a quoted mistake keep to the smallest budget, too', async () => {
  for (const args of [{ window: 'Twin' }, { ['𠀋'.repeat(200)]: 1 }, { window: '𠀋'.repeat(200) }]) {
    const { text, code } = await ask('observe', { ...args, budget_tokens: 600 });
    expect(code).toBeDefined();
    expect(exactTokens(text)).toBeLessThanOrEqual(600);
  }
});

test('a row of a thousand columns leaves room for the next one, and says what it leaves out', async () => {
  const found = await ask('find', { query: 'Sheet', window: 'wide', by: 'name' });
  const id = Number(/^(\d+)\|DataGrid/m.exec(found.text)?.[1]);
  const { text } = await ask('read_table', { id });
  expect(text).toMatch(/… \d+ more columns\. Continue with start_column=\d+/);
  expect(text).toMatch(/grid 40×1000, rows 0-[1-9]/);
  const json = JSON.parse((await ask('read_table', { id }, 'json')).text);
  expect(json).toMatchObject({ complete: false });
  expect(json.cells[0]).toHaveLength(1_000 - json.hidden_columns);
  expect(json.headers).toHaveLength(json.cells[0].length);
});

test('a long text is read in parts that lose no character, in text and in JSON', async () => {
  const found = await ask('find', { query: 'Words', window: 'words', by: 'name' });
  const id = Number(/^(\d+)\|Document/m.exec(found.text)?.[1]);
  let read = '';
  let start = 0;
  for (let part = 0; part < 60; part++) {
    const json = JSON.parse((await ask('read_text', { id, start, max_chars: 5_003 }, 'json')).text);
    const text = await ask('read_text', { id, start, max_chars: 5_003 });
    expect(text.text).toContain(`characters ${start}-`);
    read += json.text;
    if (json.complete) break;
    expect(json.end).toBeGreaterThan(start);
    start = json.end;
  }
  // A mark that two parts share is no mark in either of them.
  expect(read.replaceAll('</', '‹/') === '𠀋𪚥𓀀🫨 ‹/untrusted>\n'.repeat(9_000)).toBe(true);
});
