import type { Joined } from './join.ts';
import { usable } from './rectangles.ts';
import type { Toolkit } from './toolkits.ts';

type Origin = readonly [x: number, y: number];

/**
 * What makes a rectangle of the toolkit one of the screen; undefined where nobody knows. GTK 4 counts from its frame,
 * which lies in the middle of its X window: round it are the borders that it draws itself.
 */
export function originOf(toolkit: Toolkit, joined: Joined | undefined, hasDisplay: boolean): Origin | undefined {
  if (!toolkit.frameRelative) return hasDisplay ? [0, 0] : undefined;
  const frame = usable(joined?.frame?.extents);
  if (!joined?.x || !frame) return undefined;
  const [x, y, width, height] = joined.x.rect;
  return [Math.round(x + (width - frame[2]) / 2 - frame[0]), Math.round(y + (height - frame[3]) / 2 - frame[1])];
}
