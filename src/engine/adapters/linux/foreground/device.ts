import type { Client, XkbExtension, XkbState, XTestExtension } from 'x11';
import { EngineError } from '../../../../model/errors.ts';
import type { XDisplay } from '../xDisplay.ts';
import type { Keymap } from './keymap.ts';
import { Ping } from './ping.ts';

/** The keyboard that all others feed, as the extension for keyboards calls it. */
const CORE_KEYBOARD = 0x100;
/** Bit of Caps Lock among the modifiers. */
const LOCK = 2;

/** The pointer and the keyboard of a display. */
export class InputDevice {
  readonly #display: XDisplay;
  readonly #test: XTestExtension;
  readonly #xkb: XkbExtension;
  readonly #ping: Ping;

  private constructor(display: XDisplay, test: XTestExtension, xkb: XkbExtension) {
    this.#display = display;
    this.#test = test;
    this.#xkb = xkb;
    this.#ping = new Ping(display);
  }

  /** Fails with `unsupported_action` where the X server takes no made-up input. */
  static async open(display: XDisplay): Promise<InputDevice> {
    const [test, xkb] = await Promise.all([
      display.extension<XTestExtension>('xtest'),
      display.extension<XkbExtension>('xkb'),
    ]);
    if (!test || !xkb) throw new EngineError('unsupported_action', { what: 'This X server', action: 'input' });
    await display.request<unknown>((_, answer) => xkb.UseExtension(1, 0, answer));
    return new InputDevice(display, test, xkb);
  }

  move(x: number, y: number): Promise<void> {
    return this.#fake(this.#test.MotionNotify, 0, x, y);
  }

  press(button: number): Promise<void> {
    return this.#fake(this.#test.ButtonPress, button);
  }

  release(button: number): Promise<void> {
    return this.#fake(this.#test.ButtonRelease, button);
  }

  keyDown(keycode: number): Promise<void> {
    return this.#fake(this.#test.KeyPress, keycode);
  }

  keyUp(keycode: number): Promise<void> {
    return this.#fake(this.#test.KeyRelease, keycode);
  }

  async keymap(): Promise<Keymap> {
    const { first, last } = this.#display.keycodes;
    const rows = await this.#display.request<readonly (readonly number[])[]>((client, answer) =>
      client.GetKeyboardMapping(first, last - first + 1, answer),
    );
    return { first, rows: rows ?? [] };
  }

  /** Lets a key give numbers without and with Shift, or nothing again. */
  lend(keycode: number, keysyms: readonly [number, number]): Promise<void> {
    return this.#send((client) => client.ChangeKeyboardMapping(keycode, 2, keysyms));
  }

  /** Waits until the program with the focus has dealt with all that it was sent so far. */
  followed(): Promise<void> {
    return this.#ping.answered();
  }

  async state(): Promise<XkbState> {
    const state = await this.#display.request<XkbState>((_, answer) => this.#xkb.GetState(CORE_KEYBOARD, answer));
    if (!state) throw new EngineError('unsupported_action', { what: 'This X server', action: 'telling its keyboard' });
    return state;
  }

  /** Sets the group and Caps Lock. */
  lock({ lockedGroup, lockedMods }: Pick<XkbState, 'lockedGroup' | 'lockedMods'>): Promise<void> {
    return this.#send(() =>
      this.#xkb.LatchLockState(CORE_KEYBOARD, LOCK, lockedMods & LOCK, true, lockedGroup, 0, 0, false, 0),
    );
  }

  #fake(type: number, detail: number, x = 0, y = 0): Promise<void> {
    return this.#send(() => this.#test.FakeInput(type, detail, 0, this.#display.root, x, y));
  }

  /** Sends what has no answer, and waits until the server has seen it. */
  async #send(send: (client: Client) => void): Promise<void> {
    await this.#display.request<unknown>((client, answer) => {
      send(client);
      client.GetInputFocus(answer);
    });
  }
}
