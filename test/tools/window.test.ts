import { afterEach, beforeEach, expect, test } from 'vitest';
import { confirm, trials } from '../../src/engine/adapters/sim/scenes/trials.ts';
import { type Conversation, converse, expectFailure } from './conversation.ts';

let conversation: Conversation;

/** Has the focus. */
const { closed: _, owner: __, ...front } = confirm;

beforeEach(async () => {
  conversation = await converse([{ ...front, key: 'front' }, trials]);
});

afterEach(() => conversation.close());

const change = (args: Readonly<Record<string, unknown>>) => conversation.call('window', { window: 'Trials', ...args });

test.each([
  [{ action: 'maximize' }, 'normal → maximized'],
  [{ action: 'minimize' }, 'normal → minimized'],
  [{ action: 'move', x: 10, y: 20 }, 'at 300,200,480,600 → at 10,20,480,600'],
  [{ action: 'move', width: 500 }, 'at 300,200,480,600 → at 300,200,500,600'],
  [{ action: 'close' }, 'open → closed'],
])('%j', async (args, verified) => {
  const { text, isError } = await change(args);
  expect(text).toMatch(new RegExp(`^window ${args.action}: confirmed, ${verified} \\(\\d+ ms\\)$`, 'm'));
  expect(isError).toBe(false);
});

test('what is so already is not asked for', async () => {
  expect((await change({ action: 'restore' })).text).toContain('confirmed, normal, nothing had to be done');
});

test.each([
  [{ action: 'activate' }, 'it would take the focus'],
  [{ action: 'minimize', window: 'Really?' }, 'the window has the focus'],
])('%j needs the foreground', async (args, reason) => {
  const { text, isError } = await change(args);
  expect(text).toContain('needs_foreground');
  expect(text).toContain(reason);
  expect(isError).toBe(true);
});

test('a minimized window is not restored in the background', async () => {
  await change({ action: 'minimize' });
  expect((await change({ action: 'restore' })).text).toContain(
    'needs_foreground, minimized, a window that is restored',
  );
});

test('arguments that do not fit together', async () => {
  expectFailure(await change({ action: 'move' }), 'invalid_argument');
  expectFailure(await change({ action: 'close', x: 1 }), 'invalid_argument');
  expectFailure(await conversation.call('window', { action: 'close' }), 'invalid_argument');
  expectFailure(await change({ action: 'close', window: 'Nowhere' }), 'unknown_window');
});
