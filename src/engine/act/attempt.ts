import type { AxNode } from '../../model/element.ts';
import type { Outcome, PatternCall } from '../../model/patternCall.ts';
import type { Ladder } from './rung.ts';
import type { Wish } from './wish.ts';

/** What the runner needs of the world. */
export interface Hands {
  perform(call: PatternCall): Promise<Outcome>;
  /** The control as it is now; undefined where it is gone. */
  reread(): Promise<AxNode | undefined>;
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
  readonly hands: Hands;
}
