import type { AxNode, AxTree } from '../../model/element.ts';
import { EngineError } from '../../model/errors.ts';
import type { Point } from '../../model/hitTest.ts';
import { hidesControls } from '../../model/notes.ts';
import { cutSentences } from '../../model/placement.ts';
import type { Ancestor, DescribedPoint } from '../../model/renderAt.ts';
import { harmless, quoted } from '../../model/text.ts';
import { elementOf } from '../../model/view.ts';
import type { AtPoint } from '../adapters/adapter.ts';
import type { ListedWindow } from './desktop.ts';
import { type Hit, hitPopup, hitWindow, isUnplaced, lookUp, nowhere } from './hitPoint.ts';
import type { Session } from './session.ts';

/** The control that is shown at a point. Fails with `point_outside_window` where there is no window. */
export async function describeAt(session: Session, point: Point, signal: AbortSignal): Promise<DescribedPoint> {
  const found = await Promise.all(
    session.shared.desktops.map((desktop) => lookUp(desktop, point, session.hosts, signal)),
  );
  const hit = found.find(({ at, window }) => window || at.kind === 'popup') ?? found[0];
  if (!hit) throw new EngineError('no_desktop');
  const { at, windows, window } = hit;
  if (window) return at.kind === 'frame' ? onFrame(window, point) : inWindow(session, window, point, signal);
  if (at.kind === 'popup') return inPopup(session, at, windows, point, signal);
  throw outside(at, point);
}

async function inWindow(
  session: Session,
  window: ListedWindow,
  point: Point,
  signal: AbortSignal,
): Promise<DescribedPoint> {
  const hit = await hitWindow(window, point, signal);
  return describeHit(session, hit, point);
}

function describeHit(session: Session, { window, tree, index, moves }: Hit, point: Point): DescribedPoint {
  const { desktop, info } = window;
  const node = index === undefined ? undefined : tree.nodes[index];
  const isKnown =
    node !== undefined && !moves && !(node.parent < 0 && (isUnplaced(tree) || tree.notes.some(hidesControls)));
  return {
    point,
    window: desktop.view(window),
    ...(isKnown && { element: elementOf(node, session.idOf(desktop, info.handle, node)) }),
    ancestors: isKnown ? ancestorsOf(session, window, tree, node) : [],
    remarks: [...(isKnown ? [] : [moves ? MOVES : unknownSentence(tree, window)]), ...cutSentences(tree.cuts)],
    notes: tree.notes,
  };
}

const MOVES = 'The controls of this window are moving: which is at the point is not known. Call again.';

function unknownSentence(tree: AxTree, { id }: ListedWindow): string {
  if (tree.notes.some(hidesControls)) return 'The window is there, but which control is at the point is not known.';
  return `Nobody knows where on the screen the controls of this window are. Use deskhand_observe(window='${id}').`;
}

/** What the control is in, the outermost first; containers without a name say nothing. */
function ancestorsOf(session: Session, { desktop, info }: ListedWindow, { nodes }: AxTree, node: AxNode): Ancestor[] {
  const path: Ancestor[] = [];
  let above = nodes[node.parent];
  while (above && above.parent >= 0) {
    const { type, name } = above;
    if (name.trim() !== '' || !NAMELESS.has(type))
      path.push({ id: session.idOf(desktop, info.handle, above), type, name });
    above = nodes[above.parent];
  }
  return path.reverse();
}

const NAMELESS: ReadonlySet<string> = new Set(['Custom', 'Group', 'Pane']);

/** The frame belongs to the window manager, so that there is no control to be told. */
function onFrame(window: ListedWindow, point: Point): DescribedPoint {
  const remarks = ['The point is on the title bar or the border of this window, which holds no elements.'];
  return { point, window: window.desktop.view(window), ancestors: [], remarks, notes: [] };
}

async function inPopup(
  session: Session,
  at: AtPoint & { readonly kind: 'popup' },
  windows: readonly ListedWindow[],
  point: Point,
  signal: AbortSignal,
): Promise<DescribedPoint> {
  const { hit, owner } = await hitPopup(at, windows, point, signal);
  if (hit) return describeHit(session, hit, point);
  if (!owner) throw nowhere(point, 'is on a popup of a program whose windows are not known');
  const remarks = ['The point is on a popup of this program whose elements have no known place on the screen.'];
  return { point, window: owner.desktop.view(owner), ancestors: [], remarks, notes: [] };
}

function outside(at: AtPoint, point: Point): EngineError {
  if (at.kind === 'panel') {
    const title = at.title === '' ? '' : ` ${quoted(harmless(at.title, 60))}`;
    return nowhere(point, `is on a panel of the desktop${title}, which is no window`);
  }
  if (at.kind === 'leftOut') {
    const next = `Read it with deskhand_observe(window='pid:${at.pid}'), if it is what you mean.`;
    return nowhere(point, 'is on a window of the program that you run in', next);
  }
  if (at.kind !== 'outside') return nowhere(point, 'is on the desktop: there is no window');
  const [x, y, width, height] = at.screen;
  return nowhere(point, `is not on the screen, which is ${width}×${height} pixels from ${x},${y} on`);
}
