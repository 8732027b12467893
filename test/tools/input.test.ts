import { afterEach, describe, expect, test } from 'vitest';
import { confirm, trials } from '../../src/engine/adapters/sim/scenes/trials.ts';
import { DEFAULT_SETTINGS } from '../../src/engine/session/policy.ts';
import type { InputPolicy } from '../../src/model/inputPolicy.ts';
import { type Answer, type Conversation, converse, expectFailure, idOf } from './conversation.ts';

let conversation: Conversation;
let shown: Answer;

async function start(input: InputPolicy): Promise<void> {
  conversation = await converse([trials, confirm], { ...DEFAULT_SETTINGS, input });
  shown = await conversation.call('observe', { window: 'Trials' });
}

afterEach(() => conversation.close());

const act = (action: string, name: string, more: object = {}) =>
  conversation.call('act', { steps: [{ action, id: idOf(shown, name), ...more }] });

/** Whether anything runs that could take the pointer. */
const isRunning = () => conversation.shared.desktops.some(({ foreground }) => foreground?.isRunning);

describe('in the background', () => {
  test.each([
    ['click_physical', 'Go', {}, 'pointer click', 'take the pointer'],
    ['double_click', 'Go', {}, 'double click', 'take the pointer'],
    ['right_click', 'Go', {}, 'right click', 'take the pointer'],
    ['hover', 'Go', {}, 'hover', 'take the pointer'],
    ['drag', 'Go', { to: { x: 400, y: 300 } }, 'drag', 'take the pointer'],
    ['set_value', 'Shy', { value: 'new' }, 'type over', 'take the focus and press keys'],
    ['focus', 'Go', {}, 'SetFocus', 'take the focus'],
  ])('%s of %s is left to the user, and the way that is left is named', async (action, name, more, rung, taken) => {
    await start('background');
    const { text, isError } = await act(action, name, more);
    expect(text).toContain(': needs_foreground');
    expect(text).toContain(`  skipped ${rung}: it would ${taken}`);
    expect(isError).toBe(true);
    expect(isRunning()).toBe(false);
  });

  test('so are keys and the focus of a window', async () => {
    await start('background');
    const keys = await conversation.call('press_keys', { keys: 'Tab' });
    expect(keys.text).toMatch(/press_keys 'Tab': needs_foreground, it would take the focus and press keys/);
    await conversation.call('act', { steps: [{ action: 'click', id: idOf(shown, 'Ask') }] });
    const activated = await conversation.call('window', { action: 'activate', window: 'Really?' });
    expect(activated.text).toContain('window activate: needs_foreground');
    expect(isRunning()).toBe(false);
  });

  test('what no provider reported to have done is not made better by a way that is closed', async () => {
    await start('background');
    const { text } = await act('set_value', 'Stubborn', { value: 'new' });
    expect(text).toContain("no_effect via Value.SetValue, 'old' → 'old'");
    expect(text).toContain('  skipped type over: it would take the focus');
  });
});

describe('at the end of the ladder', () => {
  test.each([
    [
      'set_value',
      'Shy',
      { value: 'new' },
      "confirmed via type over, 'old' → 'new'",
      'Value.SetValue: the provider refuses',
    ],
    [
      'set_value',
      'Stubborn',
      { value: 'new' },
      "confirmed via type over, 'old' → 'new'",
      'Value.SetValue: accepted, but',
    ],
    ['toggle', 'Painted', { value: 'on' }, "confirmed via space bar, 'off' → 'on'", 'Toggle: accepted, but'],
  ])('%s of %s is done as a person does it', async (action, name, more, told, skipped) => {
    await start('ladder');
    const { text } = await act(action, name, more);
    expect(text).toContain(told);
    expect(text).toContain(`  skipped ${skipped}`);
  });

  test('what works in the background is done there', async () => {
    await start('ladder');
    expect((await act('toggle', 'Quick')).text).toContain('confirmed via Toggle');
  });

  test('a step that may have been done is not done again', async () => {
    await start('ladder');
    const { text } = await act('toggle', 'Painted');
    expect(text).toContain("no_effect via Toggle, 'off' → 'off'");
    expect(text).not.toContain('space bar');
  });

  test('the pointer clicks on what is seen', async () => {
    await start('ladder');
    const { text } = await act('click_physical', 'Go');
    expect(text).toContain('confirmed via pointer click');
    expect(text).toContain('~ ');
    expect(text).toContain('|Gone|');
  });

  test('a point is clicked for what is seen there, and disabled controls are not', async () => {
    await start('ladder');
    const { text: json } = await conversation.call('observe', { window: 'Trials', format: 'json' });
    const rows: readonly { readonly name: string; readonly rect: readonly number[] }[] = JSON.parse(json).elements;
    const at = pointIn(rows.find(({ name }) => name === 'Go')?.rect);
    const clicked = await conversation.call('act', { steps: [{ action: 'click_at', at }] });
    expect(clicked.text).toMatch(/^step 1 click_at \d+ Button 'Go': confirmed via pointer click/m);
    await act('click', 'Lock');
    const again = await conversation.call('act', { steps: [{ action: 'click_at', at }] });
    expect(again.text).toMatch(/^step 1 click_at \d+ Button 'Go': refused, the control is disabled/m);
  });

  test('a window that covers the control is moved behind it', async () => {
    await start('ladder');
    await act('click', 'Ask');
    await conversation.call('window', { action: 'activate', window: 'Really?' });
    expect((await conversation.call('windows')).text).toMatch(/Really\?.*focused/);
    const { text } = await act('click_physical', 'Go');
    expect(text).toContain('confirmed via pointer click');
  });

  test('keys go to the window that is named', async () => {
    await start('ladder');
    await act('focus', 'Quick');
    const { text } = await conversation.call('press_keys', { keys: 'Space', window: 'Trials' });
    expect(text).toMatch(/^~ .*\|CheckBox\|Quick\|focused,on\|/m);
    expect(text).toContain("press_keys 'Space': confirmed");
  });

  test('characters that are pressed do not enter the journal', async () => {
    await start('ladder');
    await conversation.call('press_keys', { keys: 's e c Ctrl+S Enter', window: 'Trials' });
    const { entries } = conversation.shared.journal.after(0);
    const begun = entries.filter(({ kind }) => kind === 'begin').at(-1);
    expect(begun).toMatchObject({ tool: 'press_keys', arguments: expect.stringContaining('"* * * Ctrl+S Enter"') });
    expect(entries.at(-2)).toMatchObject({ kind: 'keys', title: 'Trials', effect: 'unverified' });
  });
});

test('a person’s way comes first where the user wants it so', async () => {
  await start('foreground');
  expect((await act('click', 'Go')).text).toContain('confirmed via space bar');
  expect((await act('set_value', 'Name', { value: 'grace' })).text).toContain('confirmed via type over');
  expect((await act('select', 'Two')).text).toContain('confirmed via pointer click');
});

describe('what makes no sense is refused before the first step', () => {
  test.each([
    [{ action: 'click_at' }, 'click_at needs at'],
    [{ action: 'click_at', id: 1, at: { x: 1, y: 1 } }, 'click_at takes no id'],
    [{ action: 'click', id: 1, at: { x: 1, y: 1 } }, 'click takes no at'],
    [{ action: 'drag', id: 1 }, 'drag needs to'],
    [{ action: 'click', id: 1, to: { id: 1 } }, 'click takes no to'],
    [{ action: 'click', id: 1, button: 'right' }, 'click takes no button'],
    [{ action: 'hover', id: 1, count: 2 }, 'hover takes no count'],
    [{ action: 'click' }, 'click needs an id'],
  ])('%o', async (step, problem) => {
    await start('background');
    const answer = await conversation.call('act', { steps: [step] });
    expectFailure(answer, 'invalid_argument');
    expect(answer.text).toContain(problem);
  });

  test.each(['Ctrl+', 'Foo', 'Ctrl+Foo', 'Hyper+S'])('keys %s', async (keys) => {
    await start('ladder');
    const answer = await conversation.call('press_keys', { keys });
    expectFailure(answer, 'invalid_argument');
    expect(answer.text).toContain('names no key');
  });
});

function pointIn(rect: readonly number[] = []): { x: number; y: number } {
  const [left = 0, top = 0, width = 0, height = 0] = rect;
  return { x: left + Math.floor(width / 2), y: top + Math.floor(height / 2) };
}
