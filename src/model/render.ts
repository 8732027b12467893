import { layOut, type Page } from './budget.ts';
import type { Note } from './element.ts';
import { jsonPage } from './jsonPage.ts';
import { hidesControls, noteSentence } from './notes.ts';
import { type Format, LINE, TABLE_COLUMNS } from './renderLine.ts';
import { windowHeader, windowJson } from './renderWindow.ts';
import { FENCE_CLOSE, FENCE_OPEN } from './text.ts';
import { type Entry, isElement, type WindowView } from './view.ts';

/** What an observation answers, before its budget. */
export interface Observation {
  readonly window: WindowView;
  readonly snapshot: number;
  readonly entries: readonly Entry[];
  /** Why something is missing, in sentences. */
  readonly missing: readonly string[];
  readonly notes: readonly Note[];
  /** What to say when there is nothing to show. */
  readonly empty: string;
}

/** The observation as text of at most `budget` tokens. */
export function renderObservation(observation: Observation, format: Format, budget: number): string {
  const rows = observation.entries.map(LINE[format]);
  return layOut(format === 'json' ? programPage(observation, rows) : textPage(observation, rows, format), budget);
}

function textPage(observation: Observation, rows: readonly string[], format: Format): Page {
  return {
    head: [
      FENCE_OPEN,
      windowHeader(observation.window),
      ...(format === 'table' && rows.length > 0 ? [TABLE_COLUMNS] : []),
    ],
    rows,
    foot: (shown) => [
      FENCE_CLOSE,
      statusLine(observation, shown),
      ...missingOf(observation, shown),
      ...(rows.length === 0 ? [observation.empty] : []),
      ...observation.notes.map(noteSentence),
    ],
  };
}

function programPage(observation: Observation, rows: readonly string[]): Page {
  const { window, snapshot, notes, empty } = observation;
  return jsonPage({ window: windowJson(window), snapshot }, 'elements', rows, (shown) => ({
    complete: isComplete(observation, shown),
    missing: missingOf(observation, shown),
    notes: [...(rows.length === 0 ? [empty] : []), ...notes.map(noteSentence)],
  }));
}

function statusLine(observation: Observation, shown: number): string {
  const elements = observation.entries.slice(0, shown).filter(isElement).length;
  return `snapshot=${observation.snapshot} elements=${elements} complete=${isComplete(observation, shown)}`;
}

/** Whether everything that the filter keeps is in the answer. */
function isComplete({ entries, missing, notes }: Observation, shown: number): boolean {
  if (shown < entries.length || missing.length > 0 || notes.some(hidesControls)) return false;
  return entries.every(isElement);
}

function missingOf({ entries, missing }: Observation, shown: number): string[] {
  const left = entries.slice(shown).filter(isElement).length;
  if (left === 0) return [...missing];
  return [`… ${left} more elements did not fit. Raise budget_tokens, or narrow with within or filter.`, ...missing];
}
