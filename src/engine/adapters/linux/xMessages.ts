import type { XDisplay } from './xDisplay.ts';

/** Number of the event. */
const CLIENT_MESSAGE = 33;
/** Bits of each item of its data. */
const FORMAT = 32;
/** `SubstructureRedirect` and `SubstructureNotify`: who listens for these at the root is the window manager. */
const TO_THE_MANAGER = 0x180000;

/** Sends a message about a window to the window manager, and waits until the server has passed it on. */
export async function clientMessage(
  display: XDisplay,
  window: number,
  type: number,
  data: readonly number[],
): Promise<void> {
  const event = Buffer.alloc(32);
  event[0] = CLIENT_MESSAGE;
  event[1] = FORMAT;
  event.writeUInt32LE(window, 4);
  event.writeUInt32LE(type, 8);
  for (const [index, item] of data.entries()) event.writeInt32LE(item | 0, 12 + 4 * index);
  await display.request<unknown>((client, answer) => {
    client.SendEvent(display.root, false, TO_THE_MANAGER, event);
    client.GetInputFocus(answer);
  });
}
