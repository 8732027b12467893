import type { AxNode, AxTree, Rect } from '../../model/element.ts';
import { EngineError } from '../../model/errors.ts';
import { contains, hitTest, type Point } from '../../model/hitTest.ts';
import { hidesControls } from '../../model/notes.ts';
import { cutSentences } from '../../model/placement.ts';
import type { Ancestor, DescribedPoint } from '../../model/renderAt.ts';
import { harmless, quoted } from '../../model/text.ts';
import { elementOf } from '../../model/view.ts';
import type { AtPoint } from '../adapters/adapter.ts';
import { capture } from './capture.ts';
import { withDeadline } from './deadline.ts';
import type { Desktop, ListedWindow } from './desktop.ts';
import { LIMITS } from './limits.ts';
import type { Session } from './session.ts';

/** A window read for the sake of a point, and the control that was hit. */
interface Hit {
  readonly window: ListedWindow;
  readonly tree: AxTree;
  readonly index: number | undefined;
  /** The control was elsewhere each time that it was looked at again. */
  readonly moves: boolean;
}

/** What is at a point of one desktop. */
interface LookUp {
  readonly at: AtPoint;
  readonly windows: readonly ListedWindow[];
  /** The window itself where the point is on one. */
  readonly window?: ListedWindow;
}

/** Times that the windows, or the controls of one, are looked at when they move meanwhile. */
const ATTEMPTS = 3;

/** All that is shown: the row under the point may be any. The same scope as that of a search, whose tree serves both. */
const SCOPE = { includeOffscreen: false, rows: Number.MAX_SAFE_INTEGER, timeBudget: LIMITS.captureMs };

/** The control that is shown at a point. Fails with `point_outside_window` where there is no window. */
export async function describeAt(session: Session, point: Point, signal: AbortSignal): Promise<DescribedPoint> {
  const found = await Promise.all(session.shared.desktops.map((desktop) => lookUp(session, desktop, point, signal)));
  const hit = found.find(({ at, window }) => window || at.kind === 'popup') ?? found[0];
  if (!hit) throw new EngineError('no_desktop');
  const { at, windows, window } = hit;
  if (window) return at.kind === 'frame' ? onFrame(window, point) : inWindow(session, window, point, signal);
  if (at.kind === 'popup') return inPopup(session, at, windows, point, signal);
  throw outside(at, point);
}

/** What is at a point, with the windows of the desktop, among which those of the answer are. */
async function lookUp(session: Session, desktop: Desktop, point: Point, signal: AbortSignal): Promise<LookUp> {
  for (let attempt = 1; ; attempt++) {
    const [at, { windows }] = await Promise.all([
      withDeadline(signal, LIMITS.windowsMs, `Desktop ${desktop.name}`, (own) =>
        desktop.adapter.at(point.x, point.y, session.hosts, own),
      ),
      desktop.windows(session.hosts, signal),
    ]);
    // Windows open and close between two questions.
    if (!('window' in at)) return { at, windows };
    const window = windows.find(({ info }) => info.handle === at.window);
    if (window) return { at, windows, window };
    if (attempt === ATTEMPTS) throw nowhere(point, 'is on a window that has just opened or closed');
  }
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

/** Reads a window and looks which control is at the point; again where that control is elsewhere by now. */
async function hitWindow(window: ListedWindow, point: Point, signal: AbortSignal, area?: Rect): Promise<Hit> {
  for (let attempt = 1; ; attempt++) {
    const tree = await capture({ window }, SCOPE, signal);
    const index = hitTest(tree.nodes, point, area);
    const node = index === undefined ? undefined : tree.nodes[index];
    // Outside of its popup a window may well have nothing at the point.
    const isSettled = node ? await isStillAt(window, node, point, signal) : area !== undefined || isUnplaced(tree);
    if (isSettled || attempt === ATTEMPTS) return { window, tree, index, moves: !isSettled };
  }
}

/** A kept tree learns of some movements only after they have happened. */
async function isStillAt(
  { desktop, id }: ListedWindow,
  node: AxNode,
  point: Point,
  signal: AbortSignal,
): Promise<boolean> {
  if (node.parent < 0) return true;
  const [now] = await withDeadline(signal, LIMITS.rereadMs, `Window ${id}`, (own) =>
    desktop.adapter.reread([node.handle], own),
  );
  return now?.rect !== undefined && contains(now.rect, point);
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

/** Whether the window has controls, and nobody knows where any of them is. */
function isUnplaced({ nodes }: AxTree): boolean {
  return nodes.every(({ parent, rect }) => rect === undefined || (parent < 0 && nodes.length > 1));
}

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

/** A menu stands in the tree of the window that opened it, or in one of its own. */
async function inPopup(
  session: Session,
  { windows: candidates, rect }: AtPoint & { readonly kind: 'popup' },
  windows: readonly ListedWindow[],
  point: Point,
  signal: AbortSignal,
): Promise<DescribedPoint> {
  const present = windows.filter(({ info }) => candidates.includes(info.handle));
  const inOrder = candidates.flatMap((handle) => present.filter(({ info }) => info.handle === handle));
  for (const window of inOrder) {
    const hit = await hitWindow(window, point, signal, rect);
    if (hit.index !== undefined) return describeHit(session, hit, point);
  }
  const [owner] = inOrder;
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

const ELSEWHERE = "Take a point of a window: deskhand_observe with format='json' tells where it and its elements are.";

function nowhere({ x, y }: Point, where: string, next = ELSEWHERE): EngineError {
  return new EngineError('point_outside_window', { problem: `The point ${x},${y} ${where}.`, next });
}
