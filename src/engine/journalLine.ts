import type { JournalEntry } from './session/journal.ts';

/** One call as a line for people. */
export function journalLine(entry: JournalEntry): string {
  const { time, client, tool, arguments: given, outcome, milliseconds, size } = entry;
  return `${time} ${client} ${tool} ${given} ${outcome} ${milliseconds} ms, ${size} characters`;
}
