import { layOut } from './budget.ts';
import type { LaunchReceipt } from './launching.ts';
import { windowJson, windowRow } from './renderWindow.ts';
import { FENCE_CLOSE, FENCE_OPEN, harmless, quoted } from './text.ts';

/** The receipt as text of at most `budget` tokens. */
export function renderLaunch(receipt: LaunchReceipt, budget: number): string {
  const { program, effect, pid, windows, detail, milliseconds } = receipt;
  const more = detail === undefined ? '' : `, ${harmless(detail, 200)}`;
  return layOut(
    {
      head: [FENCE_OPEN],
      rows: windows.map((window) => `opened ${windowRow(window)}`),
      foot: () => [
        FENCE_CLOSE,
        `launch ${quoted(harmless(program, 60))}: ${effect}${more}, pid=${pid} (${milliseconds} ms)`,
      ],
    },
    budget,
  );
}

/** The receipt for programs, as JSON. */
export function launchJson({ windows, ...rest }: LaunchReceipt): string {
  return JSON.stringify({ ui_text: 'untrusted', ...rest, windows: windows.map(windowJson) });
}
