import type { AxNode, AxTree, Cut, Note, Rect } from '../../../model/element.ts';
import type { Found } from './found.ts';
import { handleOf } from './handles.ts';
import { mapNode } from './map.ts';
import type { RawNode } from './raw.ts';
import { intersection } from './rectangles.ts';
import { CLIPPING_ROLES, POPUP_ROLES } from './roles.ts';
import { INTERFACES } from './atspi.ts';
import { has } from './states.ts';
import type { Toolkit } from './toolkits.ts';

/** What is common to all nodes of a tree. */
export interface Frame {
  readonly bus: string;
  readonly toolkit: Toolkit;
  readonly coordinates: boolean;
  readonly includeOffscreen: boolean;
}

/** Puts what a read found in document order, without what cannot be seen unless that is asked for. */
export function assemble(root: Found, frame: Frame): AxTree {
  const assembly = new Assembly(frame);
  assembly.add(root, -1, undefined);
  return { nodes: assembly.nodes, cuts: assembly.cuts, notes: [] satisfies Note[] };
}

/** The lists that grow while the found tree is walked. */
class Assembly {
  readonly nodes: AxNode[] = [];
  readonly cuts: Cut[] = [];
  readonly #frame: Frame;

  constructor(frame: Frame) {
    this.#frame = frame;
  }

  /** Adds an object and what is below it; `clip` is the part of the screen in which it can be seen. */
  add(found: Found, parent: number, clip: Rect | undefined): void {
    const { raw } = found;
    if (!raw) return;
    const index = this.nodes.length;
    const offscreen = parent >= 0 && this.#isOffscreen(raw, clip);
    this.nodes.push(this.#node(found, raw, parent, offscreen));
    const inner = POPUP_ROLES.has(raw.role) && parent >= 0 ? undefined : innerClip(raw, clip);
    for (const child of found.children) this.add(child, index, inner);
    // What can be seen of an unseen parent keeps the parent, such as a child that stands out of an empty group.
    if (offscreen && !this.#frame.includeOffscreen && this.nodes.length === index + 1) this.nodes.pop();
    else if (found.cut) this.cuts.push({ ...found.cut, at: index });
  }

  #node(found: Found, raw: RawNode, parent: number, offscreen: boolean): AxNode {
    const { bus, toolkit, coordinates } = this.#frame;
    return mapNode(raw, { handle: handleOf(bus, found.path), parent, toolkit, offscreen, coordinates });
  }

  #isOffscreen(raw: RawNode, clip: Rect | undefined): boolean {
    if (this.#frame.toolkit.setsShowing && !has(raw.states, 'showing')) return true;
    if (!raw.rect) return raw.interfaces.includes(INTERFACES.component);
    return clip !== undefined && !POPUP_ROLES.has(raw.role) && !intersection(raw.rect, clip);
  }
}

function innerClip(raw: RawNode, clip: Rect | undefined): Rect | undefined {
  if (!raw.rect || !CLIPPING_ROLES.has(raw.role)) return clip;
  return clip ? (intersection(raw.rect, clip) ?? clip) : raw.rect;
}
