import type { ControlType } from './controlType.ts';
import type { Patterns } from './pattern.ts';

/** Native identity of a control or a window: opaque to everybody but its adapter, unique within one desktop. */
export type Handle = string;

/** Left, top, width and height in physical pixels of the virtual desktop; left and top may be negative. */
export type Rect = readonly [x: number, y: number, width: number, height: number];

export type Orientation = 'horizontal' | 'vertical';

/** One control as its adapter translated it, in the vocabulary of UI Automation. */
export interface AxNode {
  readonly handle: Handle;
  /** Index of the parent in the tree's `nodes`; −1 for the root. */
  readonly parent: number;
  readonly type: ControlType;
  readonly name: string;
  readonly automationId?: string;
  readonly className?: string;
  readonly accelerator?: string;
  /** Absent where the toolkit gives no trustworthy screen rectangle. */
  readonly rect?: Rect;
  readonly disabled?: true;
  readonly focused?: true;
  readonly focusable?: true;
  readonly required?: true;
  /** Of scroll bars: the axis that they move on. */
  readonly orientation?: Orientation;
  /** Its text may have several lines. */
  readonly multiline?: true;
  readonly offscreen?: true;
  /** Its value is secret: adapters send none, and no answer shows one. */
  readonly password?: true;
  readonly patterns: Patterns;
  /** Names of native actions beyond the patterns, as the application spells them. */
  readonly actions?: readonly string[];
}

/** Whether two controls of one native identity are the same one: toolkits re-use identities for other controls. */
export function isSameControl(a: ControlKind, b: ControlKind): boolean {
  return a.type === b.type && a.automationId === b.automationId;
}

/** What of a control must not change for it to be the same control. */
interface ControlKind {
  readonly type: ControlType;
  readonly automationId?: string | undefined;
}

/** What a native read left out, and where. */
export interface Cut {
  readonly reason: 'rows' | 'elements' | 'time' | 'children';
  /** Index of the container whose children were left out; absent where the whole read ended early. */
  readonly at?: number;
  /** How many were left out; absent where nobody knows. */
  readonly omitted?: number;
}

/** The controls of one window, or of one subtree, in document order (every parent before its children). */
export interface AxTree {
  readonly nodes: readonly AxNode[];
  readonly cuts: readonly Cut[];
  readonly notes: readonly Note[];
  /** Names this state of the tree where its adapter keeps it current; it can be asked later whether it still holds. */
  readonly version?: string;
}

/** A situation that the reader of an answer must know to understand what it shows. */
export interface Note {
  readonly code: NoteCode;
  /** What fills the sentence, such as the flag to start the application with. */
  readonly detail?: string;
}

export type NoteCode =
  | 'minimized'
  | 'modal_open'
  | 'popup_open'
  | 'not_populated'
  | 'chromium_closed'
  | 'canvas'
  | 'no_coordinates'
  | 'accessibility_enabled'
  | 'accessibility_off'
  | 'application_silent'
  | 'simulated';

export type VisualState = 'normal' | 'minimized' | 'maximized';

/** One top-level window of a desktop. */
export interface WindowInfo {
  readonly handle: Handle;
  readonly title: string;
  /** The program: its executable or its accessible application name. */
  readonly app: string;
  readonly className: string;
  readonly pid: number;
  readonly rect?: Rect;
  readonly state: VisualState;
  readonly focused?: true;
  /** Wholly under other windows. */
  readonly covered?: true;
  /** On another virtual desktop than the one that is shown. */
  readonly elsewhere?: true;
  /** Rolled up to its title bar. */
  readonly shaded?: true;
  /** A menu, a list or a tool tip that the window manager does not know. */
  readonly popup?: true;
  readonly modal?: true;
  /** The window that this one belongs to, such as the one a dialog was opened from. */
  readonly owner?: Handle;
  /** The user interface toolkit, where it is known: `gtk`, `Qt`, `Chromium`. */
  readonly toolkit?: string;
}
