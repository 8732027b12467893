import type { AxNode } from '../../model/element.ts';
import type { PatternCall } from '../../model/patternCall.ts';
import type { Check } from './checks.ts';
import type { Wish } from './wish.ts';

/** One way to do an action. */
export interface Rung {
  /** As receipts call it. */
  readonly name: string;
  /** Whether it is one for this kind of control; for every kind without it. What is for others is no skipped rung. */
  readonly suits?: (node: AxNode, wish: Wish) => boolean;
  /** Why this way is not open for the control as it is; undefined where it is. Pure. */
  readonly unless: (node: AxNode, wish: Wish) => string | undefined;
  /** What of the user's it would take. */
  readonly needs?: 'focus';
  readonly attempt: (node: AxNode, wish: Wish) => PatternCall;
}

/** The ways to do an action, the best first. */
export interface Ladder {
  readonly rungs: readonly Rung[];
  /** What can be seen when it was done. */
  readonly check: Check;
  /** Whether doing it twice is the same as doing it once, so that another way may follow one that had no effect. */
  readonly idempotent: boolean | ((wish: Wish) => boolean);
  /** Why the step is impossible whatever the way; undefined where it is not. */
  readonly refuse?: (node: AxNode, wish: Wish) => string | undefined;
}
