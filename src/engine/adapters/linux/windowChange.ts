import type { Handle } from '../../../model/element.ts';
import { EngineError } from '../../../model/errors.ts';
import { DONE, type Outcome, refused } from '../../../model/patternCall.ts';
import type { WindowChange } from '../../../model/windowChange.ts';
import type { Desktop } from './desktop.ts';
import { handleOfJoined } from './windows.ts';
import { violation, type XDisplay } from './xDisplay.ts';
import { clientMessage } from './xMessages.ts';

/** `IconicState` of ICCCM. */
const ICONIC = 3;
/** Actions of `_NET_WM_STATE`. */
const REMOVE = 0;
const ADD = 1;
/** Who asks: a pager, which acts for the user; window managers may refuse programs. */
const PAGER = 2;
/** Messages that give a window the focus. */
const ACTIVATING: ReadonlySet<string> = new Set(['_NET_ACTIVE_WINDOW', '_NET_RESTACK_WINDOW']);
/** Places are those of the program's own window, without the frame round it. */
const STATIC_GRAVITY = 10;

/** Asks the window manager to change a window. What it does with the request is seen in the list of windows. */
export async function changeWindow(
  desktop: Desktop,
  handle: Handle,
  change: WindowChange,
  signal: AbortSignal,
): Promise<Outcome> {
  const found = await onDisplay(desktop, handle, signal);
  if (!found) return refused(NOBODY);
  const { display, id } = found;
  switch (change.change) {
    case 'close':
      return request(display, id, '_NET_CLOSE_WINDOW', [0, PAGER]);
    case 'minimize':
      return send(display, id, 'WM_CHANGE_STATE', [ICONIC]);
    case 'maximize':
      return maximized(display, id, ADD);
    case 'restore':
      return maximized(display, id, REMOVE);
    case 'move':
      return request(display, id, '_NET_MOVERESIZE_WINDOW', await placement(display, id, change));
  }
}

/** Asks the window manager about a window in words of EWMH. */
export async function requestManager(
  desktop: Desktop,
  handle: Handle,
  type: string,
  data: readonly number[],
  signal: AbortSignal,
): Promise<Outcome> {
  const found = await onDisplay(desktop, handle, signal);
  return found ? request(found.display, found.id, type, data) : refused(NOBODY);
}

const NOBODY = 'the window system lets nobody but the program change it';

async function onDisplay(
  desktop: Desktop,
  handle: Handle,
  signal: AbortSignal,
): Promise<{ readonly display: XDisplay; readonly id: number } | undefined> {
  const display = await desktop.display();
  const { joined } = await desktop.readAwake(signal);
  const window = joined.find((one) => handleOfJoined(one) === handle);
  if (!window) throw new EngineError('unknown_window', { window: handle });
  return display && window.x && { display, id: window.x.id };
}

async function maximized(display: XDisplay, id: number, action: number): Promise<Outcome> {
  const [vertical, horizontal] = await Promise.all([
    display.atom('_NET_WM_STATE_MAXIMIZED_VERT'),
    display.atom('_NET_WM_STATE_MAXIMIZED_HORZ'),
  ]);
  return request(display, id, '_NET_WM_STATE', [action, vertical, horizontal, PAGER]);
}

/** Flags and numbers of the sides that are given; a program that draws its own shadow counts it in. */
async function placement(
  display: XDisplay,
  id: number,
  { x, y, width, height }: WindowChange & { readonly change: 'move' },
): Promise<number[]> {
  const [left = 0, right = 0, top = 0, bottom = 0] = (await display.numbers(id, '_GTK_FRAME_EXTENTS')) ?? [];
  const sides = [
    x === undefined ? undefined : x - left,
    y === undefined ? undefined : y - top,
    width === undefined ? undefined : width + left + right,
    height === undefined ? undefined : height + top + bottom,
  ];
  const given = sides.reduce<number>(
    (flags, side, index) => (side === undefined ? flags : flags | (1 << (8 + index))),
    0,
  );
  return [STATIC_GRAVITY | given | (PAGER << 12), ...sides.map((side) => side ?? 0)];
}

/** Only where the window manager says that it knows the message. */
async function request(display: XDisplay, id: number, type: string, data: readonly number[]): Promise<Outcome> {
  const [supported, atom] = await Promise.all([display.numbers(display.root, '_NET_SUPPORTED'), display.atom(type)]);
  if (!supported?.includes(atom)) return refused(`the window manager does not know ${type}`);
  return send(display, id, type, data);
}

async function send(display: XDisplay, id: number, type: string, data: readonly number[]): Promise<Outcome> {
  if (display.powers === 'background' && ACTIVATING.has(type)) throw violation(type);
  await clientMessage(display, id, await display.atom(type), data);
  return DONE;
}
