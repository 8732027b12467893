import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Scene } from '../../src/engine/adapters/sim/scene.ts';
import { confirm, trials } from '../../src/engine/adapters/sim/scenes/trials.ts';
import { type Answer, type Conversation, converse, expectFailure, idOf } from './conversation.ts';

/** A window whose second page has what the first one lacks. */
const pages: Scene = {
  key: 'pages',
  title: 'Pages',
  app: 'pages',
  className: 'PagesForm',
  rect: [0, 0, 300, 200],
  stages: [
    [{ key: 'first', type: 'Button', name: 'Next', patterns: { invoke: true } }],
    [
      { key: 'second', type: 'Button', name: 'Finish', patterns: { invoke: true } },
      { key: 'done', type: 'Text', name: 'Everything is done' },
      { key: 'other', type: 'Button', name: 'Finish later', patterns: { invoke: true } },
    ],
  ],
};

let conversation: Conversation;
let shown: Answer;

beforeEach(async () => {
  conversation = await converse([trials, confirm, pages]);
  shown = await conversation.call('observe', { window: 'Trials' });
});

afterEach(() => conversation.close());

const wait = (args: Readonly<Record<string, unknown>>) => conversation.call('wait', args);

/** Shows the second page after a moment. */
function turnLater(): void {
  setTimeout(() => conversation.sim.showStage('pages', 1), 150);
}

describe('a condition that comes true while it is waited for', () => {
  test.each([
    [{ query: 'Finish' }, /\|Button\|Finish\|/],
    [{ for: 'gone', query: 'Next' }, /matching=0/],
    [{ for: 'count', query: 'Finish', count: 2 }, /\|Button\|Finish later\|/],
    [{ for: 'text', value: 'is DONE' }, /\|Text\|Everything is done\|/],
  ])('%j', async (args, row) => {
    turnLater();
    const { text, isError } = await wait({ window: 'Pages', ...args });
    expect(text).toMatch(row);
    expect(text).toMatch(/^wait for=\w+: holds after \d+ ms, matching=\d+ looks=\d+ woken=look$/m);
    expect(isError).toBe(false);
  });

  test('a state, of a control by its id', async () => {
    const id = idOf(shown, 'Late');
    const waiting = wait({ for: 'state', id, value: 'on' });
    await conversation.call('act', { steps: [{ action: 'toggle', id }] });
    expect((await waiting).text).toMatch(/\|CheckBox\|Late\|on\|[\s\S]*holds after/);
    expect((await wait({ for: 'state', id, value: 'not off' })).text).toContain('woken=at once');
  });

  test('a value, as text and as number', async () => {
    const id = idOf(shown, 'Count');
    const waiting = wait({ for: 'value', query: 'Count', window: 'Trials', value: '42' });
    await conversation.call('act', { steps: [{ action: 'set_number', id, value: 42 }] });
    expect((await waiting).text).toContain('holds after');
    expect((await wait({ for: 'value', query: 'Name', window: 'Trials', value: 'ADA' })).isError).toBe(false);
  });

  test('a window that is not open yet', async () => {
    const waiting = wait({ query: 'Yes', window: 'Really?' });
    await conversation.call('act', { steps: [{ action: 'click', id: idOf(shown, 'Ask') }] });
    expect((await waiting).text).toMatch(/window: 'Really\?'[\s\S]*\|Button\|Yes\|/);
  });

  test('a window that closes', async () => {
    await conversation.call('act', { steps: [{ action: 'click', id: idOf(shown, 'Ask') }] });
    const question = await conversation.call('observe', { window: 'Really?' });
    const yes = idOf(question, 'Yes');
    const waiting = [wait({ for: 'gone', id: yes }), wait({ for: 'gone', query: 'Yes', window: 'Really?' })];
    await conversation.call('act', { steps: [{ action: 'click', id: yes }] });
    for (const { text, isError } of await Promise.all(waiting)) {
      expect(text).toContain('wait for=gone: holds after');
      expect(isError).toBe(false);
    }
  });
});

describe('the end of the time is an answer that says what there is', () => {
  const timeout_ms = 150;

  test('what matches is not in the state', async () => {
    const { text, isError } = await wait({ for: 'state', query: 'Quick', window: 'Trials', value: 'on', timeout_ms });
    expect(text).toMatch(/\|CheckBox\|Quick\|off\|/);
    expect(text).toMatch(/does not hold after \d+ ms, matching=1/);
    expect(text).toContain('The rows above are what matches, as it is now.');
    expect(isError).toBe(true);
  });

  test('nothing matches: the nearest names', async () => {
    const { text } = await wait({ query: 'Quik', window: 'Trials', timeout_ms });
    expect(text).toMatch(/\|CheckBox\|Quick\|/);
    expect(text).toContain('the rows above are the nearest names');
  });

  test('no such window', async () => {
    const { text } = await wait({ query: 'Yes', window: 'Nowhere', timeout_ms });
    expect(text).toMatch(/does not hold[\s\S]*No window matches 'Nowhere'/);
  });

  test('a modal dialog is open', async () => {
    await conversation.call('act', { steps: [{ action: 'click', id: idOf(shown, 'Ask') }] });
    const { text } = await wait({ query: 'Nothing like it', window: 'Trials', timeout_ms });
    expect(text).toContain("'Really?'");
  });

  test('a control that is gone does not come back, so nobody waits for it', async () => {
    const id = idOf(shown, 'Vanish');
    await conversation.call('act', { steps: [{ action: 'click', id }] });
    const start = performance.now();
    const { text } = await wait({ for: 'state', id, value: 'enabled', timeout_ms: 30_000 });
    expect(text).toContain('The control is gone.');
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

test('a cancelled wait ends at once', async () => {
  const client = await conversation.connect();
  const abort = new AbortController();
  const args = { name: 'deskhand_wait', arguments: { query: 'Never', window: 'Trials', timeout_ms: 40_000 } };
  const waiting = client.callTool(args, undefined, { signal: abort.signal });
  setTimeout(() => abort.abort(), 50);
  await expect(waiting).rejects.toThrow();
  expect((await conversation.call('windows')).text).toContain('Trials');
  const ends = () => conversation.shared.journal.after(0).entries.filter((entry) => entry.kind === 'end');
  await expect.poll(() => ends().find(({ tool }) => tool === 'wait')?.outcome).toBe('cancelled');
});

describe('arguments that do not fit together', () => {
  test.each([
    [{}],
    [{ for: 'state', query: 'Quick' }],
    [{ for: 'state', query: 'Quick', value: 'purple' }],
    [{ for: 'count', query: 'Quick' }],
    [{ for: 'text' }],
    [{ query: 'Quick', id: 1 }],
  ])('%j', async (args) => {
    expectFailure(await wait({ window: 'Trials', ...args }), 'invalid_argument');
  });

  test('an id that was never given out', async () => {
    expectFailure(await wait({ for: 'gone', id: 99_999 }), 'unknown_element');
  });
});

test('a window that is missing from a list is not gone', async () => {
  const flickering: Scene = { ...pages, faults: [{ kind: 'unlisted', from: 2, to: 3 }] };
  const talk = await converse([flickering]);
  const id = idOf(await talk.call('observe', { window: 'Pages' }), 'Next');
  const answer = await talk.call('wait', { for: 'gone', id, timeout_ms: 600 });
  expect(answer.text).toContain('|Button|Next|');
  expect(answer.isError).toBe(true);
  await talk.close();
});
