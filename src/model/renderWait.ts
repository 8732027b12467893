import { layOut, type Page } from './budget.ts';
import { jsonPage } from './jsonPage.ts';
import { elementJson, TABLE_COLUMNS, tableRow } from './renderLine.ts';
import { windowHeader, windowJson } from './renderWindow.ts';
import { FENCE_CLOSE, FENCE_OPEN, harmless } from './text.ts';
import type { Element, WindowView } from './view.ts';
import type { Condition } from './waiting.ts';

/** What led to the last look: an event of the application, the time of the next look, or nothing, as it was the first. */
export type Woken = 'event' | 'look' | 'at once';

/** What waiting came to. */
export interface Waited {
  readonly condition: Condition['for'];
  readonly held: boolean;
  readonly milliseconds: number;
  readonly looks: number;
  readonly woken: Woken;
  /** Absent where the window is not open. */
  readonly window?: WindowView;
  /** Controls that the condition is about, and how many of them are shown. */
  readonly total: number;
  readonly elements: readonly Element[];
  /** When there are none: those whose names are most like the query. */
  readonly nearest: readonly Element[];
  /** Why nothing could be seen. */
  readonly problem?: string;
  readonly notes: readonly string[];
}

/** What waiting came to, as text of at most `budget` tokens. */
export function renderWaited(waited: Waited, budget: number): string {
  const { window, elements, nearest } = waited;
  const rows = [...elements, ...nearest].map(tableRow);
  const page: Page = {
    head: window ? [FENCE_OPEN, windowHeader(window), TABLE_COLUMNS] : [],
    rows: window ? rows : [],
    foot: () => [...(window ? [FENCE_CLOSE] : []), summaryOf(waited), ...adviceFor(waited), ...waited.notes],
  };
  return layOut(page, budget);
}

/** The same for programs, as JSON. */
export function waitedJson(waited: Waited, budget: number): string {
  const { condition, held, milliseconds, looks, woken, window, total, problem, notes } = waited;
  const head = { condition, held, milliseconds, looks, woken, total, window: window ? windowJson(window) : null };
  const rows = [...waited.elements, ...waited.nearest].map((element) => JSON.stringify(elementJson(element)));
  const list = waited.elements.length > 0 ? 'elements' : 'nearest';
  return layOut(
    jsonPage(head, list, rows, () => ({ ...(problem && { problem: harmless(problem, 200) }), notes })),
    budget,
  );
}

function summaryOf({ condition, held, milliseconds, looks, woken, total }: Waited): string {
  const what = held ? 'holds' : 'does not hold';
  return `wait for=${condition}: ${what} after ${milliseconds} ms, matching=${total} looks=${looks} woken=${woken}`;
}

function adviceFor({ held, problem, elements, nearest }: Waited): string[] {
  if (held) return [];
  if (problem !== undefined) return [harmless(problem, 200)];
  if (elements.length > 0) return ['The rows above are what matches, as it is now.'];
  return [nearest.length > 0 ? 'Nothing matches; the rows above are the nearest names.' : 'Nothing matches.'];
}
