import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settings } from '../../src/engine/adapters/sim/scenes/settings.ts';
import { confirm, trials } from '../../src/engine/adapters/sim/scenes/trials.ts';
import { callTool } from '../../src/engine/mcp/callTool.ts';
import { Session } from '../../src/engine/session/session.ts';
import { act as actTool } from '../../src/engine/tools/act.ts';
import { type Answer, type Conversation, converse, expectFailure, idOf } from './conversation.ts';

let conversation: Conversation;
let shown: Answer;

beforeEach(async () => {
  conversation = await converse([trials, confirm]);
  shown = await conversation.call('observe', { window: 'Trials' });
});

afterEach(() => conversation.close());

interface ReceiptJson {
  readonly effect?: string;
  readonly rung?: string;
  readonly before?: string;
  readonly after?: string;
  readonly detail?: string;
  readonly error?: string;
  readonly skipped?: readonly { readonly rung: string; readonly reason: string }[];
  readonly changed?: readonly { readonly name: string }[];
  readonly opened?: readonly { readonly title: string }[];
}

const id = (name: string) => idOf(shown, name);

/** Does steps on controls by their names. */
function act(
  ...steps: readonly [action: string, name: string, value?: string | number | undefined][]
): Promise<Answer> {
  return conversation.call('act', {
    steps: steps.map(([action, name, value]) => ({ action, id: id(name), ...(value !== undefined && { value }) })),
  });
}

async function stateOf(name: string): Promise<string> {
  const { text } = await conversation.call('observe', { window: 'Trials' });
  return (text.split('\n').find((line) => line.split('|')[2] === name) ?? '').split('|')[3] ?? '';
}

describe('a step whose effect can be seen', () => {
  test.each([
    ['set_value', 'Name', 'grace', "'ada' → 'grace'", "value='grace'"],
    ['type', 'Name', ' lovelace', "'ada' → 'ada lovelace'", "value='ada lovelace'"],
    ['toggle', 'Quick', undefined, "'off' → 'on'", 'on'],
    ['toggle', 'Quick', 'on', "'off' → 'on'", 'on'],
    ['toggle', 'Late', undefined, "'off' → 'on'", 'on'],
    ['set_number', 'Count', 42, "'5' → '42'", 'number=42'],
    ['set_value', 'Count', '17', "'5' → '17'", 'number=17'],
    ['select', 'Two', undefined, "'not selected' → 'selected'", 'selected'],
    ['expand', 'More', undefined, "'collapsed' → 'expanded'", 'expanded'],
  ] as const)('%s on %s', async (action, name, value, verified, state) => {
    const answer = await act([action, name, value]);
    expect(answer.text).toMatch(new RegExp(`^step 1 ${action} ${id(name)} \\w+ '${name}': confirmed via `, 'm'));
    expect(answer.text).toContain(verified);
    expect(answer.isError).toBe(false);
    expect(await stateOf(name)).toContain(state);
  });

  test('a click is confirmed by what it changes', async () => {
    const { text } = await act(['click', 'Go']);
    expect(text).toMatch(/: confirmed via Invoke \(\d+ ms\)$/m);
    expect(text).toMatch(/^ {2}~ \d+\|StatusBar\|Gone\|\|$/m);
  });

  test('a control that goes with the click', async () => {
    const { text } = await act(['click', 'Vanish']);
    expect(text).toContain('confirmed via Invoke, the control is gone');
    expect(text).toMatch(new RegExp(`^ {2}- ${id('Vanish')}\\|Button\\|Vanish$`, 'm'));
  });

  test('a window that it opens is named with its id', async () => {
    const { text } = await act(['click', 'Ask']);
    const opened = /^ {2}opened (\S+)\|Really\?\|trials\|\d+\|modal,owner=\S+$/m.exec(text)?.[1];
    expect(opened).toBeDefined();
    const question = await conversation.call('observe', { window: opened });
    const closing = await conversation.call('act', { steps: [{ action: 'click', id: idOf(question, 'Yes') }] });
    expect(closing.text).toContain("closed 'Really?'");
  });

  test('what is so already is not done again', async () => {
    const { text } = await act(['select', 'One'], ['collapse', 'More'], ['set_value', 'Name', 'ada']);
    expect(text.match(/: confirmed, .*, nothing had to be done/g)).toHaveLength(3);
  });
});

describe('a step whose effect cannot be seen is never called a success', () => {
  test('a provider that lies about a value has no effect', async () => {
    const answer = await act(['set_value', 'Stubborn', 'new']);
    expect(answer.text).toContain("no_effect via Value.SetValue, 'old' → 'old'");
    expect(answer.isError).toBe(true);
  });

  test('a lying box is not toggled twice', async () => {
    const { text } = await act(['toggle', 'Painted']);
    expect(text).toContain("no_effect via Toggle, 'off' → 'off'");
  });

  test('a click that changes nothing is unverified', async () => {
    const answer = await act(['click', 'Dead']);
    expect(answer.text).toContain('unverified via Invoke, nothing in its window changed but what does so by itself');
    expect(answer.text).toContain('Look at the window with deskhand_observe before you do it again.');
    expect(answer.isError).toBe(false);
  });

  test('a clock beside the button proves nothing', async () => {
    const talk = await converse([{ ...trials, faults: [{ kind: 'ticks', key: 'log' }] }, confirm]);
    const dead = idOf(await talk.call('observe', { window: 'Trials' }), 'Dead');
    const { text } = await talk.call('act', { steps: [{ action: 'click', id: dead }] });
    expect(text).toContain('unverified via Invoke, nothing in its window changed but what does so by itself');
    expect(text).toMatch(/^ {2}~ \d+\|StatusBar\|Tick \d+\|\|$/m);
    await talk.close();
  });

  test('a text that was cut has failed', async () => {
    const answer = await act(['set_value', 'Short', 'abcdefghij']);
    expect(answer.text).toContain("failed via Value.SetValue, 'abc' → 'abcde'");
    expect(answer.isError).toBe(true);
  });

  test('a password is unverified, and does not stand in the answer', async () => {
    const { text } = await act(['set_value', 'Secret', 's3cr3t!']);
    expect(text).toContain('unverified via Value.SetValue, it cannot be read back');
    expect(text).not.toContain('s3cr3t!');
  });

  test('a provider that does not answer may have done it', async () => {
    const { text } = await act(['click', 'Ask and wait']);
    expect(text).toMatch(/unverified via Invoke, .* does not answer within 2000 ms/);
    expect(text).toMatch(/^ {2}opened \S+\|Really\?/m);
    expect((await act(['click', 'Go'])).text).toContain('confirmed');
  });
});

describe('a step that is not done says why', () => {
  test.each([
    ['set_value', 'Fixed', 'new', 'skipped Value.SetValue: the control is read-only'],
    ['set_number', 'Count', 500, '500 is outside of 0 to 100'],
    ['set_value', 'Count', '500', '500 is outside of 0 to 100'],
    ['toggle', 'Go', undefined, 'the control has no Toggle pattern'],
    ['secondary', 'More', 'fly', "it has no action of this name, but 'show menu'"],
  ] as const)('%s on %s', async (action, name, value, reason) => {
    const answer = await act([action, name, value]);
    expect(answer.text).toContain(': refused');
    expect(answer.text).toContain(reason);
    expect(answer.isError).toBe(true);
  });

  test('what would take the focus', async () => {
    const { text, isError } = await act(['focus', 'Go']);
    expect(text).toContain(": needs_foreground, 'not focused'");
    expect(text).toContain('skipped SetFocus: it would take the focus');
    expect(isError).toBe(true);
  });

  test('what was disabled after it was observed', async () => {
    const { text } = await act(['click', 'Lock'], ['click', 'Go']);
    expect(text).toMatch(/^step 2 click \d+ Button 'Go': refused, the control is disabled/m);
  });
});

describe('what an element says that it can do', () => {
  test('is never refused', async () => {
    const talk = await converse([settings]);
    const args = { filter: 'all', format: 'json', include_offscreen: true, budget_tokens: 25_000 };
    const elements: readonly Listed[] = JSON.parse((await talk.call('observe', args)).text).elements;
    const steps = elements.flatMap(({ id: own, actions, secondary_actions: secondary = [], value }) =>
      actions
        .filter((action) => action !== 'focus')
        .map((action) => ({ action, id: own, ...valueFor(action, secondary, value) })),
    );
    expect(steps.length).toBeGreaterThan(20);
    const { text } = await talk.call('act', { steps, stop_on_error: false, settle_ms: 0, budget_tokens: 25_000 });
    expect(text.match(/^step \d+ /gm)).toHaveLength(steps.length);
    expect(text.match(/^step .*(refused|failed|no_effect|: \w+: ).*$/gm)).toBeNull();
    await talk.close();
  }, 30_000);
});

interface Listed {
  readonly id: number;
  readonly value: string | null;
  readonly actions: readonly string[];
  readonly secondary_actions?: readonly string[];
}

function valueFor(action: string, secondary: readonly string[], value: string | null) {
  if (action === 'set_value') return { value: `${value} and more` };
  if (action === 'set_number') return { value: 20 };
  return action === 'secondary' ? { value: secondary[0] } : {};
}

describe('what the user does not allow', () => {
  test('is neither acted on nor changed, but can be read', async () => {
    const talk = await converse([{ ...trials, app: 'xterm' }, confirm]);
    const listing = await talk.call('observe', { window: 'Trials' });
    const steps = [{ action: 'toggle', id: idOf(listing, 'Quick') }];
    const { text, isError } = await talk.call('act', { steps });
    expect(text).toMatch(
      /^step 1 toggle \d+: not_allowed: This is not allowed: 'xterm' is a terminal\. Only the user/m,
    );
    expect(isError).toBe(true);
    expectFailure(await talk.call('window', { action: 'close', window: 'Trials' }), 'not_allowed');
    expect((await talk.call('observe', { window: 'Trials' })).text).toContain('|CheckBox|Quick|off|');
    await talk.close();
  });
});

describe('a batch', () => {
  test('is checked whole before its first step', async () => {
    const steps = [
      { action: 'toggle', id: id('Quick') },
      { action: 'click', id: 999_999 },
    ];
    expectFailure(await conversation.call('act', { steps }), 'unknown_element');
    expect(await stateOf('Quick')).toBe('off');
    expectFailure(await act(['toggle', 'Quick'], ['set_value', 'Name']), 'invalid_argument');
    expect(await stateOf('Quick')).toBe('off');
  });

  test('stops at a step that did not do what was asked, unless told otherwise', async () => {
    const steps = [
      { action: 'set_value', id: id('Shy'), value: 'x' },
      { action: 'toggle', id: id('Quick') },
    ];
    expect((await conversation.call('act', { steps })).text).toContain('steps=1 confirmed=0 not_tried=1');
    expect(await stateOf('Quick')).toBe('off');
    const { text } = await conversation.call('act', { steps, stop_on_error: false });
    expect(text).toContain('steps=2 confirmed=1');
    expect(await stateOf('Quick')).toBe('on');
  });

  test('tells of a control that is gone, with the code', async () => {
    const { text, isError } = await act(['click', 'Vanish'], ['click', 'Vanish']);
    expect(text).toMatch(/^step 2 click \d+: stale_element: /m);
    expect(isError).toBe(true);
  });
});

describe('every receipt', () => {
  test('is as complete in JSON', async () => {
    const receipts = await receiptsOf([{ action: 'set_value', id: id('Shy'), value: 'x' }]);
    expect(receipts).toMatchObject([
      {
        effect: 'needs_foreground',
        before: 'old',
        skipped: [
          { rung: 'Value.SetValue', reason: 'the provider refuses' },
          { rung: 'type over', reason: 'it would take the focus and press keys, which are left to the user' },
        ],
      },
    ]);
  });
});

async function receiptsOf(steps: readonly object[]): Promise<readonly ReceiptJson[]> {
  const answer = await callTool({
    session: new Session(conversation.shared),
    tool: actTool,
    args: { steps },
    format: 'json',
    signal: AbortSignal.timeout(10_000),
  });
  const parsed: { receipts: readonly ReceiptJson[] } = JSON.parse(answer.text);
  return parsed.receipts;
}
