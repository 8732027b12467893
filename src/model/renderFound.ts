import { layOut, type Page } from './budget.ts';
import type { Note } from './element.ts';
import { jsonPage } from './jsonPage.ts';
import { noteSentence } from './notes.ts';
import { elementJson, TABLE_COLUMNS, tableRow } from './renderLine.ts';
import { windowHeader } from './renderWindow.ts';
import { FENCE_CLOSE, FENCE_OPEN } from './text.ts';
import type { Element, WindowView } from './view.ts';

/** Controls of one window that match. */
export interface FoundIn {
  readonly window: WindowView;
  readonly elements: readonly Element[];
}

/** What a query found. */
export interface Found {
  /** The query, made harmless. */
  readonly query: string;
  readonly by: string;
  readonly total: number;
  readonly exact: number;
  readonly groups: readonly FoundIn[];
  /** When nothing matches: the controls whose names are most like the query. */
  readonly nearest: readonly FoundIn[];
  readonly missing: readonly string[];
  /** What is open above the window that was searched. */
  readonly notes: readonly Note[];
  readonly limit: number;
  readonly includeOffscreen: boolean;
  /** Every window was searched. */
  readonly everywhere: boolean;
}

/** The matches as text of at most `budget` tokens. */
export function renderFound(found: Found, budget: number): string {
  const groups = found.total > 0 ? found.groups : found.nearest;
  const rows = groups.flatMap(({ window, elements }) => [windowHeader(window), ...elements.map(tableRow)]);
  const page: Page = {
    head: rows.length > 0 ? [FENCE_OPEN, TABLE_COLUMNS] : [],
    rows,
    foot: (shown) => [
      ...(rows.length > 0 ? [FENCE_CLOSE] : []),
      resultLine(found, rows.length - shown),
      ...(found.total === 0 ? [adviceFor(found)] : []),
      ...missingOf(found, rows.length - shown),
      ...found.notes.map(noteSentence),
    ],
  };
  return layOut(page, budget);
}

/** The matches for programs, as JSON of at most `budget` tokens. */
export function foundJson(found: Found, budget: number): string {
  const groups = found.total > 0 ? found.groups : found.nearest;
  const rows = groups.flatMap(({ window, elements }) =>
    elements.map((element) => JSON.stringify({ window: window.id, ...elementJson(element) })),
  );
  const { query, by, total, exact } = found;
  const page = jsonPage({ query, by, total, exact }, total > 0 ? 'elements' : 'nearest', rows, (shown) => {
    const missing = missingOf(found, rows.length - shown);
    return { complete: missing.length === 0, missing, notes: found.notes.map(noteSentence) };
  });
  return layOut(page, budget);
}

function resultLine(found: Found, unshown: number): string {
  const { query, by, total, exact } = found;
  const complete = missingOf(found, unshown).length === 0;
  const counts = total === 1 ? '1 result' : `${total} results`;
  return `find '${query}' by=${by}: ${counts}, ${exact} exact (listed first) complete=${complete}`;
}

function adviceFor({ nearest, by, includeOffscreen, everywhere }: Found): string {
  const options = [
    by === 'auto' ? '' : 'by=auto',
    includeOffscreen ? '' : 'include_offscreen=true',
    everywhere ? '' : 'window=all',
  ].filter((option) => option !== '');
  const likeness = nearest.length > 0 ? 'Nothing matches; the rows above are the nearest names.' : 'Nothing matches.';
  const ways = options.length === 0 ? '' : `${options.join(', ')}, or `;
  return `${likeness} Try ${ways}deskhand_observe.`;
}

function missingOf({ total, limit, missing }: Found, unshown: number): string[] {
  return [
    ...(total > limit ? [`… ${total - limit} more results. Raise limit, or narrow with within.`] : []),
    ...(unshown > 0 ? [`… ${unshown} lines did not fit. Narrow the query, or lower limit.`] : []),
    ...missing,
  ];
}
