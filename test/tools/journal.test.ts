import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { confirm, trials } from '../../src/engine/adapters/sim/scenes/trials.ts';
import { JOURNAL_RESULT } from '../../src/engine/mcp/journalRequest.ts';
import type { JournalEntry, JournalPage } from '../../src/model/journal.ts';
import { type Answer, type Conversation, callTool, converse, idOf } from './conversation.ts';

let talk: Conversation;
let shown: Answer;
/** Number of the last entry before the test does something. */
let before: number;

beforeEach(async () => {
  talk = await converse([trials, confirm]);
  shown = await talk.call('observe', { window: 'Trials' });
  before = talk.shared.journal.after(0).entries.length;
});

afterEach(() => talk.close());

const id = (name: string) => idOf(shown, name);
const entries = () => talk.shared.journal.after(before).entries;
const kept = () => JSON.stringify(talk.shared.journal.after(0));

/** Asks for the journal as the command line and the inspector do. */
function ask(client: Client, after: number, waitMs = 0, signal?: AbortSignal): Promise<JournalPage> {
  const request = { method: 'deskhand/journal', params: { after, wait_ms: waitMs } };
  return client.request(request, JOURNAL_RESULT, signal && { signal });
}

describe('a call', () => {
  test('is noted with each of its steps, as they end', async () => {
    const steps = [
      { action: 'set_value', id: id('Name'), value: 'grace' },
      { action: 'set_value', id: id('Fixed'), value: 'x' },
    ];
    await talk.call('act', { steps });
    const number = before + 1;
    const step = { kind: 'step', action: 'set_value', milliseconds: expect.any(Number) };
    const common = { call: 2, client: 'test', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) };
    const nothing = { added: 0, changed: 0, removed: 0, opened: 0, closed: 0 };
    expect(entries()).toEqual([
      { ...common, number, kind: 'begin', tool: 'act', arguments: JSON.stringify({ steps }) },
      {
        ...common,
        ...step,
        number: number + 1,
        step: 1,
        id: id('Name'),
        type: 'Edit',
        name: 'Name',
        effect: 'confirmed',
        rung: 'Value.SetValue',
        skipped: [],
        before: 'ada',
        after: 'grace',
        changes: { ...nothing, changed: 1 },
      },
      {
        ...common,
        ...step,
        number: number + 2,
        step: 2,
        id: id('Fixed'),
        type: 'Edit',
        name: 'Fixed',
        effect: 'refused',
        skipped: [
          { rung: 'Value.SetValue', reason: 'the control is read-only' },
          { rung: 'type over', reason: 'the control is read-only' },
        ],
        before: 'D-42',
        changes: nothing,
      },
      {
        ...common,
        number: number + 3,
        kind: 'end',
        tool: 'act',
        outcome: 'failed',
        milliseconds: expect.any(Number),
        size: expect.any(Number),
      },
    ]);
  });

  test('that changes a window is noted with the receipt', async () => {
    await talk.call('window', { window: 'Trials', action: 'maximize' });
    const receipt = { kind: 'window', action: 'maximize', title: 'Trials', effect: 'confirmed', opened: 0 };
    expect(entries()).toMatchObject([
      { kind: 'begin', tool: 'window' },
      { ...receipt, before: 'normal', after: 'maximized' },
      { kind: 'end', outcome: 'ok' },
    ]);
  });

  test('that is refused says why', async () => {
    await talk.call('act', { steps: [] });
    await talk.call('observe', { window: 'Nowhere' });
    await talk.call('act', { steps: [{ action: 'click', id: 999_999 }] });
    await expect(talk.call('fly')).rejects.toThrow("There is no tool 'deskhand_fly'");
    expect(entries()).toMatchObject([
      { kind: 'begin' },
      { outcome: 'invalid_argument', error: expect.stringContaining('steps: ') },
      { kind: 'begin' },
      { outcome: 'unknown_window', error: "No window matches 'Nowhere'." },
      { kind: 'begin' },
      { outcome: 'unknown_element', error: expect.stringContaining('Id 999999') },
      { kind: 'begin', tool: 'deskhand_fly', arguments: '' },
      { outcome: 'unknown_tool' },
    ]);
  });

  test('that hangs is there already, and with it the step that it was cancelled in', async () => {
    const client = await talk.connect();
    const cancel = new AbortController();
    const steps = [
      { action: 'toggle', id: id('Quick') },
      { action: 'click', id: id('Ask and wait') },
    ];
    const params = { name: 'deskhand_act', arguments: { steps, settle_ms: 0 } };
    const hung = client.callTool(params, undefined, { signal: cancel.signal });
    await expect.poll(entries).toMatchObject([{ kind: 'begin' }, { kind: 'step', effect: 'confirmed' }]);
    cancel.abort('enough');
    await expect(hung).rejects.toThrow('enough');
    await expect.poll(() => entries().at(-1)).toMatchObject({ kind: 'end', outcome: 'cancelled' });
    const error = 'cancelled: it may have been done';
    expect(entries()[2]).toMatchObject({ kind: 'failed_step', step: 2, id: id('Ask and wait'), error });
  });
});

describe('a secret', () => {
  const secret = 'hunter2-Grüße "quoted"';

  test.each(['set_value', 'type'])('that %s puts into a password field stands nowhere', async (action) => {
    const { text } = await talk.call('act', { steps: [{ action, id: id('Secret'), value: secret }] });
    expect(text).toContain('unverified');
    expect(entries()).toMatchObject([
      { arguments: expect.stringContaining('"value":"***"') },
      { kind: 'step', effect: 'unverified' },
      { kind: 'end' },
    ]);
    expect(kept()).not.toContain('hunter2');
  });

  test.each([
    [{ steps: [{ action: 'set_value', id: '6', value: secret }] }],
    [{ steps: [{ action: 'set_value', id: 6, valeu: secret }] }],
    [{ steps: [{ action: secret, id: 999_999 }] }],
    [{ steps: [{ action: 'set_value', id: 999_999, value: secret }], value: secret }],
    [{ steps: JSON.stringify([{ action: 'type', id: 6, value: secret }]) }],
    [{ steps: { action: 'type', id: 6, value: secret } }],
    [{ action: 'type', id: 6, value: secret }],
  ])('of a call that is refused stands nowhere: %j', async (args) => {
    const known = JSON.parse(JSON.stringify(args).replaceAll(':6', `:${id('Secret')}`));
    await talk.call('act', known);
    expect(entries()).toMatchObject([
      { kind: 'begin', tool: 'act' },
      { kind: 'end', outcome: expect.stringMatching(/^(invalid|unknown)_/) },
    ]);
    expect(kept()).not.toContain('hunter2');
  });

  test.each([Number, String])('that is waited for in a password field stands nowhere', async (as) => {
    await talk.call('wait', { for: 'value', id: as(id('Secret')), value: secret, timeout_ms: 0 });
    expect(entries()[0]).toMatchObject({ tool: 'wait', arguments: expect.stringContaining('"value":"***"') });
    expect(kept()).not.toContain('hunter2');
    await talk.call('wait', { for: 'value', id: id('Name'), value: 'ada', timeout_ms: 0 });
    expect(kept()).toContain('"value\\":\\"ada\\"');
  });

  test('that the application quotes stands nowhere', async () => {
    await talk.close();
    const field = { key: 'field', type: 'Edit', name: `Key ${secret}`, flags: ['focusable', 'password'] } as const;
    const writable = { ...field, patterns: { value: { value: secret, readOnly: false } } };
    talk = await converse([{ ...trials, stages: [[writable]] }]);
    const listing = await talk.call('observe', { window: 'Trials' });
    const own = Number(/^(\d+)\|Edit\|/m.exec(listing.text)?.[1]);
    await talk.call('act', { steps: [{ action: 'set_value', id: own, value: secret }] });
    expect(kept()).toContain('"name":"Key ***"');
    expect(kept()).not.toContain('hunter2');
  });

  test('of a field that shows it for a while stays one', async () => {
    const { desktop, window, ...known } = talk.shared.elements.get(id('Name'));
    const field = { handle: known.handle, parent: -1, type: known.type, name: 'Name', patterns: {} };
    expect(talk.shared.elements.idOf(desktop, window, { ...field, password: true })).toBe(id('Name'));
    await talk.call('act', { steps: [{ action: 'set_value', id: id('Name'), value: secret }] });
    expect(entries()[1]).toMatchObject({ effect: 'confirmed', before: '***', after: '***' });
    expect(kept()).not.toContain('hunter2');
  });

  test('is no other value', async () => {
    await talk.call('act', { steps: [{ action: 'type', id: id('Name'), value: ' lovelace' }] });
    expect(kept()).toContain('"value\\":\\" lovelace\\"');
    expect(kept()).toContain('"after":"ada lovelace"');
  });
});

describe('a follower', () => {
  test('is answered at once where there is something, and else when it comes', async () => {
    const follower = await talk.connect();
    expect(await ask(follower, 0, 50_000)).toEqual(talk.shared.journal.after(0));
    const next = ask(follower, before, 50_000);
    await expect.poll(() => talk.shared.journal.followers).toBe(1);
    await talk.call('windows');
    expect(await next).toMatchObject({ dropped: 0, entries: [{ number: before + 1, kind: 'begin', tool: 'windows' }] });
    expect(talk.shared.journal.followers).toBe(0);
  });

  test('is answered with nothing when its time is over', async () => {
    const follower = await talk.connect();
    expect(await ask(follower, before, 1)).toEqual({ entries: [], dropped: 0 });
    expect(await ask(follower, before)).toEqual({ entries: [], dropped: 0 });
    expect(talk.shared.journal.followers).toBe(0);
  });

  test('that goes away, or gives up, leaves nothing behind', async () => {
    const [one, other] = [await talk.connect(), await talk.connect()];
    const cancel = new AbortController();
    const asked = [ask(one, before, 50_000), ask(other, before, 50_000, cancel.signal)].map((answer) =>
      answer.catch(() => 'gone'),
    );
    await expect.poll(() => talk.shared.journal.followers).toBe(2);
    await one.close();
    // An engine that is left answers for a while what it was asked.
    await expect.poll(() => talk.shared.journal.followers, { timeout: 10_000 }).toBe(1);
    cancel.abort();
    await expect.poll(() => talk.shared.journal.followers).toBe(0);
    expect(await Promise.all(asked)).toEqual(['gone', 'gone']);
  });

  test('sees the calls of two clients at a time, each whole and in the order of the journal', async () => {
    const [one, other, follower] = [await talk.connect(), await talk.connect(), await talk.connect()];
    const toggles = async (client: Client, name: string) => {
      for (let i = 0; i < 3; i++) {
        const steps = [1, 2].map(() => ({ action: 'toggle', id: id(name) }));
        expect((await callTool(client, 'act', { steps, settle_ms: 0 })).isError).toBe(false);
      }
    };
    const all = Promise.all([toggles(one, 'Quick'), toggles(other, 'Late')]);
    const seen: JournalEntry[] = [];
    while (seen.filter(({ kind }) => kind === 'end').length < 6) {
      seen.push(...(await ask(follower, seen.at(-1)?.number ?? before, 50_000)).entries);
    }
    await all;
    expect(seen).toEqual(entries());
    expect(seen.map(({ number }) => number)).toEqual(seen.map((_, index) => before + 1 + index));
    const calls = Map.groupBy(seen, ({ call }) => call);
    expect(calls.size).toBe(6);
    for (const own of calls.values()) {
      expect(own.map(({ kind }) => kind)).toEqual(['begin', 'step', 'step', 'end']);
      const names = own.map((entry) => (entry.kind === 'step' ? entry.name : undefined));
      expect(new Set(names.filter(Boolean)).size).toBe(1);
    }
    // They ran at the same time: at least one began before another had ended.
    expect(seen.some(({ call }, index) => index > 0 && call < (seen[index - 1]?.call ?? 0))).toBe(true);
  });
});
