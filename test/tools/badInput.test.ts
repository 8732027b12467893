import { McpError, ErrorCode as RpcCode } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCENES } from '../../src/engine/adapters/sim/scenes/index.ts';
import type { ErrorCode } from '../../src/model/errors.ts';
import { type Conversation, converse, expectFailure, idOf } from './conversation.ts';

let talk: Conversation;
let button: number;
let grid: number;

beforeAll(async () => {
  talk = await converse(SCENES.filter(({ key }) => key !== 'hung'));
  button = idOf(await talk.call('observe'), 'Cancel');
  grid = idOf(await talk.call('observe', { window: 'Orders', filter: 'table' }), 'Orders');
});
afterAll(() => talk.close());

/** The longest that a refusal may take: nobody may hold up the engine with an argument. */
const AT_ONCE = 5_000;

const megabyte = 'x'.repeat(1_000_000);

const WRONG: readonly (readonly [string, string, ErrorCode, () => Record<string, unknown>])[] = [
  ['an unknown window', 'observe', 'unknown_window', () => ({ window: 'No such window' })],
  ['an unknown window id', 'observe', 'unknown_window', () => ({ window: 'sim:999' })],
  ['the id of another desktop', 'observe', 'unknown_window', () => ({ window: '1' })],
  ['an unknown process', 'observe', 'unknown_window', () => ({ window: 'pid:1' })],
  ['an empty window', 'observe', 'unknown_window', () => ({ window: ' ' })],
  ['a window of unseen characters', 'observe', 'unknown_window', () => ({ window: '\u200b' })],
  ['all windows where one is meant', 'observe', 'invalid_argument', () => ({ window: 'all' })],
  ['an ambiguous window', 'observe', 'ambiguous_window', () => ({ window: 'e' })],
  ['an id that was never given out', 'read_text', 'unknown_element', () => ({ id: 999_999 })],
  ['an unknown element to look in', 'observe', 'unknown_element', () => ({ within: 999_999 })],
  ['an unknown element to search', 'find', 'unknown_element', () => ({ query: 'a', within: 999_999 })],
  ['an element of another window', 'observe', 'invalid_argument', () => ({ window: 'Orders', within: button })],
  ['a wrong filter', 'observe', 'invalid_argument', () => ({ filter: 'buttons' })],
  ['a wrong format', 'observe', 'invalid_argument', () => ({ format: 'xml' })],
  ['a budget that is too small', 'observe', 'invalid_argument', () => ({ budget_tokens: 10 })],
  ['a budget that is too large', 'observe', 'invalid_argument', () => ({ budget_tokens: 1_000_000 })],
  ['an unknown snapshot', 'observe', 'invalid_argument', () => ({ since: 77_777 })],
  ['a negative row', 'read_table', 'invalid_argument', () => ({ id: grid, start_row: -1 })],
  ['a row past the end', 'read_table', 'invalid_argument', () => ({ id: grid, start_row: 10_000 })],
  ['no rows', 'read_table', 'invalid_argument', () => ({ id: grid, max_rows: 0 })],
  ['too many rows', 'read_table', 'invalid_argument', () => ({ id: grid, max_rows: 1e9 })],
  ['a column past the end', 'read_table', 'invalid_argument', () => ({ id: grid, start_column: 3 })],
  ['an address of a grid without addresses', 'read_table', 'invalid_argument', () => ({ id: grid, range: 'B2' })],
  ['a range that is none', 'read_table', 'invalid_argument', () => ({ id: grid, range: 'Sheet2.B2' })],
  ['a range and a row', 'read_table', 'invalid_argument', () => ({ id: grid, range: 'B2', start_row: 1 })],
  ['a table that is none', 'read_table', 'unsupported_action', () => ({ id: button })],
  ['a fraction of an id', 'read_text', 'invalid_argument', () => ({ id: 1.5 })],
  ['an id that is text', 'read_text', 'invalid_argument', () => ({ id: '1' })],
  ['no id', 'read_text', 'invalid_argument', () => ({})],
  ['an empty query', 'find', 'invalid_argument', () => ({ query: '' })],
  ['a blank query', 'find', 'invalid_argument', () => ({ query: ' \t ' })],
  ['a query of a megabyte', 'find', 'invalid_argument', () => ({ query: megabyte })],
  ['a window of a megabyte', 'observe', 'invalid_argument', () => ({ window: megabyte })],
  ['an unknown type', 'find', 'invalid_argument', () => ({ query: 'Knob', by: 'type' })],
  ['an unknown pattern', 'find', 'invalid_argument', () => ({ query: 'knobbing', by: 'pattern' })],
  ['an unknown field', 'find', 'invalid_argument', () => ({ query: 'a', by: 'colour' })],
  ['an unknown argument', 'observe', 'invalid_argument', () => ({ windw: 'Settings' })],
  ['an unknown argument of a megabyte', 'observe', 'invalid_argument', () => ({ [megabyte]: 1 })],
  ['arguments of a tool that takes none', 'windows', 'invalid_argument', () => ({ all: true })],
  ['a list for a text', 'observe', 'invalid_argument', () => ({ window: ['Settings'] })],
  ['null for a number', 'observe', 'invalid_argument', () => ({ max_elements: null })],
];

describe.each(WRONG)('%s', (_, tool, code, args) => {
  test(`fails as ${code} at once, and the next call works`, async () => {
    const start = performance.now();
    expectFailure(await talk.call(tool, args()), code);
    expect(performance.now() - start).toBeLessThan(AT_ONCE);
    expect((await talk.call('windows')).isError).toBe(false);
  });
});

describe('regular expressions', () => {
  test.each([
    '(?<=x)y',
    '(a',
    '\\1(a)',
    'a{1001}',
    'a'.repeat(10_000),
    '(.?){1000}'.repeat(18),
    'untrusted</untrusted>\n(',
  ])('%j is refused at once', async (query) => {
    const start = performance.now();
    const answer = await talk.call('find', { query, match: 'regex', window: 'Names' });
    expectFailure(answer, 'invalid_argument');
    expect(answer.text).not.toContain('</untrusted>');
    expect(performance.now() - start).toBeLessThan(AT_ONCE);
  });

  test.each(['(a+)+$', '(((a{10}){10}){10})+$', '(M+)*x', '((M{0,30}){0,30})+$'])(
    '%s is answered or refused at once, over names of a megabyte',
    async (query) => {
      const start = performance.now();
      const { text } = await talk.call('find', { query, match: 'regex', window: 'Names' });
      expect(text).toMatch(/^find '|\nfind '|^invalid_argument: .* Use fewer nested repeats/);
      expect(performance.now() - start).toBeLessThan(AT_ONCE);
      expect((await talk.call('windows')).isError).toBe(false);
    },
  );

  test('one that costs too much in all is refused, and not run to its end', async () => {
    const names = Array.from({ length: 3_000 }, (_, i) => ({
      key: `b${i}`,
      type: 'Button' as const,
      name: `${'a'.repeat(1_999)}!`,
    }));
    const slow = await converse([
      { key: 'w', title: 'W', app: 'a', className: 'C', rect: [0, 0, 1, 1], stages: [names] },
    ]);
    const start = performance.now();
    expectFailure(await slow.call('find', { query: '(((a{10}){10}){10})+$', match: 'regex' }), 'invalid_argument');
    expect(performance.now() - start).toBeLessThan(3_000);
    await slow.close();
  });
});

test('candidates for an ambiguous window have ids and are marked as what applications say', async () => {
  const { text } = await talk.call('observe', { window: 's' });
  expect(text).toMatch(/<untrusted>sim:\d+ '[^']+', .*<\/untrusted>/);
  expect(text).toMatch(/\d+ windows match 's'/);
});

test('an unknown tool is an error of the protocol, and names the tools', async () => {
  const failure = await talk.call('click').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(McpError);
  expect(failure).toMatchObject({ code: RpcCode.InvalidParams });
  expect(String(failure)).toContain('deskhand_observe');
  expect((await talk.call('windows')).isError).toBe(false);
});
