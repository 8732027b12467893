import type {
  CallBegun,
  CallEnded,
  ChangeCounts,
  Happening,
  JournalEntry,
  KeysNote,
  LaunchNote,
  StepNote,
  WindowNote,
} from './journal.ts';
import { quoted } from './text.ts';

/** An entry of one kind, with its number, time, call and client. */
export type EntryOf<Kind> = Extract<JournalEntry, Kind>;

/** `2026-05-01T14:02:11.204Z #7 cli observe {"window":"Orders"}: ok, 38 ms, 812 characters`; `running` before its end. */
export function callLine(begin: EntryOf<CallBegun>, end: CallEnded | undefined): string {
  const { time, call, client, tool, arguments: given } = begin;
  const head = [time, `#${call}`, client, tool, given].filter((part) => part !== '').join(' ');
  return `${head}: ${end ? endingOf(end) : 'running'}`;
}

/** How a call ended: `ok, 38 ms, 812 characters`. */
export function endingOf({ outcome, error, milliseconds, size }: CallEnded): string {
  return `${outcome}, ${milliseconds} ms, ${size} characters${error === undefined ? '' : `: ${error}`}`;
}

/** `step 1 click 12 Button 'Save': confirmed by Invoke; 3 changed; 71 ms`. */
export function happeningLine(note: Happening): string {
  switch (note.kind) {
    case 'failed_step':
      return `${joined(' ', ['step', note.step, note.action, note.id])}: ${note.error}; ${note.milliseconds} ms`;
    case 'step':
      return `step ${note.step} ${note.action} ${note.id} ${note.type} ${quoted(note.name)}: ${stepOutcome(note)}`;
    case 'window':
      return `window ${note.action} ${note.window} ${quoted(note.title)}: ${windowOutcome(note)}`;
    case 'keys':
      return `keys in ${note.window} ${quoted(note.title)}: ${deedOutcome(note, countsLine(note.changes))}`;
    case 'launch':
      return `launch ${quoted(note.program)} pid ${note.pid}: ${deedOutcome(note, openedLine(note.opened))}`;
  }
}

function deedOutcome({ effect, detail, milliseconds }: KeysNote | LaunchNote, seen: string | undefined): string {
  return joined('; ', [joined(', ', [effect, detail]), seen, `${milliseconds} ms`]);
}

function openedLine(opened: number): string | undefined {
  return opened === 0 ? undefined : `${opened} opened`;
}

function stepOutcome({ effect, rung, before, after, detail, skipped, changes, milliseconds }: StepNote): string {
  const shown = (text: string | undefined) => (text === undefined ? undefined : quoted(text));
  return joined('; ', [
    joined(', ', [rung === undefined ? effect : `${effect} by ${rung}`, verified(shown(before), shown(after)), detail]),
    ...skipped.map((other) => `skipped ${other.rung} (${other.reason})`),
    countsLine(changes),
    `${milliseconds} ms`,
  ]);
}

function windowOutcome({ effect, before, after, detail, opened, milliseconds }: WindowNote): string {
  return joined('; ', [
    joined(', ', [effect, before === after ? before : verified(before, after), detail]),
    openedLine(opened),
    `${milliseconds} ms`,
  ]);
}

function verified(before: string | undefined, after: string | undefined): string | undefined {
  return after === undefined ? before : `${before ?? '?'} → ${after}`;
}

function countsLine(changes: ChangeCounts): string | undefined {
  const counts = Object.entries(changes).filter(([, count]) => count > 0);
  return counts.length === 0 ? undefined : counts.map(([what, count]) => `${count} ${what}`).join(', ');
}

function joined(between: string, parts: readonly (string | number | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(between);
}
