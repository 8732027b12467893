import type { Attempted, StepChanges } from './receipt.ts';
import type { WindowView } from './view.ts';

/** What became of key presses. */
export interface KeysReceipt extends Attempted {
  /** As they were asked for. */
  readonly keys: string;
  /** The window that had the focus then. */
  readonly window: WindowView;
  readonly changes: StepChanges;
  readonly milliseconds: number;
}
