import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCENES } from '../../src/engine/adapters/sim/scenes/index.ts';
import { type Conversation, converse, idOf } from './conversation.ts';

/** What answers look like, byte for byte; a change of them shows in review. */

let talk: Conversation;

beforeAll(async () => {
  talk = await converse(SCENES.filter(({ key }) => key !== 'hung'));
});
afterAll(() => talk.close());

const golden = (name: string) => `../golden/${name}.txt`;

/** Ids and snapshots are counted over the whole conversation, so that the files are written in this order. */
test.each([
  ['windows', 'windows', {}],
  ['formTable', 'observe', {}],
  ['formTree', 'observe', { format: 'tree', filter: 'all', include_offscreen: true }],
  ['formJson', 'observe', { format: 'json' }],
  ['formText', 'observe', { filter: 'text' }],
  ['grid', 'observe', { window: 'Orders' }],
  ['gridFilter', 'observe', { window: 'Orders', filter: 'table' }],
  ['virtualGridTree', 'observe', { window: 'Messages', filter: 'all', format: 'tree' }],
  ['hostile', 'observe', { window: 'Names', filter: 'all' }],
  ['hostileJson', 'observe', { window: 'Names', format: 'json', filter: 'all' }],
  ['cutByMaxElements', 'observe', { max_elements: 3 }],
  ['cutByBudget', 'observe', { window: 'Five thousand', max_elements: 5_000, budget_tokens: 600 }],
  ['nothingMatches', 'observe', { filter: 'table' }],
  ['minimized', 'observe', { window: 'Minimized' }],
  ['chromium', 'observe', { window: 'New Tab' }],
  ['findHits', 'find', { query: 'Save', window: 'all' }],
  ['findNearest', 'find', { query: 'User nmae' }],
  ['findByType', 'find', { query: 'radiobutton', by: 'type' }],
  ['findByPattern', 'find', { query: 'range', by: 'pattern' }],
  ['findByRegex', 'find', { query: '^(save|cancel)$', match: 'regex' }],
])('%s', async (name, tool, args) => {
  const { text, isError } = await talk.call(tool, args);
  expect(isError).toBe(false);
  await expect(text).toMatchFileSnapshot(golden(name));
});

test('tables and texts in parts', async () => {
  const messages = await talk.call('observe', { window: 'Messages', filter: 'table' });
  const grid = idOf(messages, 'Messages');
  const rows = await talk.call('read_table', { id: grid, start_row: 3_998, max_rows: 15 });
  await expect(rows.text).toMatchFileSnapshot(golden('virtualGridRows'));
  const note = await talk.call('observe', { window: 'Notepad' });
  const text = await talk.call('read_text', { id: idOf(note, 'Text editor'), start: 20, max_chars: 45 });
  await expect(text.text).toMatchFileSnapshot(golden('textPart'));
  const form = await talk.call('observe', { window: 'Settings' });
  const looks = await talk.call('read_text', { id: idOf(form, 'Notes'), attributes: true });
  await expect(looks.text).toMatchFileSnapshot(golden('textLooks'));
  const names = await talk.call('observe', { window: 'Names' });
  const hostile = await talk.call('read_text', { id: idOf(names, "It's") });
  await expect(hostile.text).toMatchFileSnapshot(golden('hostileText'));
});
