import type { AxNode } from '../../model/element.ts';
import type { Point } from '../../model/hitTest.ts';
import type { InputStep } from '../../model/inputStep.ts';
import type { PatternCall } from '../../model/patternCall.ts';
import type { Check } from './checks.ts';
import type { Wish } from './wish.ts';

/** One way to do an action. */
export type Rung = PatternRung | FocusRung | KeysRung | PointerRung;

interface RungBase {
  /** As receipts call it. */
  readonly name: string;
  /** Whether it is one for this kind of control; for every kind without it. What is for others is no skipped rung. */
  readonly suits?: (node: AxNode, wish: Wish) => boolean;
  /** Why this way is not open for the control as it is; undefined where it is. Pure. */
  readonly unless?: (node: AxNode, wish: Wish) => string | undefined;
}

/** A call of the control, which takes nothing of the user's. */
interface PatternRung extends RungBase {
  readonly needs?: undefined;
  readonly attempt: (node: AxNode, wish: Wish) => PatternCall;
}

/** Gives the control the focus, and no more. */
interface FocusRung extends RungBase {
  readonly needs: 'focus';
}

/** Gives the control the focus and presses keys. */
interface KeysRung extends RungBase {
  readonly needs: 'keys';
  readonly steps: (wish: Wish, node: AxNode) => readonly InputStep[];
}

/** Points at the control, which must be what is seen there. */
export interface PointerRung extends RungBase {
  readonly needs: 'pointer';
  /** `to` is the point that the wish names. */
  readonly steps: (at: Point, wish: Wish, to: Point) => readonly InputStep[];
}

/** The ways to do an action, the best first. */
export interface Ladder {
  readonly rungs: readonly Rung[];
  /** What can be seen when it was done. */
  readonly check: Check;
  /** Whether doing it twice is the same as doing it once, so that another way may follow one that had no effect. */
  readonly idempotent: boolean | ((wish: Wish) => boolean);
  /** Why nothing has to be done; undefined where something has. */
  readonly done?: (node: AxNode, wish: Wish) => string | undefined;
  /** Why the step is impossible whatever the way; undefined where it is not. */
  readonly refuse?: (node: AxNode, wish: Wish) => string | undefined;
}
