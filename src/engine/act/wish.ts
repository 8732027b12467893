import type { Point } from '../../model/hitTest.ts';
import type { Button } from '../../model/inputStep.ts';
import type { TextRange } from '../../model/textRange.ts';
import type { Known } from '../session/elementTable.ts';

/** What a step asks of the control, beside its action. */
export interface Wish {
  readonly value: string | undefined;
  /** Where to point at, other than at the middle of the control. */
  readonly at?: Point;
  /** Where to drag it. */
  readonly to?: Known | Point;
  readonly button?: Button;
  /** Where in its text. */
  readonly range?: TextRange;
  /** How often to click. */
  readonly count?: number;
}
