import type { States } from './atspi.ts';
import { ROLE } from './roles.ts';
import { has } from './states.ts';
import type { Toolkit } from './toolkits.ts';

/** GTK 4 makes objects for about so many items of a long list, and for the visible rows of a grid of tiles. */
const KEPT_ROWS = 200;
const KEPT_TILES = 30;

/** Whether a list that has so many children may have more, for which there are no objects. */
export function mayHoldMore({ virtualises }: Toolkit, role: number, states: States, children: number): boolean {
  if (!virtualises) return false;
  if (role !== ROLE.table) return children >= KEPT_ROWS;
  // A flow box is a table as well, but has all of its children, and not the focus.
  return has(states, 'focusable') && children >= KEPT_TILES;
}
