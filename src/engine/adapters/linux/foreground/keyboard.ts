import type { Chord, Modifier } from '../../../../model/chord.ts';
import type { InputDevice } from './device.ts';
import { type Keymap, partsOf, type Stroke, spareStrokes, strokeFor } from './keymap.ts';
import { keysymOf } from './keysyms.ts';

/** Presses keys on a keyboard whose group and Caps Lock are set. */
export class Keyboard {
  readonly #device: InputDevice;
  readonly #keymap: Keymap;
  /** Keys that are down, in the order in which they went down. */
  readonly #down: number[] = [];
  /** What can be lent, and what is, by the numbers that it gives. */
  readonly #spare: readonly Stroke[];
  readonly #lent = new Map<number, Stroke>();

  constructor(device: InputDevice, keymap: Keymap) {
    this.#device = device;
    this.#keymap = keymap;
    this.#spare = spareStrokes(keymap);
  }

  /** Types characters that no key gives by keys that give nothing, which are lent to them. */
  async type(text: string): Promise<void> {
    const keysyms = Array.from(text.replaceAll('\r\n', '\n')).map(keysymOf);
    for (const part of partsOf(this.#keymap, keysyms, this.#spare.length)) {
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

  /** Releases what is down, and gives lent keys back once the program has looked them up. */
  async end(): Promise<void> {
    for (const keycode of this.#down.toReversed()) await this.#up(keycode);
    await this.#giveBack();
  }

  async #tap(keysym: number): Promise<void> {
    const stroke = this.#lent.get(keysym) ?? strokeFor(this.#keymap, keysym);
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
    if (missing.length + this.#lent.size > this.#spare.length) await this.#giveBack();
    for (const keysym of missing) {
      const stroke = this.#spare[this.#lent.size];
      if (!stroke) throw new Error('The keyboard has no key left to lend.');
      this.#lent.set(keysym, stroke);
    }
    const changed = new Set(missing.map((keysym) => this.#lent.get(keysym)?.keycode));
    for (const keycode of changed) if (keycode !== undefined) await this.#device.lend(keycode, this.#givenBy(keycode));
  }

  /** What a lent key gives without and with Shift. */
  #givenBy(keycode: number): readonly [number, number] {
    const of = (shift: boolean) =>
      [...this.#lent].find(([, stroke]) => stroke.keycode === keycode && stroke.shift === shift)?.[0];
    const plain = of(false) ?? 0;
    return [plain, of(true) ?? plain];
  }

  async #giveBack(): Promise<void> {
    if (this.#lent.size === 0) return;
    await this.#device.followed();
    for (const keycode of new Set([...this.#lent.values()].map((stroke) => stroke.keycode))) {
      await this.#device.lend(keycode, [0, 0]);
    }
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
