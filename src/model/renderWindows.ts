import { layOut, type Page } from './budget.ts';
import type { Note } from './element.ts';
import { jsonPage } from './jsonPage.ts';
import { noteSentence } from './notes.ts';
import { WINDOW_COLUMNS, windowJson, windowRow } from './renderWindow.ts';
import { FENCE_CLOSE, FENCE_OPEN } from './text.ts';
import type { WindowView } from './view.ts';

/** The open windows, the one that last had the focus first. */
export interface WindowListing {
  readonly windows: readonly WindowView[];
  readonly notes: readonly Note[];
}

/** The windows as text of at most `budget` tokens. */
export function renderWindows({ windows, notes }: WindowListing, budget: number): string {
  const page: Page = {
    head: [FENCE_OPEN, WINDOW_COLUMNS],
    rows: windows.map(windowRow),
    foot: (shown) => [
      FENCE_CLOSE,
      `${shown} of ${windows.length} windows`,
      ...(shown < windows.length ? ['The others did not fit; name one by part of its title.'] : []),
      ...notes.map(noteSentence),
    ],
  };
  return layOut(page, budget);
}

/** The windows for programs, as JSON of at most `budget` tokens. */
export function windowsJson({ windows, notes }: WindowListing, budget: number): string {
  const rows = windows.map((window) => JSON.stringify(windowJson(window)));
  const page = jsonPage({}, 'windows', rows, (shown) => ({
    complete: shown === windows.length,
    total: windows.length,
    notes: notes.map(noteSentence),
  }));
  return layOut(page, budget);
}
