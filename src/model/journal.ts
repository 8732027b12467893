import type { Action, Effect, SkippedRung } from './receipt.ts';
import type { WindowAction } from './windowChange.ts';

/** A call has begun. */
export interface CallBegun {
  readonly kind: 'begin';
  readonly tool: string;
  /** The arguments as JSON, cut to a readable length, without secrets. */
  readonly arguments: string;
}

/** A step has ended. Texts of the application are harmless. */
export interface StepNote {
  readonly kind: 'step';
  /** Counted from 1. */
  readonly step: number;
  readonly action: Action;
  /** Of the element, whose type and name follow. */
  readonly id: number;
  readonly type: string;
  readonly name: string;
  readonly effect: Effect;
  /** The way that was taken last. */
  readonly rung?: string;
  readonly skipped: readonly SkippedRung[];
  /** What was verified, as it was and as it is; `***` where it is secret. */
  readonly before?: string;
  readonly after?: string;
  readonly detail?: string;
  readonly changes: ChangeCounts;
  readonly milliseconds: number;
}

/** How many elements and windows a step has changed. */
export interface ChangeCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly opened: number;
  readonly closed: number;
}

/** A step ended in an error, or with its call. */
export interface FailedStepNote {
  readonly kind: 'failed_step';
  readonly step: number;
  readonly action: Action;
  /** Absent where the step names a point. */
  readonly id?: number;
  /** `code: sentence` */
  readonly error: string;
  readonly milliseconds: number;
}

/** A window was asked to change. */
export interface WindowNote {
  readonly kind: 'window';
  readonly action: WindowAction;
  readonly window: string;
  readonly title: string;
  readonly effect: Effect;
  readonly before: string;
  readonly after: string;
  readonly detail?: string;
  /** Windows that have opened meanwhile. */
  readonly opened: number;
  readonly milliseconds: number;
}

/** Keys were pressed, which stand in the arguments of the call. */
export interface KeysNote {
  readonly kind: 'keys';
  readonly window: string;
  readonly title: string;
  readonly effect: Effect;
  readonly detail?: string;
  readonly changes: ChangeCounts;
  readonly milliseconds: number;
}

/** A program was started. */
export interface LaunchNote {
  readonly kind: 'launch';
  readonly program: string;
  readonly pid: number;
  readonly effect: Effect;
  readonly detail?: string;
  /** Windows that have opened. */
  readonly opened: number;
  readonly milliseconds: number;
}

/** A call has ended. */
export interface CallEnded {
  readonly kind: 'end';
  readonly tool: string;
  /** `ok`, `failed` (the answer says that it was not done), `cancelled`, or the code of the error. */
  readonly outcome: string;
  /** The sentence of the error. */
  readonly error?: string;
  readonly milliseconds: number;
  /** Characters of the answer. */
  readonly size: number;
}

/** What happens within a call, between its begin and its end. */
export type Happening = StepNote | FailedStepNote | WindowNote | KeysNote | LaunchNote;

/** An entry of the journal. */
export type JournalEntry = {
  /** Counted from 1 over all entries of an engine. */
  readonly number: number;
  /** ISO 8601, UTC. */
  readonly time: string;
  /** The call that it belongs to, counted from 1. */
  readonly call: number;
  /** As the client calls itself. */
  readonly client: string;
} & (CallBegun | Happening | CallEnded);

/** Entries of the journal, the oldest first. */
export interface JournalPage {
  readonly entries: readonly JournalEntry[];
  /** Entries between the number that was asked for and these, which are no longer kept. */
  readonly dropped: number;
}
