import type { ControlType } from '../../../model/controlType.ts';
import type { NoteCode, Orientation, Rect, VisualState } from '../../../model/element.ts';
import type { Patterns } from '../../../model/pattern.ts';
import type { TextSlice } from '../adapter.ts';

/** A control of a simulated window. */
export interface SceneControl {
  /** Native identity within the scene; two controls of different stages may share one, as toolkits re-use handles. */
  readonly key: string;
  readonly type: ControlType;
  readonly name?: string;
  readonly automationId?: string;
  readonly className?: string;
  /** Of scroll bars. */
  readonly orientation?: Orientation;
  readonly accelerator?: string;
  /** Left, top, width and height within the window; without it the control is placed below the one before. */
  readonly box?: Rect;
  readonly flags?: readonly ('disabled' | 'focused' | 'focusable' | 'required' | 'offscreen' | 'password')[];
  readonly patterns?: Patterns;
  readonly actions?: readonly string[];
  /** What the Text pattern gives, where that is more than the value. */
  readonly text?: string;
  /** Caret, selections and looks of the text. */
  readonly marks?: Pick<TextSlice, 'caret' | 'selections' | 'runs'>;
  readonly rows?: SceneRows;
  readonly children?: readonly SceneControl[];
  /** What happens in the application when the control is used, beyond what its pattern does. */
  readonly causes?: readonly Consequence[];
  /** How its provider answers calls; it does what it is told without it. */
  readonly provider?: Provider;
}

/** How an application reacts. */
export type Consequence =
  /** A control, of this window, gets another name. */
  | { readonly kind: 'renames'; readonly key: string; readonly name: string }
  | { readonly kind: 'disables' | 'enables' | 'removes'; readonly key: string }
  /** Another page of the window is shown. */
  | { readonly kind: 'turns'; readonly stage: number }
  /** Another window opens, or this or another one closes. */
  | { readonly kind: 'opens' | 'closes'; readonly scene: string };

/** How the provider of a control misbehaves when it is called. */
export type Provider =
  /** Reports success and does nothing. */
  | { readonly kind: 'lies' }
  /** Says that it cannot. */
  | { readonly kind: 'refuses' }
  /** Shows the effect so many milliseconds later. */
  | { readonly kind: 'lags'; readonly ms: number }
  /** Keeps at most so many characters of what it is given. */
  | { readonly kind: 'cuts'; readonly characters: number }
  /** Does not answer the call, as one that runs a modal dialog in it. */
  | { readonly kind: 'blocks' };

/** Rows of a grid, made when they are read. `{row}` in a cell stands for the row's number, counted from 1. */
export interface SceneRows {
  readonly count: number;
  readonly columns: readonly string[];
  readonly cells: readonly string[];
  /** The rows that exist in the tree; the others are empty, as in a virtualised grid. All of them without it. */
  readonly rendered?: { readonly from: number; readonly count: number };
}

/** How a simulated application misbehaves. */
export type Fault =
  /** Every read takes so many milliseconds. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** A read never answers. */
  | { readonly kind: 'hangs' }
  /** The application ends after so many reads. */
  | { readonly kind: 'dies'; readonly afterReads: number }
  /** The window has moved by so many pixels at each read. */
  | { readonly kind: 'moves'; readonly by: readonly [x: number, y: number] }
  /** The name of a control counts the reads. */
  | { readonly kind: 'ticks'; readonly key: string }
  /** Only the window exists until so many reads were made. */
  | { readonly kind: 'populates'; readonly afterReads: number }
  /** The window is missing from the lists with these numbers, counted from 1. */
  | { readonly kind: 'unlisted'; readonly from: number; readonly to: number };

/** A simulated window. */
export interface Scene {
  readonly key: string;
  readonly title: string;
  readonly app: string;
  readonly className: string;
  readonly rect: Rect;
  readonly state?: VisualState;
  readonly modal?: true;
  /** Key of the scene that this window belongs to. */
  readonly owner?: string;
  readonly toolkit?: string;
  /** The contents, stage by stage; a wizard has a stage for each page. */
  readonly stages: readonly (readonly SceneControl[])[];
  readonly faults?: readonly Fault[];
  readonly note?: { readonly code: NoteCode; readonly detail?: string };
  /** It is opened by another one. */
  readonly closed?: true;
}
