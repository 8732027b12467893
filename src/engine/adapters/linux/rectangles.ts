import type { Rect } from '../../../model/element.ts';
import type { Extents } from './atspi.ts';

/** The number that GTK 3 gives for the place of what is not on the screen. */
const NOWHERE = -2147483648;

/** The rectangle as far as it is one: neither the sentinel of what is hidden nor empty. */
export function usable(extents: Extents | undefined): Rect | undefined {
  if (!extents) return undefined;
  const [x, y, width, height] = extents;
  return x === NOWHERE || y === NOWHERE || width <= 0 || height <= 0 ? undefined : extents;
}

/** The rectangle at another place. */
export function moved([x, y, width, height]: Rect, [right, down]: readonly [x: number, y: number]): Rect {
  return [x + right, y + down, width, height];
}

/** The common part of two rectangles; undefined where they do not touch. */
export function intersection(a: Rect, b: Rect): Rect | undefined {
  const left = Math.max(a[0], b[0]);
  const top = Math.max(a[1], b[1]);
  const width = Math.min(a[0] + a[2], b[0] + b[2]) - left;
  const height = Math.min(a[1] + a[3], b[1] + b[3]) - top;
  return width > 0 && height > 0 ? [left, top, width, height] : undefined;
}

/** Whether nothing of the rectangle is left beside those that lie over it. */
export function isCovered(rect: Rect, above: readonly Rect[]): boolean {
  let left: readonly Rect[] = [rect];
  for (const cover of above) left = left.flatMap((part) => remainder(part, cover));
  return left.length === 0;
}

/** Up to four rectangles that are left of one when another one is cut out of it. */
function remainder(rect: Rect, cover: Rect): readonly Rect[] {
  const cut = intersection(rect, cover);
  if (!cut) return [rect];
  const [x, y, width, height] = rect;
  const [cutX, cutY, cutWidth, cutHeight] = cut;
  const parts: readonly Rect[] = [
    [x, y, width, cutY - y],
    [x, cutY + cutHeight, width, y + height - cutY - cutHeight],
    [x, cutY, cutX - x, cutHeight],
    [cutX + cutWidth, cutY, x + width - cutX - cutWidth, cutHeight],
  ];
  return parts.filter(([, , partWidth, partHeight]) => partWidth > 0 && partHeight > 0);
}
