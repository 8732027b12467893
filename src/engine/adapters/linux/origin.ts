import type { Joined } from './join.ts';
import { usable } from './rectangles.ts';
import { scaled } from './scale.ts';
import type { Toolkit } from './toolkits.ts';

/**
 * What the session says of places on the screen: all of them, those of programs of X11 alone, which a Wayland compositor
 * serves as well, or none. Programs of Wayland are not told where they are, and make up places all the same.
 */
export type Placing = 'all' | 'x11' | 'none';

/** Whether what the toolkit says of the places in a window can be true. */
export function isPlaced(joined: Joined | undefined, placing: Placing): boolean {
  if (isUndecided(joined)) return false;
  return placing === 'all' || (placing === 'x11' && joined?.x !== undefined);
}

/** Whether the place of the window may be that of another one that looks the same, and its contents depend on it. */
function isUndecided(joined: Joined | undefined): boolean {
  return joined?.x !== undefined && joined.undecided === true;
}

type Origin = readonly [x: number, y: number];

/**
 * What makes a rectangle of the toolkit one of the screen; undefined where nobody knows. GTK 4 counts from its frame,
 * which lies in the middle of its X window: round it are the borders that it draws itself.
 */
export function originOf(
  toolkit: Toolkit,
  joined: Joined | undefined,
  placing: Placing,
  scale: number,
): Origin | undefined {
  if (!isPlaced(joined, placing)) return undefined;
  if (!toolkit.frameRelative) return [0, 0];
  const own = usable(joined?.frame?.extents);
  if (!joined?.x || !own) return undefined;
  const frame = scaled(own, scale);
  const [x, y, width, height] = joined.x.rect;
  return [Math.round(x + (width - frame[2]) / 2 - frame[0]), Math.round(y + (height - frame[3]) / 2 - frame[1])];
}
