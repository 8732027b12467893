import type { BusSignal } from './bus.ts';

/**
 * What an event means for a tree that is kept: the object itself has changed, or its children as well, or those
 * beside it with the one above, or which children it has, or whether it is there at all, or anything in the window.
 */
export type Effect = 'self' | 'near' | 'kin' | 'below' | 'presence' | 'all';

/** Events that programs are asked to send. Not `bounds-changed`: one resize of a window sends thousands of it. */
export const EVENTS: readonly string[] = [
  'object:state-changed',
  'object:children-changed',
  'object:property-change',
  'object:text-changed',
  'object:selection-changed',
  'object:active-descendant-changed',
  'object:visible-data-changed',
  'object:model-changed',
  'object:row-inserted',
  'object:row-deleted',
  'object:row-reordered',
  'object:column-inserted',
  'object:column-deleted',
  'object:column-reordered',
  'document:load-complete',
  'document:reload',
];

/** By the name of the signal, and by its detail where that matters. */
const EFFECTS: Readonly<Record<string, Effect>> = {
  // Of a widget that GTK 3 packs into a box nothing but its own state tells that it is there.
  'StateChanged:showing': 'presence',
  'StateChanged:visible': 'presence',
  'StateChanged:defunct': 'presence',
  'StateChanged:expanded': 'below',
  // Qt says of a tab that it is selected, but not of the other that it no longer is, nor of the list that is named so.
  'StateChanged:selected': 'kin',
  StateChanged: 'self',
  ChildrenChanged: 'below',
  'PropertyChange:accessible-parent': 'presence',
  PropertyChange: 'self',
  TextChanged: 'self',
  SelectionChanged: 'near',
  ActiveDescendantChanged: 'near',
  VisibleDataChanged: 'below',
  ModelChanged: 'below',
  RowInserted: 'below',
  RowDeleted: 'below',
  RowReordered: 'below',
  ColumnInserted: 'below',
  ColumnDeleted: 'below',
  ColumnReordered: 'below',
  LoadComplete: 'all',
  Reload: 'all',
};

/** What the signal means; undefined where it is no event of an accessible object. */
export function effectOf({ interface: name, member, body }: BusSignal): Effect | undefined {
  if (!name.startsWith('org.a11y.atspi.Event.')) return undefined;
  return EFFECTS[`${member}:${body[0]}`] ?? EFFECTS[member];
}
