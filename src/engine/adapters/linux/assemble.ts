import type { AxNode, Cut, Rect } from '../../../model/element.ts';
import { INTERFACES } from './atspi.ts';
import { contentOf } from './content.ts';
import type { Found } from './found.ts';
import { handleOf } from './handles.ts';
import { mapNode } from './map.ts';
import type { RawNode } from './raw.ts';
import { intersection, moved } from './rectangles.ts';
import { CLIPPING_ROLES, POPUP_ROLES, ROLE } from './roles.ts';
import { has } from './states.ts';
import type { Toolkit } from './toolkits.ts';

/** The area in which nothing can be seen. */
const NOWHERE: Rect = [0, 0, 0, 0];

/** What is common to all nodes of a tree. */
export interface Surroundings {
  readonly bus: string;
  readonly toolkit: Toolkit;
  /** What must be added to a rectangle to make it one of the screen; undefined where nobody knows. */
  readonly origin: readonly [x: number, y: number] | undefined;
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
  assembly.add(root, -1, undefined);
  return assembly;
}

/** The lists that grow while the found tree is walked. */
class Assembly implements Assembled {
  readonly nodes: AxNode[] = [];
  readonly cuts: Cut[] = [];
  readonly #surroundings: Surroundings;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** Adds an object and what is below it; `clip` is the area in which it can be seen. */
  add(found: Found, parent: number, clip: Rect | undefined): void {
    const { raw } = found;
    if (!raw) return;
    const index = this.nodes.length;
    const cuts = this.cuts.length;
    const offscreen = this.#isOffscreen(raw, clip);
    this.nodes.push(this.#node(found, raw, parent, offscreen));
    this.cuts.push(...found.cuts.map((cut) => ({ ...cut, at: index })));
    const isPopup = parent >= 0 && clip !== NOWHERE && POPUP_ROLES.has(raw.role);
    const inner = isPopup ? undefined : innerClip(raw, clip);
    for (const child of found.children) this.add(child, index, inner);
    // What can be seen of an unseen parent keeps the parent, such as a child that stands out of an empty group.
    const isWanted = !offscreen || parent < 0 || this.#surroundings.includeOffscreen;
    if (isWanted || this.nodes.length > index + 1) return;
    this.nodes.length = index;
    this.cuts.length = cuts;
  }

  #node(found: Found, raw: RawNode, parent: number, offscreen: boolean): AxNode {
    const { bus, toolkit, origin } = this.#surroundings;
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

function innerClip(raw: RawNode, clip: Rect | undefined): Rect | undefined {
  // LibreOffice keeps a second menu bar that takes no room, with menus that say they have a place.
  if (!raw.rect) return raw.role === ROLE.menuBar ? NOWHERE : clip;
  if (clip === NOWHERE || !CLIPPING_ROLES.has(raw.role)) return clip;
  return clip ? (intersection(raw.rect, clip) ?? clip) : raw.rect;
}
