import { layOut, type Page } from './budget.ts';
import type { Note } from './element.ts';
import { jsonPage } from './jsonPage.ts';
import { hidesControls, noteSentence } from './notes.ts';
import { elementJson, type Format, tableRow } from './renderLine.ts';
import { windowHeader, windowJson } from './renderWindow.ts';
import { FENCE_CLOSE, FENCE_OPEN } from './text.ts';
import type { Element, WindowView } from './view.ts';

/** What has changed in a window since a snapshot. */
export interface Changes {
  readonly window: WindowView;
  readonly since: number;
  readonly snapshot: number;
  readonly added: readonly Element[];
  readonly changed: readonly Element[];
  readonly removed: readonly Element[];
  readonly missing: readonly string[];
  readonly notes: readonly Note[];
}

/** The changes as text of at most `budget` tokens: `+` added, `~` changed, `-` removed. */
export function renderChanges(changes: Changes, format: Format, budget: number): string {
  const marked = [
    ...changes.added.map((element) => ({ mark: '+', change: 'added', element })),
    ...changes.changed.map((element) => ({ mark: '~', change: 'changed', element })),
    ...changes.removed.map((element) => ({ mark: '-', change: 'removed', element })),
  ];
  if (format === 'json') {
    const rows = marked.map(({ change, element }) => JSON.stringify({ change, ...elementJson(element) }));
    return layOut(programPage(changes, rows), budget);
  }
  const rows = marked.map(({ mark, element }) => `${mark} ${mark === '-' ? goneRow(element) : tableRow(element)}`);
  return layOut(textPage(changes, rows), budget);
}

function goneRow({ id, type, name }: Element): string {
  return `${id}|${type}|${name}`;
}

function textPage(changes: Changes, rows: readonly string[]): Page {
  return {
    head: [FENCE_OPEN, windowHeader(changes.window)],
    rows,
    foot: (shown) => [
      FENCE_CLOSE,
      `since=${changes.since} snapshot=${changes.snapshot} ${countsOf(changes)} complete=${isComplete(changes, rows, shown)}`,
      ...missingOf(changes, rows, shown),
      ...changes.notes.map(noteSentence),
    ],
  };
}

function programPage(changes: Changes, rows: readonly string[]): Page {
  const { window, since, snapshot, notes } = changes;
  return jsonPage({ window: windowJson(window), since, snapshot }, 'changes', rows, (shown) => ({
    complete: isComplete(changes, rows, shown),
    missing: missingOf(changes, rows, shown),
    notes: notes.map(noteSentence),
  }));
}

function countsOf({ added, changed, removed }: Changes): string {
  if (added.length + changed.length + removed.length === 0) return 'unchanged';
  return `added=${added.length} changed=${changed.length} removed=${removed.length}`;
}

function isComplete({ missing, notes }: Changes, rows: readonly string[], shown: number): boolean {
  return shown === rows.length && missing.length === 0 && !notes.some(hidesControls);
}

function missingOf({ missing }: Changes, rows: readonly string[], shown: number): string[] {
  const left = rows.length - shown;
  return left === 0 ? [...missing] : [`… ${left} more changes did not fit. Raise budget_tokens.`, ...missing];
}
