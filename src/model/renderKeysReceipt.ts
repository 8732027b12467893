import { layOut } from './budget.ts';
import type { KeysReceipt } from './keysReceipt.ts';
import { changeLines, listsOf } from './renderReceipts.ts';
import { windowHeader, windowJson } from './renderWindow.ts';
import { FENCE_CLOSE, FENCE_OPEN, harmless, quoted } from './text.ts';

/** Characters of the keys that an answer repeats. */
const KEYS_LIMIT = 100;

/** The receipt as text of at most `budget` tokens. */
export function renderKeysReceipt(receipt: KeysReceipt, budget: number): string {
  const { window, changes } = receipt;
  const rows = changeLines(changes);
  return layOut(
    {
      head: [FENCE_OPEN, windowHeader(window)],
      rows,
      foot: (shown) => [
        FENCE_CLOSE,
        summaryOf(receipt),
        ...(shown < rows.length ? [`… ${rows.length - shown} more changes: call deskhand_observe.`] : []),
      ],
    },
    budget,
  );
}

/** The receipt for programs, as JSON. */
export function keysReceiptJson({ window, changes, skipped: _, keys, ...rest }: KeysReceipt): string {
  return JSON.stringify({
    ui_text: 'untrusted',
    keys: harmless(keys, KEYS_LIMIT),
    ...rest,
    window: windowJson(window),
    ...listsOf(changes),
  });
}

function summaryOf({ keys, effect, detail, milliseconds }: KeysReceipt): string {
  const more = detail === undefined ? '' : `, ${harmless(detail, 200)}`;
  return `press_keys ${quoted(harmless(keys, KEYS_LIMIT))}: ${effect}${more} (${milliseconds} ms)`;
}
