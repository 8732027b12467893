import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Scene, SceneControl } from '../../src/engine/adapters/sim/scene.ts';
import { type Answer, type Conversation, converse, expectFailure, idOf } from './conversation.ts';

const editor = (key: string, name: string, text: string, more: Partial<SceneControl> = {}): SceneControl => ({
  key,
  type: 'Document',
  name,
  text,
  flags: ['focusable'],
  patterns: { value: { value: text, readOnly: false }, text: true },
  ...more,
});

const TEXT = 'Dear Ada,\nthanks, and thanks again 😀.';

const scene: Scene = {
  key: 'letter',
  title: 'Letter',
  app: 'letter',
  className: 'Letter',
  rect: [0, 0, 400, 400],
  stages: [
    [
      editor('body', 'Body', TEXT),
      editor('fixed', 'Fixed', TEXT, { patterns: { value: { value: TEXT, readOnly: true }, text: true } }),
      editor('stubborn', 'Stubborn', TEXT, { provider: { kind: 'lies' } }),
      editor('secret', 'Secret', 'hunter2', { type: 'Edit', flags: ['focusable', 'password'] }),
      { key: 'ok', type: 'Button', name: 'OK', patterns: { invoke: true } },
    ],
  ],
};

let talk: Conversation;
let shown: Answer;

beforeEach(async () => {
  talk = await converse([scene]);
  shown = await talk.call('observe', { window: 'Letter', filter: 'all' });
});

afterEach(() => talk.close());

const act = (action: string, name: string, text: object, value?: string) =>
  talk.call('act', { steps: [{ action, id: idOf(shown, name), text, ...(value !== undefined && { value }) }] });

const read = async (name: string) => (await talk.call('read_text', { id: idOf(shown, name) })).text;

describe('a part of a text', () => {
  test('is selected by what it says', async () => {
    const { text } = await act('select_text', 'Body', { quote: 'thanks', suffix: ' again' });
    expect(text).toContain("confirmed via Text.Select, 'nothing selected' → '22–28'");
    expect(await read('Body')).toMatch(/select/i);
    const again = await act('select_text', 'Body', { start: 22, end: 28 });
    expect(again.text).toContain("confirmed, '22–28', nothing had to be done");
  });

  test('is selected where nothing can be changed', async () => {
    expect((await act('select_text', 'Fixed', { quote: 'Ada' })).text).toContain('confirmed');
    expect((await act('replace_text', 'Fixed', { quote: 'Ada' }, 'Bob')).text).toMatch(/: refused[\s\S]*read-only/);
  });

  test('has the caret before it', async () => {
    const { text } = await act('set_caret', 'Body', { quote: '😀' });
    expect(text).toContain("confirmed via Text.SetCaret, 'no caret' → 'caret at 35'");
  });

  test('is replaced, and the rest stays', async () => {
    const { text } = await act('replace_text', 'Body', { quote: 'Ada' }, 'Zoë');
    expect(text).toContain('confirmed via Text.Replace');
    expect(await read('Body')).toContain(TEXT.replace('Ada', 'Zoë'));
    await act('replace_text', 'Body', { start: 0, end: 5 }, '');
    expect(await read('Body')).toContain(TEXT.replace('Dear Ada', 'Zoë'));
  });

  test('that stands there twice is not guessed', async () => {
    const { text, isError } = await act('replace_text', 'Body', { quote: 'thanks' }, 'x');
    expect(text).toContain('refused, the quoted text stands there 2 times: tell what is before or behind it');
    expect(isError).toBe(true);
    expect((await act('select_text', 'Body', { quote: 'Bob' })).text).toContain('the quoted text does not stand there');
    expect((await act('set_caret', 'Body', { start: 99 })).text).toContain('the text has only 37 characters');
  });

  test('that its provider did not change is told so', async () => {
    expect((await act('replace_text', 'Stubborn', { quote: 'Ada' }, 'Zoë')).text).toContain(
      'no_effect via Text.Replace',
    );
    expect((await act('select_text', 'Stubborn', { quote: 'Ada' })).text).toContain('no_effect via Text.Select');
  });

  test('of a secret is left alone, and what is quoted of it stands in no journal', async () => {
    const { text } = await act('replace_text', 'Secret', { quote: 'hunter2' }, 'swordfish');
    expect(text).toContain('refused, its text is secret');
    expect((await act('select_text', 'OK', { quote: 'OK' })).text).toContain('refused, it has no Text pattern');
    expect(JSON.stringify(talk.shared.journal.after(0))).not.toMatch(/hunter2|swordfish/);
  });
});

test.each([
  ['set_caret', {}, 'takes either quote or start'],
  ['set_caret', { quote: 'a', start: 1 }, 'takes either quote or start'],
])('%s %o is no place', async (action, text, problem) => {
  const answer = await act(action, 'Body', text);
  expectFailure(answer, 'invalid_argument');
  expect(answer.text).toContain(problem);
});

test('a place is needed where it is, and taken nowhere else', async () => {
  const steps = (step: object) => talk.call('act', { steps: [{ id: idOf(shown, 'Body'), ...step }] });
  expect((await steps({ action: 'select_text' })).text).toContain('select_text needs text');
  expect((await steps({ action: 'click', text: { start: 1 } })).text).toContain('click takes no text');
  expect((await steps({ action: 'replace_text', text: { start: 1 } })).text).toContain('replace_text needs a value');
});
