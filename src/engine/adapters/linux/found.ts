import type { Cut, Rect } from '../../../model/element.ts';
import type { States } from './atspi.ts';
import type { RawNode } from './raw.ts';
import { ROW_CONTAINERS } from './roles.ts';

/** An object that a read came upon, with what was read below it. */
export interface Found {
  readonly path: string;
  /** The path for its handle, where its own is another one at each read. */
  readonly lasting?: string;
  readonly children: Found[];
  /** Children that it has, shown or not. */
  childCount?: number;
  /** Set where nothing was read below it, because nothing there can be seen. */
  unread?: boolean;
  /** Set when everything of it was read; what lacks it when the read ends is left out. */
  raw?: RawNode;
  /** What was left out of its children. */
  readonly cuts: Omit<Cut, 'at'>[];
}

/** An object of which nothing is read yet. */
export function found({ path, lasting }: Child): Found {
  return { path, ...(lasting && { lasting }), children: [], cuts: [] };
}

/** Puts what was read anew in the place of what was there before. */
export function takeOver(target: Found, { raw, childCount, unread = false, children, cuts }: Found): void {
  target.unread = unread;
  if (raw) target.raw = raw;
  if (childCount !== undefined) target.childCount = childCount;
  target.children.splice(0, target.children.length, ...children);
  target.cuts.splice(0, target.cuts.length, ...cuts);
}

/** Whether what is below the object are rows. */
export function holdsRows({ raw }: Found): boolean {
  return raw !== undefined && (ROW_CONTAINERS.has(raw.role) || raw.table !== undefined);
}

/** What must be known of an object before its children are asked for. */
export interface Basics {
  readonly role: number;
  readonly name: string;
  readonly states: States;
  readonly interfaces: readonly string[];
  readonly childCount: number;
}

/** A child to visit, with what its parent already learnt of it. */
export interface Child {
  readonly path: string;
  /** The path for its handle, where its own is another one at each read. */
  readonly lasting?: string;
  readonly states?: States;
  /** Null where it has none. */
  readonly rect?: Rect | null;
  readonly cell?: { readonly row: number; readonly column: number };
}
