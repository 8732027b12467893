import { setTimeout as delay } from 'node:timers/promises';
import type { XDisplay } from '../xDisplay.ts';

/** Number of the event. */
const CLIENT_MESSAGE = 33;
/**
 * Programs answer a ping by sending it on to the root window, to whoever listens there: for `SubstructureNotify`, and in
 * the case of Qt for `StructureNotify`.
 */
const ANSWERS = 0x80000 | 0x20000;
/** Milliseconds for a program to answer; a busy machine may take a second to come to it. */
const LONGEST = 3_000;
/** Milliseconds for programs that answer no pings. */
const BLIND = 300;

/**
 * Asks the program with the focus whether it is still there, as window managers do (`_NET_WM_PING`). Programs take what
 * they are sent in its order, so that one that answers has dealt with every key before.
 */
export class Ping {
  readonly #display: XDisplay;
  #listening: Promise<void> | undefined;
  #last = 0;

  constructor(display: XDisplay) {
    this.#display = display;
  }

  /** Waits until the program has answered; a moment where it answers no pings. */
  async answered(): Promise<void> {
    const window = (await this.#display.numbers(this.#display.root, '_NET_ACTIVE_WINDOW'))?.[0];
    const [protocols, types, ping] = await Promise.all([
      window ? this.#display.numbers(window, 'WM_PROTOCOLS') : undefined,
      this.#display.atom('WM_PROTOCOLS'),
      this.#display.atom('_NET_WM_PING'),
    ]);
    if (!window || !protocols?.includes(ping)) {
      await delay(BLIND);
      return;
    }
    this.#listening ??= this.#display.listen(this.#display.root, ANSWERS);
    await this.#listening;
    const time = ++this.#last;
    const answer = this.#display.nextMessage(types, ([kind, stamp]) => kind === ping && stamp === time);
    await this.#send(window, types, [ping, time, window]);
    await Promise.race([answer.received, delay(LONGEST, undefined, { ref: false })]);
    answer.forget();
  }

  async #send(window: number, type: number, data: readonly number[]): Promise<void> {
    const event = Buffer.alloc(32);
    event[0] = CLIENT_MESSAGE;
    event[1] = 32;
    event.writeUInt32LE(window, 4);
    event.writeUInt32LE(type, 8);
    for (const [index, item] of data.entries()) event.writeUInt32LE(item, 12 + 4 * index);
    await this.#display.request<unknown>((client, answer) => {
      client.SendEvent(window, false, 0, event);
      client.GetInputFocus(answer);
    });
  }
}
