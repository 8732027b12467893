import { layOut } from './budget.ts';
import { windowHeader, windowJson, windowRow } from './renderWindow.ts';
import { FENCE_CLOSE, FENCE_OPEN, harmless } from './text.ts';
import type { WindowReceipt } from './windowChange.ts';

/** The receipt as text of at most `budget` tokens. */
export function renderWindowReceipt(receipt: WindowReceipt, budget: number): string {
  const { window, opened } = receipt;
  return layOut(
    {
      head: [FENCE_OPEN, windowHeader(window)],
      rows: opened.map((other) => `opened ${windowRow(other)}`),
      foot: () => [FENCE_CLOSE, summaryOf(receipt)],
    },
    budget,
  );
}

/** The receipt for programs, as JSON. */
export function windowReceiptJson(receipt: WindowReceipt): string {
  const { window, opened, ...rest } = receipt;
  return JSON.stringify({
    ui_text: 'untrusted',
    ...rest,
    window: windowJson(window),
    opened: opened.map(windowJson),
  });
}

function summaryOf({ action, effect, before, after, detail, milliseconds }: WindowReceipt): string {
  const verified = before === after ? before : `${before} → ${after}`;
  const more = detail === undefined ? '' : `, ${harmless(detail, 200)}`;
  return `window ${action}: ${effect}, ${verified}${more} (${milliseconds} ms)`;
}
