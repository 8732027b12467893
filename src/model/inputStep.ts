import type { Chord, Modifier } from './chord.ts';
import type { Point } from './hitTest.ts';

export const BUTTONS = ['left', 'middle', 'right'] as const;

export type Button = (typeof BUTTONS)[number];

/** One thing that a person does with the pointer or the keyboard. Points are physical pixels of the screen. */
export type InputStep =
  | { readonly input: 'move'; readonly to: Point }
  | { readonly input: 'press' | 'release'; readonly button: Button }
  /** Notches of the wheel; positive ones go down and to the right. */
  | { readonly input: 'wheel'; readonly vertical: number; readonly horizontal: number }
  /** Held until the end of the sequence. */
  | { readonly input: 'hold'; readonly modifier: Modifier }
  | { readonly input: 'chord'; readonly chord: Chord }
  | { readonly input: 'type'; readonly text: string }
  /** Milliseconds in which programs can follow. */
  | { readonly input: 'pause'; readonly ms: number };
