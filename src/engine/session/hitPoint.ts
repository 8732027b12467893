import type { AxNode, AxTree, Rect } from '../../model/element.ts';
import { EngineError } from '../../model/errors.ts';
import { contains, hitTest, type Point } from '../../model/hitTest.ts';
import type { AtPoint } from '../adapters/adapter.ts';
import { capture } from './capture.ts';
import { withDeadline } from './deadline.ts';
import type { Desktop, ListedWindow } from './desktop.ts';
import { LIMITS } from './limits.ts';

/** A window read for the sake of a point, and the control that was hit. */
export interface Hit {
  readonly window: ListedWindow;
  readonly tree: AxTree;
  readonly index: number | undefined;
  /** The control was elsewhere each time that it was looked at again. */
  readonly moves: boolean;
}

/** What is at a point of one desktop. */
export interface LookUp {
  readonly at: AtPoint;
  readonly windows: readonly ListedWindow[];
  /** The window itself where the point is on one. */
  readonly window?: ListedWindow;
}

/** Times that the windows, or the controls of one, are looked at when they move meanwhile. */
const ATTEMPTS = 3;

/** All that is shown: the row under the point may be any. The same scope as that of a search, whose tree serves both. */
const SCOPE = { includeOffscreen: false, rows: Number.MAX_SAFE_INTEGER, timeBudget: LIMITS.captureMs };

/** What is at a point, with the windows of the desktop, among which those of the answer are. */
export async function lookUp(
  desktop: Desktop,
  point: Point,
  leftOut: readonly number[],
  signal: AbortSignal,
): Promise<LookUp> {
  for (let attempt = 1; ; attempt++) {
    const [at, { windows }] = await Promise.all([
      withDeadline(signal, LIMITS.windowsMs, `Desktop ${desktop.name}`, (own) =>
        desktop.adapter.at(point.x, point.y, leftOut, own),
      ),
      desktop.windows(leftOut, signal),
    ]);
    // Windows open and close between two questions.
    if (!('window' in at)) return { at, windows };
    const window = windows.find(({ info }) => info.handle === at.window);
    if (window) return { at, windows, window };
    if (attempt === ATTEMPTS) throw nowhere(point, 'is on a window that has just opened or closed');
  }
}

/** Reads a window and looks which control is at the point; again where that control is elsewhere by now. */
export async function hitWindow(window: ListedWindow, point: Point, signal: AbortSignal, area?: Rect): Promise<Hit> {
  for (let attempt = 1; ; attempt++) {
    const tree = await capture({ window }, SCOPE, signal);
    const index = hitTest(tree.nodes, point, area);
    const node = index === undefined ? undefined : tree.nodes[index];
    // Outside of its popup a window may well have nothing at the point.
    const isSettled = node ? await isStillAt(window, node, point, signal) : area !== undefined || isUnplaced(tree);
    if (isSettled || attempt === ATTEMPTS) return { window, tree, index, moves: !isSettled };
  }
}

/** The control that is hit in a popup: a menu stands in the tree of the window that opened it, or in one of its own. */
export async function hitPopup(
  { windows: candidates, rect }: AtPoint & { readonly kind: 'popup' },
  windows: readonly ListedWindow[],
  point: Point,
  signal: AbortSignal,
): Promise<{ readonly hit?: Hit; readonly owner: ListedWindow | undefined }> {
  const present = windows.filter(({ info }) => candidates.includes(info.handle));
  const inOrder = candidates.flatMap((handle) => present.filter(({ info }) => info.handle === handle));
  for (const window of inOrder) {
    const hit = await hitWindow(window, point, signal, rect);
    if (hit.index !== undefined) return { hit, owner: inOrder[0] };
  }
  return { owner: inOrder[0] };
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

/** Whether the window has controls, and nobody knows where any of them is. */
export function isUnplaced({ nodes }: AxTree): boolean {
  return nodes.every(({ parent, rect }) => rect === undefined || (parent < 0 && nodes.length > 1));
}

const ELSEWHERE = "Take a point of a window: deskhand_observe with format='json' tells where it and its elements are.";

export function nowhere({ x, y }: Point, where: string, next = ELSEWHERE): EngineError {
  return new EngineError('point_outside_window', { problem: `The point ${x},${y} ${where}.`, next });
}
