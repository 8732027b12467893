import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Conversation, callTool, converse, expectFailure, idOf } from './conversation.ts';

let talk: Conversation;

beforeEach(async () => {
  talk = await converse();
});
afterEach(() => talk.close());

const observe = (args = {}) => talk.call('observe', args);
const snapshotOf = ({ text }: { text: string }) => Number(/snapshot=(\d+)/.exec(text)?.[1]);

describe('a wizard that shows its next page', () => {
  test('the ids of one page never mean controls of another, not even where a native handle is used again', async () => {
    const first = await observe({ window: 'Install' });
    talk.sim.showStage('wizard', 1);
    const second = await observe({ window: 'Install' });
    const ids = (text: string) => new Set(text.match(/^\d+(?=\|)/gm));
    const kept = [...ids(first.text)].filter((id) => ids(second.text).has(id));
    expect(kept).toEqual([String(idOf(first, 'Next'))]);
    for (const name of ['Your name', 'I agree']) {
      const id = idOf(first, name);
      expectFailure(await talk.call('read_text', { id }), 'stale_element');
      expectFailure(await talk.call('read_table', { id }), 'stale_element');
      expectFailure(await observe({ within: id }), 'stale_element');
    }
    talk.sim.showStage('wizard', 0);
    const again = await observe({ window: 'Install' });
    expect(ids(again.text)).toEqual(ids(first.text));
  });

  test('since tells what the page took away and what it brought', async () => {
    const first = await observe({ window: 'Install' });
    talk.sim.showStage('wizard', 1);
    const { text } = await observe({ window: 'Install', since: snapshotOf(first) });
    expect(text.match(/^[-+~] .*$/gm)).toEqual([
      expect.stringMatching(/^\+ \d+\|Edit\|Folder\|value='\/opt'\|value$/),
      expect.stringMatching(/^\+ \d+\|Button\|Delete old version\|\|invoke$/),
      `- ${idOf(first, 'Your name')}|Edit|Your name`,
      `- ${idOf(first, 'I agree')}|CheckBox|I agree`,
    ]);
    expect(text).toContain('added=2 changed=0 removed=2 complete=true');
    const json = JSON.parse((await observe({ window: 'Install', since: snapshotOf(first), format: 'json' })).text);
    expect(json.changes.map(({ change }: { change: string }) => change)).toEqual([
      'added',
      'added',
      'removed',
      'removed',
    ]);
  });
});

describe('since', () => {
  test('says unchanged where nothing has changed', async () => {
    const { text } = await observe({ since: snapshotOf(await observe()) });
    expect(text).toMatch(/since=1 snapshot=2 unchanged complete=true$/);
  });

  test('does not claim that rows are unchanged which it does not compare', async () => {
    const args = { window: 'Orders' };
    const { text } = await observe({ ...args, since: snapshotOf(await observe(args)) });
    expect(text).toContain('unchanged complete=false');
    expect(text).toContain('deskhand_read_table');
  });

  test('a value that changes is one change, and the control keeps its id', async () => {
    const field = (value: string) => ({
      key: 'f',
      type: 'Edit' as const,
      name: 'Field',
      patterns: { value: { value, readOnly: false } },
    });
    const scene = { title: 'T', app: 'a', className: 'C', rect: [0, 0, 9, 9] as const };
    const changing = await converse([{ ...scene, key: 'w', stages: [[field('1')], [field('2')]] }]);
    const before = await changing.call('observe');
    changing.sim.showStage('w', 1);
    const { text } = await changing.call('observe', { since: 1 });
    expect(text.match(/^[-+~] .*$/gm)).toEqual([`~ ${idOf(before, 'Field')}|Edit|Field|value='2'|value`]);
    await changing.close();
  });

  test('refuses a snapshot of another question and of another client, and one that is no longer kept', async () => {
    const snapshot = snapshotOf(await observe());
    for (const args of [
      { window: 'Install' },
      { filter: 'all' },
      { include_offscreen: true },
      { within: idOf(await observe({ filter: 'all' }), 'Folders') },
    ]) {
      expectFailure(await observe({ ...args, since: snapshot }), 'invalid_argument');
    }
    const other = await talk.connect();
    expectFailure(await callTool(other, 'observe', { since: snapshot }), 'invalid_argument');
    for (let i = 0; i < 8; i++) await observe();
    expectFailure(await observe({ since: snapshot }), 'invalid_argument');
    expect((await observe()).isError).toBe(false);
  });
});

describe('clients', () => {
  test('share ids, and number their snapshots apart', async () => {
    const other = await talk.connect();
    const mine = await observe();
    const theirs = await callTool(other, 'observe');
    expect(theirs.text.replace(/snapshot=\d+/, '')).toBe(mine.text.replace(/snapshot=\d+/, ''));
    expect(snapshotOf(theirs)).not.toBe(snapshotOf(mine));
    expect((await callTool(other, 'read_text', { id: idOf(mine, 'Notes') })).text).toContain('Call Bob about');
  });

  test('two calls at once do not disturb one another', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => observe({ window: `sim:${1 + (i % 8)}` })));
    for (const [index, { text }] of answers.entries()) expect(text).toContain(`id=sim:${1 + (index % 8)} `);
    const ids = answers.flatMap(({ text }) => text.match(/^\d+\|[^|]*\|[^|]*(?=\|)/gm) ?? []);
    expect(new Set(ids.map((row) => row.split('|')[0])).size).toBe(new Set(ids).size);
  });
});
