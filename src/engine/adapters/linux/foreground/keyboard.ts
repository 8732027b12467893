import { setTimeout as delay } from 'node:timers/promises';
import type { Chord, Modifier } from '../../../../model/chord.ts';
import type { InputDevice } from './device.ts';
import { type Keymap, partsOf, spareKeycodes, strokeFor } from './keymap.ts';
import { keysymOf } from './keysyms.ts';

/** Milliseconds that programs get to look up what a lent key gives before it gives something else. */
const LOOK_UP_MS = 250;

/** Presses keys on a keyboard whose group and Caps Lock are set. */
export class Keyboard {
  readonly #device: InputDevice;
  readonly #keymap: Keymap;
  /** Keys that are down, in the order in which they went down. */
  readonly #down: number[] = [];
  /** What keys were lent to, by the number that they give. */
  readonly #lent = new Map<number, number>();

  constructor(device: InputDevice, keymap: Keymap) {
    this.#device = device;
    this.#keymap = keymap;
  }

  /** Types characters that no key gives by keys that give nothing, which are lent to them. */
  async type(text: string): Promise<void> {
    const keysyms = Array.from(text.replaceAll('\r\n', '\n')).map(keysymOf);
    for (const part of partsOf(this.#keymap, keysyms, spareKeycodes(this.#keymap).length)) {
      await this.#lendFor(part);
      for (const keysym of part) await this.#tap(keysym);
    }
  }

  async chord({ modifiers, key }: Chord): Promise<void> {
    const held: number[] = [];
    for (const modifier of modifiers) held.push(await this.hold(modifier));
    // Ctrl+S is the key of the letter: without Shift, which is named where it is meant.
    const isLetter = modifiers.length > 0 && Array.from(key).length === 1;
    const keysym = keysymOf(isLetter ? key.toLowerCase() : key);
    await this.#lendFor([keysym]);
    await this.#tap(keysym);
    for (const keycode of held.reverse()) await this.#up(keycode);
  }

  async hold(modifier: Modifier): Promise<number> {
    const stroke = strokeFor(this.#keymap, keysymOf(modifier));
    if (!stroke) throw new Error(`The keyboard has no ${modifier} key.`);
    await this.#press(stroke.keycode);
    return stroke.keycode;
  }

  /** Releases what is down, and gives lent keys back once programs had time to look them up. */
  async end(): Promise<void> {
    for (const keycode of this.#down.toReversed()) await this.#up(keycode);
    await this.#giveBack();
  }

  async #tap(keysym: number): Promise<void> {
    const lent = this.#lent.get(keysym);
    const stroke = lent === undefined ? strokeFor(this.#keymap, keysym) : { keycode: lent, shift: false };
    if (!stroke) throw new Error(`No key gives ${keysym}.`);
    const shift = stroke.shift ? await this.hold('Shift') : undefined;
    await this.#press(stroke.keycode);
    await this.#up(stroke.keycode);
    if (shift !== undefined) await this.#up(shift);
  }

  async #lendFor(keysyms: readonly number[]): Promise<void> {
    const missing = [...new Set(keysyms)].filter(
      (keysym) => !this.#lent.has(keysym) && !strokeFor(this.#keymap, keysym),
    );
    const spare = spareKeycodes(this.#keymap);
    if (missing.length + this.#lent.size > spare.length) await this.#giveBack();
    const free = spare.filter((keycode) => ![...this.#lent.values()].includes(keycode));
    for (const [index, keysym] of missing.entries()) {
      const keycode = free[index];
      if (keycode === undefined) throw new Error('The keyboard has no key left to lend.');
      this.#lent.set(keysym, keycode);
      await this.#device.lend(keycode, keysym);
    }
  }

  async #giveBack(): Promise<void> {
    if (this.#lent.size === 0) return;
    await delay(LOOK_UP_MS);
    for (const keycode of this.#lent.values()) await this.#device.lend(keycode, 0);
    this.#lent.clear();
  }

  async #press(keycode: number): Promise<void> {
    this.#down.push(keycode);
    await this.#device.keyDown(keycode);
  }

  async #up(keycode: number): Promise<void> {
    const index = this.#down.lastIndexOf(keycode);
    if (index >= 0) this.#down.splice(index, 1);
    await this.#device.keyUp(keycode);
  }
}
