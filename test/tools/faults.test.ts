import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exactTokens } from '../unit/exactTokens.ts';
import { type Conversation, converse, expectFailure, idOf } from './conversation.ts';

let talk: Conversation;

beforeEach(async () => {
  talk = await converse();
});
afterEach(() => talk.close());

const observe = (args = {}) => talk.call('observe', args);

async function timed<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
  const start = performance.now();
  return { value: await work, ms: performance.now() - start };
}

describe('an application that does not answer', () => {
  test('costs its own call, at its deadline, and no other', async () => {
    const hung = timed(observe({ window: 'Hung' }));
    const others = await timed(Promise.all([observe(), observe({ window: 'Orders' }), talk.call('windows')]));
    expect(others.value.every(({ isError }) => !isError)).toBe(true);
    expect(others.ms).toBeLessThan(5_000);
    const { value, ms } = await hung;
    expectFailure(value, 'not_responding');
    expect(value.text).toMatch(/Window sim:\d+ does not answer within 6000 ms/);
    expect(ms).toBeGreaterThan(5_900);
    expect(ms).toBeLessThan(6_500);
    expect((await observe()).isError).toBe(false);
  });

  test('does not spoil the search of all windows', async () => {
    const { value, ms } = await timed(talk.call('find', { query: 'Cancel', window: 'all' }));
    expect(value.text).toContain('|Button|Cancel|');
    expect(value.text).toMatch(/Window sim:\d+: not searched, not_responding\./);
    expect(value.text).toContain('complete=false');
    expect(ms).toBeLessThan(2_600);
  });
});

test('hundreds of windows that cannot be searched leave room for what was found', async () => {
  const many = Array.from({ length: 300 }, (_, i) => ({
    key: `m${i}`,
    title: `M${i}`,
    app: 'a',
    className: 'C',
    rect: [0, 0, 9, 9] as const,
    state: i === 0 ? ('normal' as const) : ('minimized' as const),
    stages: [
      i === 0 ? [{ key: 'b', type: 'Button' as const, name: 'Wanted', patterns: { invoke: true as const } }] : [],
    ],
  }));
  const crowd = await converse(many);
  const { text } = await crowd.call('find', { query: 'Wanted', window: 'all' });
  expect(text).toContain('|Button|Wanted|');
  expect(text).toContain('complete=false');
  expect(text).toContain('… and 289 more such windows.');
  expect(exactTokens(text)).toBeLessThan(1_000);
  await crowd.close();
});

test('a slow application is waited for', async () => {
  const { value, ms } = await timed(observe({ window: 'Slow' }));
  expect(value.text).toContain('|Button|OK|');
  expect(ms).toBeGreaterThanOrEqual(290);
});

test('an application that ends is said to have ended, then it is gone, and so are its controls', async () => {
  const first = await observe({ window: 'Dies' });
  await observe({ window: 'Dies' });
  await observe({ window: 'Dies' });
  expectFailure(await observe({ window: 'Dies' }), 'application_exited');
  expect((await talk.call('windows')).text).not.toContain('Dies');
  expectFailure(await observe({ window: 'Dies' }), 'unknown_window');
  const id = idOf(first, 'OK');
  expectFailure(await talk.call('read_text', { id }), 'stale_element');
  expectFailure(await observe({ within: id }), 'stale_element');
  expectFailure(await talk.call('find', { query: 'OK', within: id }), 'stale_element');
  expect((await observe()).isError).toBe(false);
});

test('a window that moves has its new place, and the same ids', async () => {
  const look = async () => JSON.parse((await observe({ window: 'Moves', format: 'json' })).text);
  const [before, after] = [await look(), await look()];
  expect(after.elements[0].id).toBe(before.elements[0].id);
  const moved = (rect: number[], [x, y]: number[]) => [
    (rect[0] ?? 0) + (x ?? 0),
    (rect[1] ?? 0) + (y ?? 0),
    rect[2],
    rect[3],
  ];
  expect(after.elements[0].rect).toEqual(moved(before.elements[0].rect, [10, 5]));
  expect(after.window.rect).toEqual(moved(before.window.rect, [10, 5]));
});

test('a window that is not built yet says so, and has its controls in a moment', async () => {
  const cold = await observe({ window: 'Cold' });
  expect(cold.text).toContain('elements=0 complete=false');
  expect(cold.text).toContain('The application has not built its tree yet. Observe again in a moment.');
  expect((await observe({ window: 'Cold' })).text).toContain('elements=1 complete=true');
});

test('a minimized window and a closed Chromium each say their own reason', async () => {
  const minimized = await observe({ window: 'Minimized' });
  expect(minimized.text).toContain('state=minimized');
  expect(minimized.text).toContain('The window is minimized');
  expect(minimized.text).toContain('complete=false');
  const browser = await observe({ window: 'Chromium', filter: 'all' });
  expect(browser.text).toContain('Start it with --force-renderer-accessibility.');
  expect(browser.text).toContain('complete=false');
  for (const { text } of [minimized, browser]) expect(text).not.toContain('filter=all');
});
