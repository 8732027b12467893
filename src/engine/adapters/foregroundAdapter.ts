import type { Handle } from '../../model/element.ts';
import type { InputStep } from '../../model/inputStep.ts';
import type { Outcome } from '../../model/patternCall.ts';

/**
 * What moves the pointer, presses keys and takes the focus. It runs in a process of its own, which is started only
 * where the user allows it: the process that reads and acts in the background has none of these functions.
 */
export interface ForegroundAdapter {
  /** Gives the keyboard focus to a control; some toolkits raise and activate its window with it. */
  focus(handle: Handle, signal: AbortSignal): Promise<Outcome>;
  /** Asks the window system to bring a window to the front and to give it the focus. */
  activate(window: Handle, signal: AbortSignal): Promise<Outcome>;
  /**
   * Does the steps one after the other. Buttons and keys that it has pressed are released whatever happens, and the
   * state of the keyboard that it changed, such as Caps Lock, is set back. `refused` where the person at the machine
   * holds a key down meanwhile, or where the keyboard cannot give a character: then nothing was done.
   */
  input(steps: readonly InputStep[], signal: AbortSignal): Promise<Outcome>;
  dispose(): Promise<void>;
}
