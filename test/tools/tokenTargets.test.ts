import { afterAll, beforeAll, expect, test } from 'vitest';
import { orders } from '../../src/engine/adapters/sim/scenes/grids.ts';
import { settings } from '../../src/engine/adapters/sim/scenes/settings.ts';
import { exactTokens } from '../unit/exactTokens.ts';
import { type Conversation, converse } from './conversation.ts';

let talk: Conversation;

beforeAll(async () => {
  talk = await converse([settings, orders(1_000)]);
});
afterAll(() => talk.close());

test('the form of twenty-five controls costs at most 400 tokens in a fresh session', async () => {
  const { text } = await talk.call('observe');
  expect(text).toContain('elements=25 complete=true');
  expect(exactTokens(text)).toBeLessThanOrEqual(400);
});

test('a grid of a thousand rows costs at most 700 tokens, with header, rows, count and how to go on', async () => {
  const { text } = await talk.call('observe', { window: 'Orders' });
  expect(text).toContain('|HeaderItem|Order|');
  expect(text.match(/\|DataItem\|/g)).toHaveLength(12);
  expect(text).toMatch(/… 988 more rows: deskhand_read_table\(id=\d+\)/);
  expect(exactTokens(text)).toBeLessThanOrEqual(700);
});
