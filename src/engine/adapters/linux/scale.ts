import type { Rect } from '../../../model/element.ts';
import type { Joined } from './join.ts';
import { usable } from './rectangles.ts';
import type { Toolkit } from './toolkits.ts';

/** Factors by which toolkits draw larger. GTK knows whole ones only. */
const STEPS = [1.25, 1.5, 1.75, 2, 2.5, 3, 4] as const;
/** Part by which the X window may differ from the frame for other reasons, such as a shadow of 8 pixels. */
const TOLERANCE = 0.06;

/**
 * How many pixels of the screen one of the toolkit is: on a dense screen toolkits go on counting in pixels of their own,
 * which the X server does not know. Undefined where the two cannot be compared.
 */
export function scaleOf({ x, frame }: Joined): number | undefined {
  const size = usable(frame?.extents);
  if (!x || !frame || !size) return undefined;
  const [across, down] = [x.rect[2] / size[2], x.rect[3] / size[3]];
  const steps = isGtk(frame.application.toolkit) ? STEPS.filter(Number.isInteger) : STEPS;
  return steps.find((step) => isNear(across, step) && isNear(down, step)) ?? 1;
}

/** The rectangle in pixels of the screen. */
export function scaled(rect: Rect, scale: number): Rect {
  if (scale === 1) return rect;
  const [x, y, width, height] = rect;
  return [Math.round(x * scale), Math.round(y * scale), Math.round(width * scale), Math.round(height * scale)];
}

function isGtk({ family }: Toolkit): boolean {
  return family === 'gtk3' || family === 'gtk4' || family === 'vcl';
}

function isNear(ratio: number, step: number): boolean {
  return Math.abs(ratio / step - 1) < TOLERANCE;
}
