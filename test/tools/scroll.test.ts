import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Scene, SceneControl } from '../../src/engine/adapters/sim/scene.ts';
import { type Answer, type Conversation, converse, expectFailure, idOf } from './conversation.ts';

const bar = (key: string, orientation: 'horizontal' | 'vertical', more: Partial<SceneControl> = {}): SceneControl => ({
  key,
  type: 'ScrollBar',
  name: key,
  orientation,
  patterns: { rangeValue: { value: 0, minimum: 0, maximum: 1_000, readOnly: false } },
  ...more,
});

const item = (key: string): SceneControl => ({ key, type: 'ListItem', name: key });

const scene: Scene = {
  key: 'long',
  title: 'Long',
  app: 'long',
  className: 'Long',
  rect: [0, 0, 400, 800],
  stages: [
    [
      {
        key: 'pane',
        type: 'Pane',
        name: 'Pane',
        children: [
          { key: 'list', type: 'List', name: 'List', children: [item('One'), item('Two')] },
          bar('Down', 'vertical'),
          bar('Right', 'horizontal'),
        ],
      },
      {
        key: 'stuck',
        type: 'List',
        name: 'Stuck',
        children: [item('Three'), bar('Lies', 'vertical', { provider: { kind: 'lies' } })],
      },
      {
        key: 'short',
        type: 'List',
        name: 'Short',
        children: [
          bar('All', 'vertical', { patterns: { rangeValue: { value: 0, minimum: 0, maximum: 0, readOnly: false } } }),
        ],
      },
      { key: 'bare', type: 'Document', name: 'Bare' },
    ],
  ],
};

let talk: Conversation;
let shown: Answer;

beforeEach(async () => {
  talk = await converse([scene]);
  shown = await talk.call('observe', { window: 'Long', filter: 'all' });
});

afterEach(() => talk.close());

const scroll = async (name: string, value: string | number) =>
  (await talk.call('act', { steps: [{ action: 'scroll', id: idOf(shown, name), value }] })).text;

test('a control is scrolled by the scroll bar of what it is in, and the axis that was asked for is told', async () => {
  expect(await scroll('List', 'down')).toContain("List 'List': confirmed via scroll bar, '0.0%' → '9.0%'");
  expect(await scroll('Two', 'down')).toContain("confirmed via scroll bar, '9.0%' → '18.0%'");
  expect(await scroll('Two', 'up')).toContain("confirmed via scroll bar, '18.0%' → '9.0%'");
  expect(await scroll('One', 'right')).toContain("confirmed via scroll bar, '0.0%' → '9.0%'");
});

test('a percentage is a place', async () => {
  expect(await scroll('List', 50)).toContain("confirmed via scroll bar, '0.0%' → '50.0%'");
  expect(await scroll('List', '50')).toContain("confirmed, '50.0%', nothing had to be done");
});

test('at the limit nothing has to be done', async () => {
  expect(await scroll('List', 'up')).toContain("confirmed, '0.0%', already at the limit");
  expect(await scroll('List', 100)).toContain("'0.0%' → '100.0%'");
  expect(await scroll('List', 'down')).toContain("confirmed, '100.0%', already at the limit");
  expect(await scroll('Short', 'down')).toContain('confirmed, all of it is in sight');
});

test('a bar that stays where it is had no effect', async () => {
  expect(await scroll('Three', 'down')).toContain("no_effect via scroll bar, '0.0%' → '0.0%'");
});

test('what has no scroll bar is left to the wheel', async () => {
  const text = await scroll('Bare', 'down');
  expect(text).toContain('needs_foreground');
  expect(text).toContain('skipped scroll bar: it has no scroll bar on this axis; scroll_into_view shows one element');
  expect(text).toContain('skipped wheel: it would take the pointer');
});

test.each(['sideways', '101', '-1', ' '])('%s is no way to scroll', async (value) => {
  const answer = await talk.call('act', { steps: [{ action: 'scroll', id: idOf(shown, 'List'), value }] });
  expectFailure(answer, 'invalid_argument');
  expect(answer.text).toContain('scroll takes up, down, left, right or a percentage');
});
