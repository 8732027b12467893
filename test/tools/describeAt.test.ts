import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Scene, SceneControl } from '../../src/engine/adapters/sim/scene.ts';
import { hostile } from '../../src/engine/adapters/sim/scenes/hostile.ts';
import { settings } from '../../src/engine/adapters/sim/scenes/settings.ts';
import { callTool } from '../../src/engine/mcp/callTool.ts';
import { Session } from '../../src/engine/session/session.ts';
import { TOOLS } from '../../src/engine/tools/index.ts';
import { DEFAULT_BUDGET } from '../../src/model/budget.ts';
import { exactTokens } from '../unit/exactTokens.ts';
import { type Conversation, converse, expectFailure, idOf } from './conversation.ts';
import { GENERATED } from './generatedScenes.ts';

const button = (key: string, box: SceneControl['box'] & {}): SceneControl => ({
  key,
  type: 'Button',
  name: key,
  box,
  patterns: { invoke: true },
});

const window = (key: string, rect: Scene['rect'], ...controls: readonly SceneControl[]): Scene => ({
  key,
  title: key,
  app: 'app',
  className: '',
  rect,
  stages: [controls],
});

const panel: SceneControl = {
  key: 'panel',
  type: 'Group',
  name: 'Panel',
  box: [0, 20, 200, 100],
  children: [button('inner', [10, 30, 50, 20]), button('stands out', [250, 30, 50, 20])],
};

/** From the top of the stack to its bottom. */
const STACK: readonly Scene[] = [
  { ...window('away', [0, 0, 1_000, 1_000], button('gone', [0, 0, 900, 900])), state: 'minimized' },
  window('upper', [300, 100, 300, 200], button('over', [0, 0, 300, 200])),
  window('lower', [100, 100, 400, 200], button('left', [0, 0, 100, 20]), button('covered', [250, 0, 150, 20]), panel),
  window('on the left', [-300, 600, 200, 100], button('negative', [10, 10, 50, 20])),
  {
    ...window('silent', [700, 100, 100, 100]),
    note: { code: 'application_silent', detail: 'it is made up' },
  },
];

let talk: Conversation;

beforeAll(async () => {
  talk = await converse(STACK);
});
afterAll(() => talk.close());

const at = (x: number, y: number) => talk.call('describe_at', { x, y });

describe('describe_at', () => {
  test('tells the window, the element with its containers, and its place', async () => {
    const { text } = await at(120, 140);
    expect(text).toMatch(
      /^<untrusted>\nwindow: 'lower' id=sim:3 app=app pid=1003\n# id\|type\|name\|state\|patterns\n(\d+)\|Button\|inner\|\|invoke\nin: \d+ Group 'Panel'\n<\/untrusted>\npoint=120,140 rect=\[110,130,50,20\]$/,
    );
  });

  test('gives the id that observe and find give', async () => {
    const { text } = await at(120, 140);
    const observed = await talk.call('observe', { window: 'lower', filter: 'all' });
    expect(idOf({ text, isError: false }, 'inner')).toBe(idOf(observed, 'inner'));
    expect(text).toContain(`in: ${idOf(observed, 'Panel')} Group`);
    expect((await talk.call('find', { query: 'inner', window: 'lower' })).text).toContain(
      `\n${idOf(observed, 'inner')}|`,
    );
  });

  test.each([
    ['over', 350, 110],
    ['left', 150, 110],
    ['Panel', 130, 200],
    ['stands out', 360, 140],
    ['negative', -280, 620],
  ])('finds %s', async (name, x, y) => {
    // What stands out of its parent lies under the upper window here.
    const wanted = name === 'stands out' ? 'over' : name;
    expect((await at(x, y)).text).toMatch(new RegExp(`^\\d+\\|\\w+\\|${wanted}\\|`, 'm'));
  });

  test('between the elements of a window there is the window', async () => {
    const { text } = await at(250, 280);
    expect(text).toMatch(/^\d+\|Window\|lower\|\|window$/m);
    expect(text).not.toContain('in: ');
  });

  test('a window that exposes no controls is told with the reason, and without an element', async () => {
    const { text, isError } = await at(750, 150);
    expect(isError).toBe(false);
    expect(text).toContain("window: 'silent'");
    expect(text).not.toMatch(/^\d+\|/m);
    expect(text).toContain('which control is at the point is not known');
    expect(text).toContain('This application exposes no controls: it is made up.');
  });

  test('the desktop and what is beyond the screen are named', async () => {
    const desktop = await at(900, 500);
    expectFailure(desktop, 'point_outside_window');
    expect(desktop.text).toContain('The point 900,500 is on the desktop');
    const beyond = await at(9_000, 500);
    expectFailure(beyond, 'point_outside_window');
    expect(beyond.text).toContain('is not on the screen, which is 2400×1200 pixels from -400,0 on');
  });

  test.each([{}, { x: 1 }, { x: 1.5, y: 1 }, { x: 1e9, y: 1 }, { x: '1', y: 1 }, { x: 1, y: 1, window: 'lower' }])(
    '%j is refused',
    async (args) => expectFailure(await talk.call('describe_at', args), 'invalid_argument'),
  );

  test('answers programs in JSON', async () => {
    const json = JSON.parse(await answer(talk, 120, 140, 'json'));
    expect(json).toMatchObject({
      ui_text: 'untrusted',
      point: { x: 120, y: 140 },
      window: { id: 'sim:3', rect: [100, 100, 400, 200] },
      elements: [{ type: 'button', name: 'inner', rect: [110, 130, 50, 20] }],
      path: [expect.stringMatching(/^\d+ Group 'Panel'$/)],
      notes: [],
    });
  });
});

test('never takes its element from a tree that has moved meanwhile', async () => {
  const moving: Scene = {
    ...window('moving', [100, 100, 400, 200], button('a', [0, 0, 50, 20])),
    faults: [{ kind: 'moves', by: [300, 0] }],
  };
  const own = await converse([moving]);
  const { text } = await own.call('describe_at', { x: 110, y: 110 });
  expect(text).not.toMatch(/^\d+\|/m);
  expect(text).toContain('are moving');
  await own.close();
});

test.each([hostile, settings, ...GENERATED].map((scene) => [scene.key, scene] as const))(
  'no answer about the window %s is over the budget or breaks its fence',
  async (_, scene) => {
    const [left, top, width, height] = scene.rect;
    const own = await converse([scene]);
    for (let step = 0; step < 4; step++) {
      const [x, y] = [left + Math.floor((width * (step + 0.5)) / 4), top + Math.floor((height * (step + 0.5)) / 4)];
      const text = await answer(own, x, y, 'text');
      expect(text.match(/<\s*\/?\s*untrusted/gi)).toHaveLength(2);
      expect(exactTokens(text)).toBeLessThanOrEqual(DEFAULT_BUDGET);
      const json = await answer(own, x, y, 'json');
      expect(() => JSON.parse(json)).not.toThrow();
      expect(exactTokens(json)).toBeLessThanOrEqual(DEFAULT_BUDGET);
    }
    await own.close();
  },
);

async function answer({ shared }: Conversation, x: number, y: number, format: 'text' | 'json'): Promise<string> {
  const tool = TOOLS.find(({ name }) => name === 'describe_at');
  if (tool === undefined) throw new Error('there is no such tool');
  const signal = AbortSignal.timeout(20_000);
  return (await callTool({ session: new Session(shared), tool, args: { x, y }, format, signal })).text;
}
