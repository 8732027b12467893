import type { Handle, Rect, WindowInfo } from '../../../model/element.ts';
import type { Frame } from './frames.ts';
import { handleOf, handleOfWindow } from './handles.ts';
import type { Joined } from './join.ts';
import { isPlaced, type Placing } from './origin.ts';
import { programOf } from './processes.ts';
import { isCovered, usable } from './rectangles.ts';
import { has } from './states.ts';
import type { XWindow } from './xWindows.ts';

/** The windows as the product lists them: the active one first, then from the top of the stack to its bottom. */
export async function describeWindows(joined: readonly Joined[], placing: Placing): Promise<readonly WindowInfo[]> {
  const listed = joined.filter((window) => isListed(window, placing));
  const handles = new Map(
    listed.flatMap((window) => (window.x ? [[window.x.id, handleOfJoined(window)] as const] : [])),
  );
  const stacked = listed.filter(({ x }) => x !== undefined).toReversed();
  const others = listed.filter(({ x }) => x === undefined);
  const covered = coveredWindows(listed);
  const infos = await Promise.all(
    [...stacked, ...others].map((window) => describe(window, { handles, covered, placing })),
  );
  return [...infos.filter(({ focused }) => focused), ...infos.filter(({ focused }) => !focused)];
}

/** The identity of a window: that of its accessible object where it has one. */
function handleOfJoined(window: Joined): Handle {
  if (window.x === undefined) return handleOfFrame(window.frame);
  return window.frame ? handleOfFrame(window.frame) : handleOfWindow(window.x.id);
}

function handleOfFrame({ application, path }: Frame): Handle {
  return handleOf(application.bus, path);
}

/** A frame without an X window is hidden unless it says otherwise: dialogs are kept between two uses. */
function isListed({ x, frame }: Joined, placing: Placing): boolean {
  if (x) return true;
  return has(frame.states, 'showing') || (placing !== 'all' && has(frame.states, 'visible'));
}

function coveredWindows(listed: readonly Joined[]): ReadonlySet<XWindow> {
  const shown = listed.flatMap(({ x }) => (x && x.state !== 'minimized' ? [x] : []));
  return new Set(
    shown.filter((window, index) =>
      isCovered(
        window.rect,
        shown.slice(index + 1).map(({ rect }) => rect),
      ),
    ),
  );
}

/** What is known of all windows together. */
interface Listing {
  readonly handles: ReadonlyMap<number, Handle>;
  readonly covered: ReadonlySet<XWindow>;
  readonly placing: Placing;
}

async function describe(window: Joined, { handles, covered, placing }: Listing): Promise<WindowInfo> {
  const { x, frame } = window;
  const rect = x ? x.rect : isPlaced(window, placing) ? rectOfFrame(frame) : undefined;
  const owner = x?.transientFor === undefined ? undefined : handles.get(x.transientFor);
  const pid = frame?.application.pid ?? x?.pid ?? 0;
  return {
    handle: handleOfJoined(window),
    title: x?.title || frame?.name || '',
    app: await programName(frame, x, pid),
    className: x?.className ?? '',
    pid,
    ...(rect && { rect }),
    state: x?.state ?? stateOfFrame(frame),
    ...(isFocused(window) && { focused: true }),
    ...(x && covered.has(x) && { covered: true }),
    ...(isModal(window) && { modal: true }),
    ...(owner !== undefined && { owner }),
    ...(frame?.application.toolkitName && { toolkit: frame.application.toolkitName }),
  };
}

function isFocused({ x, frame }: Joined): boolean {
  return x ? x.active && x.state !== 'minimized' : has(frame.states, 'active');
}

function isModal({ x, frame }: Joined): boolean {
  return x?.modal === true || (frame !== undefined && has(frame.states, 'modal'));
}

function stateOfFrame(frame: Frame | undefined): WindowInfo['state'] {
  return frame && has(frame.states, 'iconified') ? 'minimized' : 'normal';
}

/** Only a toolkit that gives screen coordinates can place a window that the X server does not list, such as a menu. */
function rectOfFrame({ application, extents }: Frame): Rect | undefined {
  return application.toolkit.frameRelative ? undefined : usable(extents);
}

/** GTK 4 programs without an application object call themselves `Unnamed`. */
async function programName(frame: Frame | undefined, x: XWindow | undefined, pid: number): Promise<string> {
  const name = frame?.application.name;
  if (name && name !== 'Unnamed') return name;
  return (await programOf(pid)) || x?.instance || name || '';
}
