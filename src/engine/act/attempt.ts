import type { AxNode } from '../../model/element.ts';
import type { Point } from '../../model/hitTest.ts';
import type { InputPolicy } from '../../model/inputPolicy.ts';
import type { InputStep } from '../../model/inputStep.ts';
import type { Outcome, PatternCall } from '../../model/patternCall.ts';
import type { TextSlice } from '../adapters/adapter.ts';
import type { Ladder } from './rung.ts';
import type { Wish } from './wish.ts';

/** What takes the pointer and the focus, where the user allows it. */
export interface ForegroundHands {
  focus(): Promise<Outcome>;
  /** Presses keys once the control has the focus; nothing where it does not take it. */
  keys(steps: readonly InputStep[]): Promise<Outcome>;
  /**
   * Points at the control and, for a drag, at where the wish says. Fails with `point_obstructed` or
   * `point_outside_window` where something else is seen there.
   */
  pointer(wish: Wish, steps: (at: Point, to: Point) => readonly InputStep[]): Promise<Outcome>;
}

/** What the runner needs of the world. */
export interface Hands {
  perform(call: PatternCall): Promise<Outcome>;
  readonly input: InputPolicy;
  /** Absent where the policy forbids it, or the desktop has none. */
  readonly foreground?: ForegroundHands;
  /** The control as it is now; undefined where it is gone. */
  reread(): Promise<AxNode | undefined>;
  /** Its text as it is now; undefined where it is gone. */
  readText(): Promise<TextSlice | undefined>;
  /** Whether anything in its window, or which windows there are, is other than before the step. */
  hasChanged(): Promise<boolean>;
  /** Milliseconds that the toolkit may take until an effect can be seen. */
  readonly lag: number;
  readonly signal: AbortSignal;
}

/** A step that is being done. */
export interface Attempt {
  readonly ladder: Ladder;
  readonly wish: Wish;
  /** The control before the step. */
  readonly before: AxNode;
  /** Its text, for a step on that. */
  readonly text?: TextSlice;
  readonly hands: Hands;
}
