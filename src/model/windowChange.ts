import type { Effect } from './receipt.ts';
import type { WindowView } from './view.ts';

/** What can be done with a window. */
export const WINDOW_ACTIONS = ['activate', 'minimize', 'maximize', 'restore', 'move', 'close'] as const;

export type WindowAction = (typeof WINDOW_ACTIONS)[number];

/** Where a window is to be, in physical pixels; what is left out stays as it is. */
export interface Placement {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** One request to the window system. None of them activates a window. */
export type WindowChange =
  | { readonly change: 'minimize' | 'maximize' | 'restore' | 'close' }
  | ({ readonly change: 'move' } & Placement);

/** What became of a request. */
export interface WindowReceipt {
  readonly action: WindowAction;
  readonly effect: Effect;
  /** The window before. */
  readonly window: WindowView;
  /** What was verified, as the window system told it before and tells it now. */
  readonly before: string;
  readonly after: string;
  readonly detail?: string;
  /** Windows that have opened meanwhile, such as a question whether to save. */
  readonly opened: readonly WindowView[];
  readonly milliseconds: number;
}
