import type { ControlType } from './controlType.ts';
import type { AxNode, Rect } from './element.ts';

/** A place on the screen, in physical pixels of the virtual desktop. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Show only the part of what is in them that lies inside their own rectangle. */
const CLIPS: ReadonlySet<ControlType> = new Set<ControlType>([
  'DataGrid',
  'Document',
  'Pane',
  'Table',
  'Tree',
  'Window',
]);

/** Lie over everything else of their window, and are clipped by nothing in it. */
const POPUPS: ReadonlySet<ControlType> = new Set<ControlType>(['Menu', 'ToolTip', 'Window']);

/** Stay in place while the rows beside them are scrolled under them, wherever they stand among those in the tree. */
const OVER_ROWS: ReadonlySet<ControlType> = new Set<ControlType>(['Header', 'HeaderItem', 'ScrollBar']);

/** Without a name and a pattern these are only containers: toolkits lay them over what they do not hide. */
const CONTAINERS: ReadonlySet<ControlType> = new Set<ControlType>(['Custom', 'Group', 'Pane']);

/** Run on from line to line: the rectangle round all of their lines holds what stands in the same lines beside them. */
const INLINE: ReadonlySet<ControlType> = new Set<ControlType>(['Text', 'Hyperlink']);

/** Pixels by which a popup may be smaller than the window that the window system made for it: border and shadow. */
const POPUP_MARGIN = 32;

/** Where a node stands in the order in which a window is drawn. */
interface Drawn {
  /** How many popups it lies in or is; the window itself is none. */
  readonly layer: number;
  /** The part of the screen in which it can be seen, and that in which its children can; undefined for everywhere. */
  readonly clip: Rect | undefined;
  readonly inner: Rect | undefined;
  /** It lies in a popup that fills the area that was asked for. */
  readonly isInArea: boolean;
  /** The header or scroll bar that it lies in or is. */
  readonly over: number | undefined;
  /** The nearest one of itself and what it lies in that can be seen at the point and is no mere container. */
  readonly solid: number | undefined;
}

const TOP: Drawn = { layer: 0, clip: undefined, inner: undefined, isInArea: false, over: undefined, solid: undefined };

/**
 * Index of the control that is seen at a point: the deepest one whose rectangle holds it. Of controls that overlap it is
 * the one that is drawn last. Children count wherever they lie, inside of their parents or not. With `area`, which is
 * where the window system shows a popup, only what lies in that popup counts. Undefined where there is none.
 */
export function hitTest(nodes: readonly AxNode[], point: Point, area?: Rect): number | undefined {
  const drawn: Drawn[] = [];
  let best: number | undefined;
  for (const [index, node] of nodes.entries()) {
    const above = drawn[node.parent] ?? TOP;
    const place = drawnIn(above, nodes, index, area);
    const isSeen = isSeenAt(node, place, point) && (area === undefined || place.isInArea);
    drawn.push({ ...place, solid: isSeen && !isBlank(node) ? index : above.solid });
    if (!isSeen) continue;
    if (best === undefined || liesOver(nodes, drawn, index, best)) best = index;
  }
  return best;
}

function drawnIn(parent: Drawn, nodes: readonly AxNode[], index: number, area: Rect | undefined): Omit<Drawn, 'solid'> {
  const node = nodes[index];
  if (!node) return parent;
  const isEntry = isMenuEntry(node, nodes[node.parent]);
  const isPopup = isEntry || (node.parent >= 0 && POPUPS.has(node.type));
  const clip = isPopup ? undefined : parent.inner;
  return {
    layer: parent.layer + (isPopup ? 1 : 0),
    clip,
    inner: node.rect && CLIPS.has(node.type) ? narrowed(node.rect, clip) : clip,
    isInArea: parent.isInArea || (area !== undefined && belongsTo(node, isEntry, area)),
    over: parent.over ?? (OVER_ROWS.has(node.type) ? index : undefined),
  };
}

/** Whether it is an entry of a menu that has no control of its own: GTK hangs the entries on the one that opens it. */
function isMenuEntry({ type }: AxNode, parent: AxNode | undefined): boolean {
  return parent?.type === 'MenuItem' && (type === 'MenuItem' || type === 'Separator');
}

/** Whether the popup that fills an area of the screen is this node, or a menu that this is an entry of. */
function belongsTo({ rect }: AxNode, isEntry: boolean, area: Rect): boolean {
  if (!rect) return false;
  const gaps = gapsBetween(rect, area);
  return gaps.every((gap) => Math.abs(gap) <= POPUP_MARGIN) || (isEntry && gaps.every((gap) => gap >= 0));
}

/** Pixels from each side of `area` to the same side of a rectangle in it. */
function gapsBetween([x, y, width, height]: Rect, area: Rect): readonly number[] {
  return [x - area[0], y - area[1], area[0] + area[2] - x - width, area[1] + area[3] - y - height];
}

function isSeenAt({ rect, offscreen }: AxNode, { clip }: Pick<Drawn, 'clip'>, point: Point): boolean {
  return rect !== undefined && !offscreen && contains(rect, point) && (clip === undefined || contains(clip, point));
}

/** A container that shows nothing itself. */
function isBlank({ type, name, patterns, actions = [] }: AxNode): boolean {
  if (!CONTAINERS.has(type) || name.trim() !== '' || actions.length > 0) return false;
  return Object.keys(patterns).every((pattern) => pattern === 'scrollItem' || pattern === 'scroll');
}

/** Whether a node lies over one that comes before it in document order, in which parents and earlier siblings are first. */
function liesOver(nodes: readonly AxNode[], drawn: readonly Drawn[], index: number, before: number): boolean {
  const [own, other] = [drawn[index], drawn[before]];
  if (!own || !other || own.layer !== other.layer) return (own?.layer ?? 0) > (other?.layer ?? 0);
  if (own.solid !== index && isSeenThrough(nodes, own, other, index, before)) return false;
  if (runsAround(nodes, index, before)) return false;
  return other.over === undefined || own.over !== undefined || !isBeside(nodes, index, other.over);
}

/** Whether a blank node stands in nothing but blank ones over one that is more than that. */
function isSeenThrough(nodes: readonly AxNode[], own: Drawn, other: Drawn, index: number, before: number): boolean {
  const common = commonAncestor(nodes, index, before);
  return (own.solid ?? -1) <= common && (other.solid ?? -1) > common;
}

/** Whether a node is text of the block that also holds a control with a pattern of its own, which it cannot hide. */
function runsAround(nodes: readonly AxNode[], index: number, before: number): boolean {
  const control = nodes[before];
  if (!control || INLINE.has(control.type) || Object.keys(control.patterns).length === 0) return false;
  const block = commonAncestor(nodes, index, before);
  if (block === before) return false;
  let at = index;
  while (at > block && INLINE.has(nodes[at]?.type ?? 'Custom')) at = nodes[at]?.parent ?? -1;
  return at === block;
}

/** The nearest node that both are in or are; in document order what a node is in comes before it. */
function commonAncestor(nodes: readonly AxNode[], a: number, b: number): number {
  let [one, other] = [a, b];
  while (one !== other) {
    if (one > other) one = nodes[one]?.parent ?? -1;
    else other = nodes[other]?.parent ?? -1;
  }
  return one;
}

/** Whether the node lies in the parent of the header or scroll bar `over`. */
function isBeside(nodes: readonly AxNode[], index: number, over: number): boolean {
  const parent = nodes[over]?.parent ?? -1;
  let at = index;
  while (at > parent) at = nodes[at]?.parent ?? -1;
  return at === parent;
}

/** The part of a container that is itself seen; one that lies elsewhere altogether, as toolkits may have it, clips nothing. */
function narrowed(rect: Rect, clip: Rect | undefined): Rect | undefined {
  if (!clip) return rect;
  const left = Math.max(rect[0], clip[0]);
  const top = Math.max(rect[1], clip[1]);
  const right = Math.min(rect[0] + rect[2], clip[0] + clip[2]);
  const bottom = Math.min(rect[1] + rect[3], clip[1] + clip[3]);
  return right > left && bottom > top ? [left, top, right - left, bottom - top] : clip;
}

/** Whether the point lies in the rectangle; its right and lower edges are the first pixels outside. */
export function contains([left, top, width, height]: Rect, { x, y }: Point): boolean {
  return x >= left && y >= top && x < left + width && y < top + height;
}
