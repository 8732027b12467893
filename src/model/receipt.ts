import type { Element, WindowView } from './view.ts';

/** The actions of a step. */
export const ACTIONS = [
  'click',
  'double_click',
  'right_click',
  'click_physical',
  'click_at',
  'hover',
  'drag',
  'set_value',
  'type',
  'toggle',
  'select',
  'add_to_selection',
  'expand',
  'collapse',
  'set_number',
  'set_caret',
  'select_text',
  'replace_text',
  'scroll',
  'scroll_into_view',
  'focus',
  'secondary',
] as const;

export type Action = (typeof ACTIONS)[number];

/**
 * What may become of a step. `confirmed`: what was asked can be seen. `no_effect`: the application accepted it and nothing
 * changed. `unverified`: it was tried, and nothing tells whether it worked. `needs_foreground`: nothing was done, and the
 * way that is left would take the pointer or the focus. `refused`: nothing was done. `failed`: what can be seen is not
 * what was asked.
 */
export const EFFECTS = ['confirmed', 'no_effect', 'unverified', 'needs_foreground', 'refused', 'failed'] as const;

export type Effect = (typeof EFFECTS)[number];

/** A way that was not taken, or that led nowhere. */
export interface SkippedRung {
  readonly rung: string;
  readonly reason: string;
}

/** What an attempt of a step came to. */
export interface Attempted {
  readonly effect: Effect;
  /** The way that was taken last; absent where none was, or where none was needed. */
  readonly rung?: string;
  readonly skipped: readonly SkippedRung[];
  /** What was verified, as it was before and as it is now. */
  readonly before?: string;
  readonly after?: string;
  /** What more there is to say, such as that nothing had to be done. */
  readonly detail?: string;
}

/** What has changed in the window of a step. */
export interface StepChanges {
  readonly added: readonly Element[];
  readonly changed: readonly Element[];
  readonly removed: readonly Element[];
  /** Windows that have opened, a modal one first, and titles of those that have closed. */
  readonly opened: readonly WindowView[];
  readonly closed: readonly string[];
}

/** The answer to one step. */
export interface Receipt extends Attempted {
  /** Counted from 1. */
  readonly step: number;
  readonly action: Action;
  readonly element: Element;
  readonly changes: StepChanges;
  readonly milliseconds: number;
}

/** A step that was not tried, because an earlier one did not do what was asked or because of an error. */
export interface FailedStep {
  readonly step: number;
  readonly action: Action;
  /** Absent where the step names a point. */
  readonly id?: number;
  /** `code: sentence` of an error. */
  readonly error: string;
}

/** The answer to a batch of steps. */
export interface Batch {
  readonly receipts: readonly (Receipt | FailedStep)[];
  /** Steps that were not tried after the last one. */
  readonly left: number;
}

/** Whether the step did what was asked. */
export function isConfirmed(receipt: Receipt | FailedStep): boolean {
  return 'effect' in receipt && receipt.effect === 'confirmed';
}
