import type { Rect } from '../../../model/element.ts';
import { EngineError } from '../../../model/errors.ts';
import { contains, type Point } from '../../../model/hitTest.ts';
import type { AtPoint } from '../adapter.ts';
import type { Desktop, DesktopState } from './desktop.ts';
import { rectOf, type WindowChain, windowsAt } from './hitWindows.ts';
import type { Joined } from './join.ts';
import { intersection, usable } from './rectangles.ts';
import { handleOfJoined } from './windows.ts';
import type { XDisplay } from './xDisplay.ts';

/** Levels of windows between that of the window manager and that of the program: frame and plate. */
const FRAME_LEVELS = 3;

/**
 * What is shown at a point, by the X server's own stack: the windows that it gives pointer events to, with menus and
 * frames, and without windows that let the pointer through. Fails with `unsupported_action` where X does not know all
 * windows.
 */
export async function pointAt(
  desktop: Desktop,
  point: Point,
  leftOut: readonly number[],
  signal: AbortSignal,
): Promise<AtPoint> {
  const display = (await desktop.placing()) === 'all' ? await desktop.display() : undefined;
  if (!display) throw unplaced(await desktop.notes());
  const screen = await rectOf(display, display.root);
  if (!screen || !contains(screen, point)) return { kind: 'outside', screen: screen ?? [0, 0, 0, 0] };
  const [chain, state] = await Promise.all([
    windowsAt(display, point.x, point.y),
    desktop.readAwake(signal, { leftOut }),
  ]);
  return describePoint(display, chain, state, point);
}

function unplaced(notes: readonly { readonly code: string; readonly detail?: string }[]): EngineError {
  const reason = notes.find(({ code }) => code === 'no_coordinates')?.detail ?? 'the window system gives no places';
  return new EngineError('unsupported_action', {
    what: 'This desktop',
    action: `looking up a point: ${reason}`,
    next: 'Read the window with deskhand_observe, or search it with deskhand_find.',
  });
}

async function describePoint(
  display: XDisplay,
  chain: WindowChain,
  state: DesktopState,
  point: Point,
): Promise<AtPoint> {
  const [outer] = chain;
  if (!outer) return { kind: 'desktop' };
  const all = [...state.joined, ...state.leftOut.map((x): Joined => ({ x, frame: undefined }))];
  const listed = new Map(all.flatMap((window) => (window.x ? [[window.x.id, window] as const] : [])));
  const known = chain.map((id) => listed.get(id)).find((window) => window !== undefined);
  // A menu that is listed as an X window stands in the tree of another one, unless the bus has it as well.
  const isListed = outer === known?.x?.id && (known.x.popup === undefined || known.frame !== undefined);
  if (!isListed && (await isPopup(display, outer))) return popup(display, outer, state);
  if (known?.x) {
    // Round some windows is a shadow of their own, in which they take the pointer to be resized.
    return onWindow(known, state, contains(known.x.rect, point) ? 'window' : 'frame');
  }
  const framed = await framedBy(display, outer, listed, FRAME_LEVELS);
  return framed ? onWindow(framed, state, 'frame') : partOfDesktop(display, chain);
}

function onWindow(window: Joined, { leftOut }: DesktopState, kind: 'window' | 'frame'): AtPoint {
  const { x } = window;
  return x && leftOut.includes(x) ? { kind: 'leftOut', pid: x.pid } : { kind, window: handleOfJoined(window) };
}

/** Window managers leave these alone. Their own frames are such windows as well, but hold those of programs. */
async function isPopup(display: XDisplay, id: number): Promise<boolean> {
  const [attributes, kinds] = await Promise.all([display.attributes(id), display.numbers(id, '_NET_WM_WINDOW_TYPE')]);
  if (!attributes?.isUnmanaged) return false;
  if (kinds) return !kinds.includes(await display.atom('_NET_WM_WINDOW_TYPE_DESKTOP'));
  return (await display.property(id, 'WM_CLASS')) !== undefined;
}

/** Its own frame, the other frames of its place, the window that it belongs to, and all others of its program. */
async function popup(display: XDisplay, id: number, { joined, leftOut }: DesktopState): Promise<AtPoint> {
  const [rect, owner, pid] = await Promise.all([
    rectOf(display, id),
    display.numbers(id, 'WM_TRANSIENT_FOR'),
    display.numbers(id, '_NET_WM_PID'),
  ]);
  if (!rect) return { kind: 'desktop' };
  const host = leftOut.find((x) => x.id === id || x.id === owner?.[0] || x.pid === pid?.[0]);
  if (host) return { kind: 'leftOut', pid: host.pid };
  const own = joined.filter((window) => pid?.[0] !== undefined && pidOf(window) === pid[0]).toReversed();
  const windows = [
    ...joined.filter(({ x }) => x?.id === id),
    ...own.filter(({ x, frame }) => !x && isAt(usable(frame.extents), rect)),
    ...joined.filter(({ x }) => x && x.id === owner?.[0]),
    ...own.toSorted((a, b) => Number(b.x?.active ?? false) - Number(a.x?.active ?? false)),
  ];
  // An X window that the bus does not have shows nothing of itself.
  const readable = windows.filter(({ frame }) => frame);
  return { kind: 'popup', rect, windows: [...new Set((readable.length > 0 ? readable : windows).map(handleOfJoined))] };
}

function pidOf({ x, frame }: Joined): number | undefined {
  return x?.pid ?? frame?.application.pid;
}

function isAt(extents: Rect | undefined, rect: Rect): boolean {
  return extents !== undefined && intersection(extents, rect) !== undefined;
}

/** The window of a program that lies somewhere in a window of the window manager. */
async function framedBy(
  display: XDisplay,
  outer: number,
  listed: ReadonlyMap<number, Joined>,
  levels: number,
): Promise<Joined | undefined> {
  const children = await display.children(outer);
  const direct = children.map((id) => listed.get(id)).find((window) => window !== undefined);
  if (direct || levels <= 1) return direct;
  const deeper = await Promise.all(children.map((id) => framedBy(display, id, listed, levels - 1)));
  return deeper.find((window) => window !== undefined);
}

/** What is no window of a program: the desktop itself, with or without a window of its own, or a panel on it. */
async function partOfDesktop(display: XDisplay, chain: WindowChain): Promise<AtPoint> {
  const desktopType = await display.atom('_NET_WM_WINDOW_TYPE_DESKTOP');
  const described = await Promise.all(
    chain.map(async (id) => {
      const [kinds, name, oldName] = await Promise.all([
        display.numbers(id, '_NET_WM_WINDOW_TYPE'),
        display.text(id, '_NET_WM_NAME'),
        display.text(id, 'WM_NAME'),
      ]);
      return { kinds, title: name ?? oldName };
    }),
  );
  if (described.some(({ kinds }) => kinds?.includes(desktopType))) return { kind: 'desktop' };
  return { kind: 'panel', title: described.find(({ title }) => title)?.title ?? '' };
}
