import { expect, test } from 'vitest';
import { FollowedLines, JSON_LINES, RUNNING_MS, wholeText } from '../../src/engine/journalLines.ts';
import type { CallBegun, CallEnded, Happening, JournalEntry } from '../../src/model/journal.ts';

/** Entries of calls in their order, each so many milliseconds after the first. */
function page(...notes: readonly [call: number, note: CallBegun | Happening | CallEnded, ms?: number][]) {
  const entries = notes.map(
    ([call, note, ms = 0], index): JournalEntry => ({
      number: index + 1,
      time: new Date(Date.UTC(2026, 0, 1) + ms).toISOString(),
      call,
      client: `client${call}`,
      ...note,
    }),
  );
  return { entries, dropped: 0 };
}

const begin: CallBegun = { kind: 'begin', tool: 'act', arguments: '{}' };
const end: CallEnded = { kind: 'end', tool: 'act', outcome: 'ok', milliseconds: 7, size: 9 };
const failed: Happening = {
  kind: 'failed_step',
  step: 1,
  action: 'click',
  id: 4,
  error: 'stale_element: It is gone.',
  milliseconds: 3,
};
const clicked: Happening = {
  kind: 'step',
  step: 2,
  action: 'click',
  id: 12,
  type: 'Button',
  name: 'Save',
  effect: 'unverified',
  rung: 'Toggle',
  skipped: [{ rung: 'Invoke', reason: 'the control has no Invoke pattern' }],
  detail: 'nothing in its window changed',
  changes: { added: 1, changed: 3, removed: 0, opened: 0, closed: 1 },
  milliseconds: 71,
};
const time = '2026-01-01T00:00:00.000Z';
const clickedLine =
  "step 2 click 12 Button 'Save': unverified by Toggle, nothing in its window changed; " +
  'skipped Invoke (the control has no Invoke pattern); 1 added, 3 changed, 1 closed; 71 ms';

test('what is there is put below its calls', () => {
  expect(wholeText({ ...page([1, begin], [2, begin], [1, clicked], [2, failed], [1, end]), dropped: 3 })).toEqual([
    '… 3 entries are no longer kept.',
    `${time} #1 client1 act {}: ok, 7 ms, 9 characters`,
    `  ${clickedLine}`,
    `${time} #2 client2 act {}: running`,
    '  step 1 click 4: stale_element: It is gone.; 3 ms',
  ]);
});

test('the end of a call whose begin is no longer kept names it', () => {
  expect(wholeText(page([5, end]))).toEqual(['  #5 ok, 7 ms, 9 characters']);
});

test('what comes between the lines of another call has its number', () => {
  const lines = new FollowedLines();
  expect(lines.take(page([1, begin], [2, begin]))).toEqual([]);
  expect(lines.isWaiting()).toBe(true);
  expect(lines.take(page([1, clicked], [2, failed], [1, failed], [1, end], [2, end]))).toEqual([
    `${time} #1 client1 act {}: running`,
    `  ${clickedLine}`,
    `${time} #2 client2 act {}: running`,
    '  step 1 click 4: stale_element: It is gone.; 3 ms',
    '  #1 step 1 click 4: stale_element: It is gone.; 3 ms',
    '  ok, 7 ms, 9 characters',
    '  #2 ok, 7 ms, 9 characters',
  ]);
  expect(lines.isWaiting()).toBe(false);
});

test('a call that takes long is shown, whether others go on or not', () => {
  const alone = new FollowedLines();
  expect(alone.take(page([1, begin]))).toEqual([]);
  expect(alone.take(page())).toEqual([`${time} #1 client1 act {}: running`]);
  const amid = new FollowedLines();
  expect(amid.take(page([1, begin], [2, begin, RUNNING_MS - 1], [2, end, RUNNING_MS - 1]))).toHaveLength(1);
  expect(amid.take(page([3, begin, RUNNING_MS], [3, end, RUNNING_MS]))).toEqual([
    expect.stringContaining('#3 client3 act {}: ok'),
    `${time} #1 client1 act {}: running`,
  ]);
});

test('JSON says what is missing in lines of its own', () => {
  const { entries } = page([1, begin]);
  expect(JSON_LINES.take({ entries, dropped: 2 })).toEqual([
    '{"kind":"dropped","count":2}',
    JSON.stringify(entries[0]),
  ]);
  expect(JSON_LINES.replaced()).toEqual(['{"kind":"replaced"}']);
});
