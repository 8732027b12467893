import type { CallBegun, JournalEntry, JournalPage } from '../model/journal.ts';
import { callLine, type EntryOf, endingOf, happeningLine } from '../model/renderJournal.ts';

/** Milliseconds after which a call that has neither ended nor done a step is shown as running. */
export const RUNNING_MS = 400;

/** Turns pages of the journal into lines to print. */
export interface JournalLines {
  take(page: JournalPage): readonly string[];
  /** The engine was replaced by one whose journal begins anew. */
  replaced(): readonly string[];
  /** Whether there is something to print even if nothing comes. */
  isWaiting(): boolean;
}

/** One JSON object a line: the entries, and what else there is to know as entries without a number. */
export const JSON_LINES: JournalLines = {
  take: ({ entries, dropped }) => [
    ...(dropped > 0 ? [JSON.stringify({ kind: 'dropped', count: dropped })] : []),
    ...entries.map((entry) => JSON.stringify(entry)),
  ],
  replaced: () => [JSON.stringify({ kind: 'replaced' })],
  isWaiting: () => false,
};

/** What is in the journal now, for people: a line for each call, and below it one for each step. */
export function wholeText({ entries, dropped }: JournalPage): readonly string[] {
  const calls = [...Map.groupBy(entries, ({ call }) => call).values()];
  return [...droppedLine(dropped), ...calls.flatMap(linesOf)];
}

function linesOf(entries: readonly JournalEntry[]): string[] {
  const begin = entries.find((entry) => entry.kind === 'begin');
  const end = entries.find((entry) => entry.kind === 'end');
  return [
    ...(begin ? [callLine(begin, end)] : []),
    ...entries.flatMap((entry) => (isHappening(entry) ? [`  ${happeningLine(entry)}`] : [])),
    ...(begin || !end ? [] : [`  #${end.call} ${endingOf(end)}`]),
  ];
}

/**
 * The same as it comes. A call that ends soon and without steps is one line; else its line says that it is running, and
 * what follows stands below it, with the number of the call where something of another one stands between.
 */
export class FollowedLines implements JournalLines {
  /** Calls that have no line yet. */
  readonly #begun = new Map<number, EntryOf<CallBegun>>();
  /** The call of the last line. */
  #last: number | undefined;

  take({ entries, dropped }: JournalPage): readonly string[] {
    const lines = entries.flatMap((entry) => this.#linesOf(entry));
    const newest = entries.at(-1);
    const late = [...this.#begun.values()].filter((begin) => newest === undefined || isLater(newest, begin));
    return [...droppedLine(dropped), ...lines, ...late.flatMap(({ call }) => this.#running(call))];
  }

  replaced(): readonly string[] {
    this.#begun.clear();
    this.#last = undefined;
    return ['The engine was replaced; what it kept is gone, and its numbers begin anew.'];
  }

  isWaiting(): boolean {
    return this.#begun.size > 0;
  }

  #linesOf(entry: JournalEntry): readonly string[] {
    const { call } = entry;
    if (entry.kind === 'begin') {
      this.#begun.set(call, entry);
      return [];
    }
    const begin = this.#begun.get(call);
    if (isHappening(entry)) return [...this.#running(call), this.#below(call, happeningLine(entry))];
    if (begin === undefined) return [this.#below(call, endingOf(entry))];
    this.#begun.delete(call);
    this.#last = call;
    return [callLine(begin, entry)];
  }

  #running(call: number): readonly string[] {
    const begin = this.#begun.get(call);
    if (begin === undefined) return [];
    this.#begun.delete(call);
    this.#last = call;
    return [callLine(begin, undefined)];
  }

  #below(call: number, text: string): string {
    const line = this.#last === call ? `  ${text}` : `  #${call} ${text}`;
    this.#last = call;
    return line;
  }
}

/** Other calls go on while one hangs. */
function isLater(newest: JournalEntry, begin: JournalEntry): boolean {
  return Date.parse(newest.time) - Date.parse(begin.time) >= RUNNING_MS;
}

function droppedLine(count: number): readonly string[] {
  return count === 0 ? [] : [`… ${count} entries are no longer kept.`];
}

function isHappening(entry: JournalEntry): entry is Exclude<JournalEntry, { readonly kind: 'begin' | 'end' }> {
  return entry.kind !== 'begin' && entry.kind !== 'end';
}
