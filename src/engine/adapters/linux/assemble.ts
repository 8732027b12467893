import type { AxNode, Cut, Rect } from '../../../model/element.ts';
import { INTERFACES } from './atspi.ts';
import { contentOf } from './content.ts';
import type { Found } from './found.ts';
import { handleOf } from './handles.ts';
import { mapNode } from './map.ts';
import { isPopover, type Origin, popoverOrigin } from './popovers.ts';
import type { RawNode } from './raw.ts';
import { intersection, moved } from './rectangles.ts';
import { CLIPPING_ROLES, POPUP_ROLES, ROLE } from './roles.ts';
import { scaled } from './scale.ts';
import { has } from './states.ts';
import type { Toolkit } from './toolkits.ts';

/** The area in which nothing can be seen. */
const NOWHERE: Rect = [0, 0, 0, 0];

/** What is common to all nodes of a tree. */
export interface Surroundings {
  readonly bus: string;
  readonly toolkit: Toolkit;
  /** What must be added to a rectangle to make it one of the screen; undefined where nobody knows. */
  readonly origin: Origin | undefined;
  /** Pixels of the screen that one of the toolkit is. */
  readonly scale: number;
  /** X windows in which the program shows popovers, where their places are told relative to something else. */
  readonly popups?: readonly Rect[];
  readonly includeOffscreen: boolean;
}

/** The nodes of a tree and what was left out among them. */
export interface Assembled {
  readonly nodes: readonly AxNode[];
  readonly cuts: readonly Cut[];
}

/** Puts what a read found in document order, without what cannot be seen unless that is asked for. */
export function assemble(root: Found, surroundings: Surroundings): Assembled {
  const assembly = new Assembly(surroundings);
  const { origin, scale } = surroundings;
  assembly.add(root, -1, { clip: undefined, origin, parent: undefined, scale });
  return assembly;
}

/** What an object is seen in. */
interface Place {
  /** The area in which it can be seen; undefined for any. */
  readonly clip: Rect | undefined;
  readonly origin: Origin | undefined;
  readonly scale: number;
  /** The rectangle of its parent as the toolkit tells it, in pixels of the screen. */
  readonly parent: Rect | undefined;
}

/** The lists that grow while the found tree is walked. */
class Assembly implements Assembled {
  readonly nodes: AxNode[] = [];
  readonly cuts: Cut[] = [];
  readonly #surroundings: Surroundings;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** Adds an object and what is below it. */
  add(found: Found, parent: number, outer: Place): void {
    if (!found.raw) return;
    const scale = this.#scaleOf(found.raw, outer);
    const raw = atScale(found.raw, scale);
    const index = this.nodes.length;
    const cuts = this.cuts.length;
    const place = this.#placeOf(found, raw, parent, outer);
    const offscreen = this.#isOffscreen(raw, place.clip);
    this.nodes.push(this.#node(found, raw, parent, offscreen, place.origin));
    this.cuts.push(...found.cuts.map((cut) => ({ ...cut, at: index })));
    const isPopup = parent >= 0 && place.clip !== NOWHERE && POPUP_ROLES.has(raw.role);
    const clip = isPopup ? undefined : innerClip(raw, place.clip);
    for (const child of found.children) this.add(child, index, { clip, origin: place.origin, parent: raw.rect, scale });
    // What can be seen of an unseen parent keeps the parent, such as a child that stands out of an empty group.
    const isWanted = !offscreen || parent < 0 || this.#surroundings.includeOffscreen;
    if (isWanted || this.nodes.length > index + 1) return;
    this.nodes.length = index;
    this.cuts.length = cuts;
  }

  /** Chromium counts in pixels of its own round its pages, and in those of the screen in them. */
  #scaleOf({ role }: RawNode, { scale }: Place): number {
    return this.#surroundings.toolkit.family === 'chromium' && role === ROLE.documentWeb ? 1 : scale;
  }

  /** A popover is neither clipped by what it belongs to nor placed by it. */
  #placeOf(found: Found, raw: RawNode, parent: number, outer: Place): Place {
    const { toolkit, popups } = this.#surroundings;
    if (parent < 0 || outer.clip === NOWHERE || !isPopover(found, toolkit)) return outer;
    return { ...outer, clip: undefined, origin: popoverOrigin(raw.rect, outer.parent, popups ?? []) };
  }

  #node(found: Found, raw: RawNode, parent: number, offscreen: boolean, origin: Origin | undefined): AxNode {
    const { bus, toolkit } = this.#surroundings;
    const content = contentOf(found, toolkit);
    const rect = raw.rect && origin && moved(raw.rect, origin);
    const handle = handleOf(bus, found.lasting ?? found.path);
    return mapNode(raw, { handle, parent, toolkit, offscreen, ...(content && { content }), ...(rect && { rect }) });
  }

  #isOffscreen(raw: RawNode, clip: Rect | undefined): boolean {
    const { toolkit } = this.#surroundings;
    if (clip === NOWHERE || (toolkit.setsShowing && !has(raw.states, 'showing'))) return true;
    // GTK 4 has objects that are no widgets, such as the page of a notebook, which only their children can show.
    if (!raw.rect) return !toolkit.setsShowing || raw.interfaces.includes(INTERFACES.component);
    return clip !== undefined && !POPUP_ROLES.has(raw.role) && !intersection(raw.rect, clip);
  }
}

function atScale(raw: RawNode, scale: number): RawNode {
  return scale === 1 || !raw.rect ? raw : { ...raw, rect: scaled(raw.rect, scale) };
}

function innerClip(raw: RawNode, clip: Rect | undefined): Rect | undefined {
  // LibreOffice keeps a second menu bar that takes no room, with menus that say they have a place.
  if (!raw.rect) return raw.role === ROLE.menuBar ? NOWHERE : clip;
  if (clip === NOWHERE || !CLIPPING_ROLES.has(raw.role)) return clip;
  return clip ? (intersection(raw.rect, clip) ?? clip) : raw.rect;
}
