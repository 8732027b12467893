import type { Rect } from '../../../../model/element.ts';
import { INTERFACES } from '../atspi.ts';
import type { Batch } from '../batch.ts';
import { readRect } from '../extents.ts';
import type { Found } from '../found.ts';
import { BUTTON_ROLES, ROW_CONTAINERS } from '../roles.ts';
import type { Toolkit } from '../toolkits.ts';
import type { FoundIndex } from './foundIndex.ts';

/** Objects that are asked for their place: a layout that moves moves one of them. */
const SPREAD = 6;
/** ... and the first rows of so many lists, which move when the list is scrolled. */
const LISTS = 4;

/**
 * The objects whose places tell whether anything in a window has moved: spread over it, and the last rows of lists. What
 * GTK 4 hides moves nothing else and is hidden without an event, so that there every object is asked which is shown, or
 * would be with the one above it; what stands in a button moves and goes with it.
 */
export function samplesOf(
  objects: readonly Found[],
  index: FoundIndex,
  isShown: (found: Found) => boolean,
  { silentPlaces, silentCells }: Toolkit,
): readonly Found[] {
  // Cells of a sheet are merged without an event, which moves no other one.
  const cells = silentCells ? objects.filter(({ raw }) => raw?.cell) : [];
  if (!silentPlaces) return [...new Set([...spreadOver(objects), ...cells])];
  return objects.filter((found) => {
    const parent = index.parentOf(found);
    return isComponent(found) && !isButton(parent) && (parent === undefined || isShown(parent));
  });
}

/** Whether the object has a place on the screen. */
export function isComponent({ raw }: Found): boolean {
  return raw?.interfaces.includes(INTERFACES.component) === true;
}

function isButton(found: Found | undefined): boolean {
  return BUTTON_ROLES.has(found?.raw?.role ?? 0);
}

function spreadOver(objects: readonly Found[]): readonly Found[] {
  const placed = objects.filter(({ raw }) => raw?.rect);
  const step = Math.max(1, placed.length / SPREAD);
  const spread = Array.from({ length: SPREAD }, (_, index) => placed[placed.length - 1 - Math.floor(index * step)]);
  const rows = objects
    .filter(({ raw, children }) => raw && ROW_CONTAINERS.has(raw.role) && children.length > 0)
    .slice(0, LISTS)
    .map(({ children }) => children.findLast(({ raw }) => raw?.rect));
  return [...new Set([...spread, ...rows].filter((found) => found !== undefined))];
}

/** The objects that are no longer where they were. */
export async function movedOf(batch: Batch, objects: readonly Found[]): Promise<readonly Moved[]> {
  const places = await Promise.all(objects.map(({ path }) => readRect(batch, path)));
  return objects.flatMap((found, index) => {
    const now = places[index];
    return isSame(found.raw?.rect, now) ? [] : [{ found, now }];
  });
}

/** An object and its new place; undefined where it has none any more. */
export interface Moved {
  readonly found: Found;
  readonly now: Rect | undefined;
}

function isSame(a: Rect | undefined, b: Rect | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a.every((side, index) => side === b[index]));
}
