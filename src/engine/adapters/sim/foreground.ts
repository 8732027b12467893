import type { AxNode, Handle } from '../../../model/element.ts';
import type { Point } from '../../../model/hitTest.ts';
import type { InputStep } from '../../../model/inputStep.ts';
import { DONE, type Outcome, type PatternCall, refused } from '../../../model/patternCall.ts';
import type { ForegroundAdapter } from '../foregroundAdapter.ts';

/** What made-up input needs of the made-up windows. */
export interface Simulated {
  /** The control that is seen at a point. */
  seenAt(point: Point): Promise<AxNode | undefined>;
  /** The control with the focus in the window that has it. */
  focused(): Promise<AxNode | undefined>;
  focus(handle: Handle): Promise<void>;
  /** Brings a window to the front. */
  raise(window: Handle): void;
  /** Does to a control what a person does, whom its provider cannot refuse. */
  use(handle: Handle, call: PatternCall): Promise<void>;
}

/** Pointer and keyboard of the simulated desktop. */
export class SimForeground implements ForegroundAdapter {
  readonly #windows: Simulated;
  #pointer: Point = { x: 0, y: 0 };

  constructor(windows: Simulated) {
    this.#windows = windows;
  }

  async focus(handle: Handle): Promise<Outcome> {
    await this.#windows.focus(handle);
    return DONE;
  }

  activate(window: Handle): Promise<Outcome> {
    this.#windows.raise(window);
    return Promise.resolve(DONE);
  }

  async input(steps: readonly InputStep[], signal: AbortSignal): Promise<Outcome> {
    const hand: Hand = { pressed: undefined, all: false, control: false };
    for (const step of steps) {
      signal.throwIfAborted();
      await this.#run(step, hand);
    }
    return steps.length > 0 ? DONE : refused('there is nothing to do');
  }

  async #run(step: InputStep, hand: Hand): Promise<void> {
    switch (step.input) {
      case 'move':
        this.#pointer = step.to;
        break;
      case 'press':
        hand.pressed = await this.#windows.seenAt(this.#pointer);
        break;
      case 'release':
        await this.#release(step.button === 'left', hand);
        break;
      case 'hold':
        hand.control ||= step.modifier === 'Control';
        break;
      case 'type':
        await this.#type(step.text, hand);
        break;
      case 'chord':
        await this.#chord(step.chord.modifiers.includes('Control'), step.chord.key, hand);
        break;
      case 'wheel':
      case 'pause':
        break;
    }
  }

  async #release(isLeft: boolean, { pressed, control }: Hand): Promise<void> {
    const seen = await this.#windows.seenAt(this.#pointer);
    if (!seen || !pressed || seen.handle !== pressed.handle || !isLeft || seen.disabled) return;
    if (seen.focusable) await this.#windows.focus(seen.handle);
    await this.#windows.use(seen.handle, clickOf(seen, control));
  }

  async #type(text: string, hand: Hand): Promise<void> {
    const node = await this.#windows.focused();
    const { value } = node?.patterns ?? {};
    if (!node || !value || value.readOnly) return;
    await this.#windows.use(node.handle, { call: 'setValue', value: hand.all ? text : value.value + text });
    hand.all = false;
  }

  async #chord(isControl: boolean, key: string, hand: Hand): Promise<void> {
    if (isControl && key.toLowerCase() === 'a') hand.all = true;
    else if ((key === 'Delete' || key === 'Backspace') && hand.all) await this.#type('', hand);
    else if (key === 'Space' || key === 'Enter') {
      const node = await this.#windows.focused();
      if (node && !node.disabled) await this.#windows.use(node.handle, clickOf(node, false));
    }
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }
}

/** What the hand holds and has marked in the course of one sequence. */
interface Hand {
  pressed: AxNode | undefined;
  /** All of the focused text is selected. */
  all: boolean;
  control: boolean;
}

function clickOf({ patterns }: AxNode, isControl: boolean): PatternCall {
  if (patterns.toggle !== undefined) return { call: 'toggle' };
  if (patterns.selectionItem) return { call: isControl ? 'addToSelection' : 'select' };
  if (patterns.expandCollapse) return { call: patterns.expandCollapse === 'expanded' ? 'collapse' : 'expand' };
  return { call: 'invoke' };
}
