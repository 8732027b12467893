import type { Handle, Rect, WindowInfo } from '../../../model/element.ts';
import type { Application } from './accessibilityBus.ts';
import type { Frame } from './frames.ts';
import { handleOf, handleOfWindow } from './handles.ts';
import type { Joined } from './join.ts';
import { isPlaced, type Placing } from './origin.ts';
import { isPopup, Owners } from './popups.ts';
import { programOf } from './processes.ts';
import { isCovered, usable } from './rectangles.ts';
import { has } from './states.ts';
import type { XWindow } from './xWindows.ts';

/** The programs with windows on the accessibility bus, by their process. */
type Programs = ReadonlyMap<number, Application>;

/** The windows as the product lists them: the active one first, then from the top of the stack to its bottom. */
export async function describeWindows(joined: readonly Joined[], placing: Placing): Promise<readonly WindowInfo[]> {
  const programs: Programs = new Map(
    joined.flatMap(({ frame }) => (frame ? [[frame.application.pid, frame.application] as const] : [])),
  );
  const listed = joined.filter((window) => isListed(window, placing, programs));
  const handles = new Map(
    listed.flatMap((window) => (window.x ? [[window.x.id, handleOfJoined(window)] as const] : [])),
  );
  const stacked = listed.filter(({ x }) => x !== undefined).toReversed();
  const others = listed.filter(({ x }) => x === undefined);
  const covered = coveredWindows(listed);
  const owners = new Owners(joined, handles);
  const infos = await Promise.all(
    [...stacked, ...others].map((window) => describe(window, { owners, programs, covered, placing })),
  );
  return [...infos.filter(({ focused }) => focused), ...infos.filter(({ focused }) => !focused)];
}

/** The identity of a window: that of its accessible object where it has one. */
export function handleOfJoined(window: Joined): Handle {
  if (window.x === undefined) return handleOfFrame(window.frame);
  return window.frame ? handleOfFrame(window.frame) : handleOfWindow(window.x.id);
}

function handleOfFrame({ application, path }: Frame): Handle {
  return handleOf(application.bus, path);
}

/** A frame without an X window is hidden unless it says otherwise: dialogs are kept between two uses. */
function isListed({ x, frame }: Joined, placing: Placing, programs: Programs): boolean {
  if (x) return frame !== undefined || x.popup === undefined || isPopupListed(x, programs.get(x.pid));
  return has(frame.states, 'showing') || (placing !== 'all' && has(frame.states, 'visible'));
}

/**
 * Whether a popup without an accessible object of its own is a window to be listed. Those of GTK stand in the tree of
 * their window, but for the tool tips of GTK 3; in Qt some do, and some stand nowhere.
 */
function isPopupListed({ popup }: XWindow, program: Application | undefined): boolean {
  const family = program?.toolkit.family;
  return family === 'gtk3' ? popup === 'tooltip' : family !== 'gtk4';
}

function coveredWindows(listed: readonly Joined[]): ReadonlySet<XWindow> {
  const shown = listed.flatMap(({ x }) => (x && isOnScreen(x) ? [x] : []));
  return new Set(
    shown.filter((window, index) =>
      isCovered(
        window.rect,
        shown.slice(index + 1).map(({ rect }) => rect),
      ),
    ),
  );
}

/** Whether all of the window's rectangle is shown; what pops up goes away before anything else happens. */
function isOnScreen({ state, elsewhere, shaded, popup }: XWindow): boolean {
  return state !== 'minimized' && !elsewhere && !shaded && popup === undefined;
}

/** What is known of all windows together. */
interface Listing {
  readonly owners: Owners;
  readonly programs: Programs;
  readonly covered: ReadonlySet<XWindow>;
  readonly placing: Placing;
}

async function describe(window: Joined, { owners, programs, covered, placing }: Listing): Promise<WindowInfo> {
  const { x, frame } = window;
  const rect = rectOf(window, placing);
  const owner = owners.of(window);
  const pid = frame?.application.pid ?? x?.pid ?? 0;
  return {
    handle: handleOfJoined(window),
    title: titleOf(window),
    app: await programName(frame?.application ?? programs.get(pid), x, pid),
    className: x?.className ?? '',
    pid,
    ...(rect && { rect }),
    state: x?.state ?? stateOfFrame(frame),
    ...(isFocused(window) && { focused: true }),
    ...(x && covered.has(x) && { covered: true }),
    ...(x?.elsewhere && { elsewhere: true }),
    ...(x?.shaded && { shaded: true }),
    ...(isPopup(window) && { popup: true }),
    ...(isModal(window) && { modal: true }),
    ...(owner !== undefined && { owner }),
    ...(frame?.application.toolkitName && { toolkit: frame.application.toolkitName }),
  };
}

function rectOf(window: Joined, placing: Placing): Rect | undefined {
  if (!isPlaced(window, placing)) return undefined;
  return window.x ? window.x.rect : rectOfFrame(window.frame);
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

/** Toolkits give popups the name of the program for a title, which is none. */
function titleOf({ x, frame }: Joined): string {
  return (x?.popup === undefined && x?.title) || frame?.name || '';
}

/** GTK 4 programs without an application object call themselves `Unnamed`. */
async function programName(application: Application | undefined, x: XWindow | undefined, pid: number): Promise<string> {
  const name = application?.name;
  if (name && name !== 'Unnamed') return name;
  return (await programOf(pid)) || x?.instance || name || '';
}
