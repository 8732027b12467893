import type { Effect } from './receipt.ts';
import type { WindowView } from './view.ts';

/** A program as a desktop knows it. */
export interface Program {
  /** What the user is asked about: its file name, or that of its entry among the applications. */
  readonly name: string;
  /** The words that start it, before the arguments of the caller. */
  readonly command: readonly string[];
}

/** What has become of a program that was started. */
export interface ProgramState {
  /** It and what it has started, as far as they run. */
  readonly processes: readonly number[];
  /** How it ended by itself; absent while it runs. */
  readonly exit?: string;
}

/** The answer to a launch. */
export interface LaunchReceipt {
  readonly program: string;
  /** `confirmed` when it shows a window, `unverified` when it runs without one, `failed` when it ended. */
  readonly effect: Effect;
  readonly pid: number;
  /** Windows that have opened, its own first. */
  readonly windows: readonly WindowView[];
  readonly detail?: string;
  readonly milliseconds: number;
}
