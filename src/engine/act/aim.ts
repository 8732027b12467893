import type { AxNode, Rect } from '../../model/element.ts';
import { EngineError } from '../../model/errors.ts';
import type { Point } from '../../model/hitTest.ts';
import { harmless, quoted } from '../../model/text.ts';
import { verify } from '../session/capture.ts';
import type { Known } from '../session/elementTable.ts';
import { type Hit, hitPopup, hitWindow, lookUp } from '../session/hitPoint.ts';
import type { Session } from '../session/session.ts';

/** The middle of what of the control lies in its window, by where both are now. Fails with `point_outside_window`. */
export async function middleOf(session: Session, known: Known, signal: AbortSignal): Promise<Point> {
  const [node, { windows }] = await Promise.all([
    verify(known, signal),
    known.desktop.windows(session.leftOutFor(known.window), signal),
  ]);
  const info = windows.find(({ info: { handle } }) => handle === known.window)?.info;
  if (info?.state === 'minimized') throw new EngineError('window_minimized');
  // What has popped up may stand out of its window, and is hit-tested all the same.
  const seen = node.rect && (info?.rect && !isInPopup(node) ? shared(node.rect, info.rect) : node.rect);
  if (!seen || node.offscreen) throw outside(node);
  const [left, top, width, height] = seen;
  return { x: left + Math.floor(width / 2), y: top + Math.floor(height / 2) };
}

function isInPopup({ type }: AxNode): boolean {
  return type === 'MenuItem' || type === 'ListItem' || type === 'ToolTip';
}

function outside({ rect }: AxNode): EngineError {
  return new EngineError('point_outside_window', {
    problem: rect ? 'The control is not in the visible part of its window.' : 'Nobody knows where the control is.',
    ...(rect ? {} : { next: 'Act on it without the pointer, or on another control.' }),
  });
}

/** What is seen at the point in place of the control, in words; undefined where it is the control, or a part of it. */
export async function coverOf(
  session: Session,
  known: Known,
  point: Point,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { at, window, windows } = await lookUp(known.desktop, point, session.leftOutFor(known.window), signal);
  if (at.kind === 'window' && window) return coverIn(await hitWindow(window, point, signal), known);
  if (at.kind === 'popup') {
    const { hit } = await hitPopup(at, windows, point, signal);
    return hit ? coverIn(hit, known) : 'a popup';
  }
  if (at.kind === 'frame' && window) return `the frame of window ${window.id} ${titled(window.info.title)}`;
  return COVERS[at.kind];
}

const COVERS = {
  window: 'another window',
  frame: 'the frame of a window',
  panel: 'a panel of the desktop',
  leftOut: 'a window of the program that this client runs in',
  desktop: 'nothing but the desktop',
  outside: 'nothing: the point is not on the screen',
} as const;

function coverIn({ tree: { nodes }, index, window, moves }: Hit, known: Known): string | undefined {
  if (moves) return 'controls that are moving';
  const hit = index === undefined ? undefined : nodes[index];
  for (let node = hit; node; node = nodes[node.parent]) if (node.handle === known.handle) return undefined;
  const where = `window ${window.id} ${titled(window.info.title)}`;
  return hit && hit.parent >= 0 ? `${hit.type} ${titled(hit.name)} in ${where}` : where;
}

function titled(text: string): string {
  return quoted(harmless(text, 60));
}

/** What two rectangles have in common. */
function shared([left, top, width, height]: Rect, [x, y, wide, high]: Rect): Rect | undefined {
  const [a, b] = [Math.max(left, x), Math.max(top, y)];
  const [c, d] = [Math.min(left + width, x + wide), Math.min(top + height, y + high)];
  return c > a && d > b ? [a, b, c - a, d - b] : undefined;
}
