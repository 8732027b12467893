import type { CellRows } from '../../model/cellRows.ts';
import type { AxNode, AxTree, Handle, Note, Rect, WindowInfo } from '../../model/element.ts';
import type { Program, ProgramState } from '../../model/launching.ts';
import type { Outcome, PatternCall } from '../../model/patternCall.ts';
import type { TextRange, TextRun } from '../../model/textRange.ts';
import type { WindowChange } from '../../model/windowChange.ts';

/** What to read of a window. Adapters prune and stop by these alone and report every cut. */
export interface Scope {
  /** The subtree to read; the whole window without it. */
  readonly within?: Handle;
  readonly includeOffscreen: boolean;
  /** Rows to read of one grid, list or tree; the others are counted as a cut. */
  readonly rows: number;
  /** Elements to read in all. */
  readonly maxNodes: number;
  /** Milliseconds after which the read ends with what it has, reported as a cut. */
  readonly timeBudget: number;
}

/** The windows of a desktop, the one that last had the focus first. */
export interface WindowList {
  readonly windows: readonly WindowInfo[];
  readonly notes: readonly Note[];
}

/** Which part of a text to read; positions are Unicode code points. */
export interface TextPart {
  readonly start: number;
  readonly count: number;
  /** Whether the looks of the part are read as well. */
  readonly attributes?: boolean;
}

/** Part of the text of a control. */
export interface TextSlice {
  /** The pattern or property that gave it. */
  readonly source: 'Text' | 'Value' | 'Name';
  readonly text: string;
  /** Code points that the control has in all; absent where only a read of everything would tell. */
  readonly total?: number;
  /** The time for reading was over before all of the part was read. */
  readonly ended?: true;
  /** Where the caret is; absent where there is none. */
  readonly caret?: number;
  readonly selections?: readonly TextRange[];
  /** The looks of the part; what no run covers was not told. Absent where the control has no Text pattern. */
  readonly runs?: readonly TextRun[];
}

/** Which cells to read; all numbers count from 0. */
export interface CellRange {
  /** Absent together with `column`: what can be seen of a spreadsheet, what is rendered of a virtualised grid. */
  readonly row?: number;
  readonly column?: number;
  /** At most so many rows and columns. */
  readonly rows: number;
  readonly columns: number;
}

/** What the window system shows at a point of the screen. */
export type AtPoint =
  | { readonly kind: 'window'; readonly window: Handle }
  /** The title bar or the border of a window. */
  | { readonly kind: 'frame'; readonly window: Handle }
  /** A menu, a list or a tooltip, in `rect`, and the windows in whose trees it may be, the most likely first. */
  | { readonly kind: 'popup'; readonly rect: Rect; readonly windows: readonly Handle[] }
  /** A panel, which belongs to the desktop and is no window. */
  | { readonly kind: 'panel'; readonly title: string }
  /** A window of a program that is left out. */
  | { readonly kind: 'leftOut'; readonly pid: number }
  /** No window. */
  | { readonly kind: 'desktop' }
  /** The point is not on the screen, which is this. */
  | { readonly kind: 'outside'; readonly screen: Rect };

/** How a program must be started to expose its controls. */
export interface Mend {
  /** Variables to set; those that are `null` are to be left out. */
  readonly environment: Readonly<Record<string, string | null>>;
  /** Arguments to put before its own. */
  readonly flags: readonly string[];
}

/** What one check of a desktop found. */
export interface Check {
  readonly check: string;
  readonly status: 'ok' | 'problem' | 'unknown';
  /** What was found, and why it is as it is. */
  readonly text: string;
  /** The command that mends it. */
  readonly command?: string;
}

/** What an open program exposes. */
export interface ProgramCheck extends Check {
  readonly pid: number;
  /** Controls that its windows expose, the windows themselves among them; absent where it did not answer. */
  readonly elements?: number;
  /** How to start it so that it exposes more. */
  readonly mend?: Mend;
}

/** Everything between the engine and the controls of the open programs. */
export interface Diagnosis {
  readonly session: readonly Check[];
  readonly programs: readonly ProgramCheck[];
}

/**
 * Translates the accessibility interface of one platform. Each method is one batched read or one call: it never retries,
 * never names ids and never falls back. Failures are `EngineError`s: `unknown_window`, `stale_element`,
 * `application_exited`, `not_responding`, `accessibility_off`, `unsupported_action`. Processes that are `leftOut` are not
 * asked for anything: a program that waits for the answer to its own call cannot answer another one.
 */
export interface PlatformAdapter {
  windows(leftOut: readonly number[], signal: AbortSignal): Promise<WindowList>;
  /** The tree of a window in document order; its root is the window. */
  capture(window: Handle, scope: Scope, signal: AbortSignal): Promise<AxTree>;
  /** Whether a capture would give the same as the one that gave this version; false where the adapter cannot tell. */
  isCurrent(version: string, signal: AbortSignal): Promise<boolean>;
  /**
   * Waits until an event tells that the tree of this version has changed; false at `limit` milliseconds, and at once where
   * no events are listened to. Not every change has an event.
   */
  changed(version: string, limit: number, signal: AbortSignal): Promise<boolean>;
  /** The present state of controls, `null` where one is gone; parents are −1. */
  reread(handles: readonly Handle[], signal: AbortSignal): Promise<readonly (AxNode | null)[]>;
  /** Counts characters as Unicode code points. */
  text(handle: Handle, part: TextPart, signal: AbortSignal): Promise<TextSlice>;
  cells(handle: Handle, range: CellRange, signal: AbortSignal): Promise<CellRows>;
  /**
   * Makes exactly one native call on a control. What the application refuses is an outcome; failures are those of a read.
   * None of the calls moves the pointer or takes the focus: what does so is `ForegroundAdapter`'s.
   */
  perform(handle: Handle, call: PatternCall, signal: AbortSignal): Promise<Outcome>;
  /** Makes one request to the window system; what has become of it is seen in the list of windows. */
  changeWindow(window: Handle, change: WindowChange, signal: AbortSignal): Promise<Outcome>;
  /** The program that a name means. Fails with `invalid_argument` where there is none. */
  program(name: string, signal: AbortSignal): Promise<Program>;
  /** Starts a program so that it tells of its controls, and does not take the focus where the window system heeds that. */
  launch(program: Program, args: readonly string[], signal: AbortSignal): Promise<number>;
  /** What has become of a process that `launch` has started. */
  programState(pid: number, signal: AbortSignal): Promise<ProgramState>;
  /** What is shown at a point; fails with `unsupported_action` where the window system does not tell. */
  at(x: number, y: number, leftOut: readonly number[], signal: AbortSignal): Promise<AtPoint>;
  /** Checks the session and every open program; what is wrong with them is the answer and no failure. */
  diagnose(leftOut: readonly number[], signal: AbortSignal): Promise<Diagnosis>;
  /** Ends connections and restores what the adapter changed on the desktop. */
  dispose(): Promise<void>;
}
