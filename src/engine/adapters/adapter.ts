import type { AxNode, AxTree, Handle, Note, WindowInfo } from '../../model/element.ts';

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

/** Part of the text of a control. */
export interface TextSlice {
  /** The pattern or property that gave it. */
  readonly source: 'Text' | 'Value' | 'Name';
  readonly text: string;
  /** Code points that the control has in all. */
  readonly total: number;
}

/** Rows of a grid. A cell that is not rendered is an empty string. */
export interface CellRows {
  /** Logical rows; more than are rendered where the grid is virtualised. */
  readonly rows: number;
  readonly columns: number;
  readonly headers: readonly string[];
  readonly start: number;
  readonly cells: readonly (readonly string[])[];
  /** The toolkit exposes only the rows near the visible ones: `rows` counts those, and nobody knows the others. */
  readonly partial?: true;
}

/**
 * Translates the accessibility interface of one platform. Each method is one batched native read: it never retries,
 * never names ids and never falls back. Failures are `EngineError`s: `unknown_window`, `stale_element`,
 * `application_exited`, `not_responding`, `accessibility_off`, `unsupported_action`.
 */
export interface PlatformAdapter {
  windows(signal: AbortSignal): Promise<WindowList>;
  /** The tree of a window in document order; its root is the window. */
  capture(window: Handle, scope: Scope, signal: AbortSignal): Promise<AxTree>;
  /** Whether a capture would give the same as the one that gave this version; false where the adapter cannot tell. */
  isCurrent(version: string, signal: AbortSignal): Promise<boolean>;
  /** The present state of controls, `null` where one is gone; parents are −1. */
  reread(handles: readonly Handle[], signal: AbortSignal): Promise<readonly (AxNode | null)[]>;
  /** Counts characters as Unicode code points. */
  text(handle: Handle, start: number, count: number, signal: AbortSignal): Promise<TextSlice>;
  cells(handle: Handle, start: number, count: number, signal: AbortSignal): Promise<CellRows>;
  /** Ends connections and restores what the adapter changed on the desktop. */
  dispose(): Promise<void>;
}
