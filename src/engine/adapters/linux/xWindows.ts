import type { Rect, VisualState } from '../../../model/element.ts';
import type { XDisplay } from './xDisplay.ts';
import { type PopupKind, popupIds, popupKind } from './xPopups.ts';

/** A top-level window as the X server and the window manager describe it. */
export interface XWindow {
  readonly id: number;
  readonly title: string;
  /** Class name of the program, such as `Mousepad`. */
  readonly className: string;
  /** Instance name of the program, such as `mousepad`. */
  readonly instance: string;
  readonly pid: number;
  /** The window without the shadow that a program draws round it itself. */
  readonly rect: Rect;
  readonly state: VisualState;
  readonly modal: boolean;
  readonly active: boolean;
  /** On another virtual desktop than the one that is shown. */
  readonly elsewhere?: true;
  /** Rolled up to its title bar. */
  readonly shaded?: true;
  /** Set on what programs show without the window manager: menus, lists of combo boxes, tool tips. */
  readonly popup?: PopupKind;
  /** The X window that this one belongs to. */
  readonly transientFor?: number;
}

/** Kinds of windows that are part of the desktop and not of a program. */
const SKIPPED_TYPES = ['_NET_WM_WINDOW_TYPE_DESKTOP', '_NET_WM_WINDOW_TYPE_DOCK'];

/** The number of the desktop of a window that is on all of them. */
const ALL_DESKTOPS = 0xffffffff;

/** What is the same for all windows. */
interface Situation {
  /** The window with the focus. */
  readonly active: number | undefined;
  /** The virtual desktop that is shown. */
  readonly desktop: number | undefined;
}

/**
 * The windows of all programs from the bottom of the stack to its top, or those of one process where there are any; what
 * has popped up lies over all others.
 */
export async function readXWindows(display: XDisplay, pid?: number): Promise<readonly XWindow[]> {
  const [managed, popups, situation] = await Promise.all([
    display.numbers(display.root, '_NET_CLIENT_LIST_STACKING'),
    popupIds(display),
    readSituation(display),
  ]);
  const all = [...(managed ?? (await unmanagedWindows(display))), ...popups];
  const ids = pid === undefined ? all : await windowsOf(display, all, pid);
  const windows = await Promise.all(
    ids.map((id) => readWindow(display, id, situation, popups.includes(id) ? popupKind(display, id) : undefined)),
  );
  return windows.filter((window) => window !== undefined);
}

/** What a process has popped up. */
export async function readXPopups(display: XDisplay, pid: number): Promise<readonly XWindow[]> {
  const [ids, situation] = await Promise.all([popupIds(display), readSituation(display)]);
  const windows = await Promise.all(ids.map((id) => readWindow(display, id, situation, 'other')));
  return windows.filter((window) => window?.pid === pid).filter((window) => window !== undefined);
}

/** One window anew; undefined where it is not there any more. */
export async function readXWindow(display: XDisplay, { id, popup }: XWindow): Promise<XWindow | undefined> {
  return readWindow(display, id, await readSituation(display), popup);
}

/**
 * A process in a container has another number outside of it; then any window may be one of its. So may those that name
 * no process.
 */
async function windowsOf(display: XDisplay, ids: readonly number[], pid: number): Promise<readonly number[]> {
  const pids = await Promise.all(ids.map((id) => display.numbers(id, '_NET_WM_PID')));
  const isKnown = pids.some((numbers) => numbers?.[0] === pid);
  return isKnown ? ids.filter((_, index) => pids[index] === undefined || pids[index]?.[0] === pid) : ids;
}

/** Without a window manager the mapped children of the root are the windows. */
async function unmanagedWindows(display: XDisplay): Promise<readonly number[]> {
  const children = await display.children(display.root);
  const shown = await Promise.all(children.map((id) => isProgramWindow(display, id)));
  return Promise.all(children.filter((_, index) => shown[index]).map((id) => clientIn(display, id)));
}

/** The window of the program in a frame that a window manager put round it, which some draw without keeping a list. */
async function clientIn(display: XDisplay, id: number): Promise<number> {
  if (await display.property(id, 'WM_CLASS')) return id;
  const children = await display.children(id);
  const isClient = await Promise.all(
    children.map(async (child) => (await display.property(child, 'WM_CLASS')) !== undefined),
  );
  return children[isClient.indexOf(true)] ?? id;
}

async function isProgramWindow(display: XDisplay, id: number): Promise<boolean> {
  const attributes = await display.attributes(id);
  return attributes?.isShown === true && !attributes.isUnmanaged;
}

async function readSituation(display: XDisplay): Promise<Situation> {
  const [active, desktop] = await Promise.all([
    activeWindow(display),
    display.numbers(display.root, '_NET_CURRENT_DESKTOP'),
  ]);
  return { active, desktop: desktop?.[0] };
}

/** The window with the focus; that of the window manager where there is one. */
async function activeWindow(display: XDisplay): Promise<number | undefined> {
  const [active, focus] = await Promise.all([
    display.numbers(display.root, '_NET_ACTIVE_WINDOW'),
    display.request<{ focus: number }>((client, answer) => client.GetInputFocus(answer)),
  ]);
  return active?.[0] ?? focus?.focus;
}

async function readWindow(
  display: XDisplay,
  id: number,
  { active, desktop }: Situation,
  kind?: PopupKind | Promise<PopupKind>,
): Promise<XWindow | undefined> {
  const [rect, texts, pid, types, state, transientFor, desktops, popup] = await Promise.all([
    readRect(display, id),
    readTexts(display, id),
    display.numbers(id, '_NET_WM_PID'),
    hasAtom(display, id, '_NET_WM_WINDOW_TYPE', SKIPPED_TYPES),
    readState(display, id),
    display.numbers(id, 'WM_TRANSIENT_FOR'),
    display.numbers(id, '_NET_WM_DESKTOP'),
    kind,
  ]);
  if (!rect || types.includes(true)) return undefined;
  const owner = transientFor?.[0];
  const own = desktops?.[0] ?? ALL_DESKTOPS;
  const isElsewhere = desktop !== undefined && own !== ALL_DESKTOPS && own !== desktop;
  return {
    id,
    ...texts,
    pid: pid?.[0] ?? 0,
    rect,
    ...state,
    active: id === active,
    ...(isElsewhere && { elsewhere: true }),
    ...(popup && { popup }),
    ...(owner !== undefined && owner !== 0 && owner !== display.root && { transientFor: owner }),
  };
}

async function readTexts(display: XDisplay, id: number): Promise<Pick<XWindow, 'title' | 'className' | 'instance'>> {
  const [name, oldName, classes] = await Promise.all([
    display.text(id, '_NET_WM_NAME'),
    display.text(id, 'WM_NAME'),
    display.text(id, 'WM_CLASS'),
  ]);
  const [instance = '', className = ''] = (classes ?? '').split('\0');
  return { title: name ?? oldName ?? '', className, instance };
}

async function readState(display: XDisplay, id: number): Promise<Pick<XWindow, 'state' | 'modal' | 'shaded'>> {
  const [hidden, vertical, horizontal, modal, shaded] = await hasAtom(display, id, '_NET_WM_STATE', [
    '_NET_WM_STATE_HIDDEN',
    '_NET_WM_STATE_MAXIMIZED_VERT',
    '_NET_WM_STATE_MAXIMIZED_HORZ',
    '_NET_WM_STATE_MODAL',
    '_NET_WM_STATE_SHADED',
  ]);
  // Some window managers call a window hidden that is only rolled up.
  const isMinimized = hidden === true && !shaded;
  const state = isMinimized ? 'minimized' : vertical && horizontal ? 'maximized' : 'normal';
  return { state, modal: modal === true, ...(shaded && { shaded }) };
}

async function hasAtom(display: XDisplay, id: number, name: string, values: readonly string[]): Promise<boolean[]> {
  const [set, ...atoms] = await Promise.all([display.numbers(id, name), ...values.map((value) => display.atom(value))]);
  return atoms.map((atom) => set?.includes(atom) ?? false);
}

/** Where the window is on the screen; the window manager's frame round it does not count. */
async function readRect(display: XDisplay, id: number): Promise<Rect | undefined> {
  const [size, place, shadow] = await Promise.all([
    display.request<{ width: number; height: number }>((client, answer) => client.GetGeometry(id, answer)),
    display.request<{ destX: number; destY: number }>((client, answer) =>
      client.TranslateCoordinates(id, display.root, 0, 0, answer),
    ),
    display.numbers(id, '_GTK_FRAME_EXTENTS'),
  ]);
  if (!size || !place) return undefined;
  const [left = 0, right = 0, top = 0, bottom = 0] = shadow ?? [];
  return [place.destX + left, place.destY + top, size.width - left - right, size.height - top - bottom];
}
