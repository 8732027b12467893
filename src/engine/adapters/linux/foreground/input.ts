import { setTimeout as delay } from 'node:timers/promises';
import type { Button, InputStep } from '../../../../model/inputStep.ts';
import { DONE, type Outcome, refused } from '../../../../model/patternCall.ts';
import type { InputDevice } from './device.ts';
import { Keyboard } from './keyboard.ts';

/** Numbers of the buttons; those of the wheel are pressed once for a notch. */
const BUTTON_NUMBERS = { left: 1, middle: 2, right: 3 } as const satisfies Record<Button, number>;
const WHEEL = { up: 4, down: 5, left: 6, right: 7 } as const;

/** Milliseconds for a person at the machine to release a key, and between two looks at it. */
const HELD_MS = 600;
const HELD_POLL_MS = 50;

/** The first group of the keyboard without Caps Lock: what a person types meanwhile is not touched otherwise. */
const PLAIN = { lockedGroup: 0, lockedMods: 0 } as const;

/** Does the steps one after the other, and leaves the keyboard as it was. */
export async function runInput(
  device: InputDevice,
  steps: readonly InputStep[],
  signal: AbortSignal,
): Promise<Outcome> {
  const before = await device.state();
  if (await isHeld(device, signal)) return refused('a key is held down at the keyboard');
  const keyboard = new Keyboard(device, await device.keymap());
  const buttons = new Set<number>();
  const isPlain = before.lockedGroup === 0 && (before.lockedMods & 2) === 0;
  try {
    if (!isPlain) await device.lock(PLAIN);
    for (const step of steps) {
      signal.throwIfAborted();
      await run(step, { device, keyboard, buttons });
    }
    return DONE;
  } finally {
    for (const button of buttons) await device.release(button);
    await keyboard.end();
    if (!isPlain) await device.lock(before);
  }
}

/** Keys that a person holds would change what is typed. */
async function isHeld(device: InputDevice, signal: AbortSignal): Promise<boolean> {
  const end = performance.now() + HELD_MS;
  while ((await device.state()).baseMods !== 0) {
    if (performance.now() >= end) return true;
    await delay(HELD_POLL_MS, undefined, { signal });
  }
  return false;
}

interface Tools {
  readonly device: InputDevice;
  readonly keyboard: Keyboard;
  /** Buttons that are down. */
  readonly buttons: Set<number>;
}

async function run(step: InputStep, { device, keyboard, buttons }: Tools): Promise<void> {
  switch (step.input) {
    case 'move':
      return device.move(step.to.x, step.to.y);
    case 'press':
      buttons.add(BUTTON_NUMBERS[step.button]);
      return device.press(BUTTON_NUMBERS[step.button]);
    case 'release':
      buttons.delete(BUTTON_NUMBERS[step.button]);
      return device.release(BUTTON_NUMBERS[step.button]);
    case 'wheel':
      await notches(device, step.vertical, WHEEL.up, WHEEL.down);
      return notches(device, step.horizontal, WHEEL.left, WHEEL.right);
    case 'hold':
      await keyboard.hold(step.modifier);
      return;
    case 'chord':
      return keyboard.chord(step.chord);
    case 'type':
      return keyboard.type(step.text);
    case 'pause':
      await delay(step.ms);
  }
}

async function notches(device: InputDevice, count: number, less: number, more: number): Promise<void> {
  const button = count < 0 ? less : more;
  for (let notch = 0; notch < Math.abs(count); notch++) {
    await device.press(button);
    await device.release(button);
  }
}
