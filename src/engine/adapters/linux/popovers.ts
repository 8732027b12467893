import type { Rect } from '../../../model/element.ts';
import type { Found } from './found.ts';
import type { Toolkit } from './toolkits.ts';

/** Names that GTK 4 gives a popover without a label, and what every popover has inside. */
const POPOVERS: ReadonlySet<string> = new Set(['GtkPopover', 'GtkPopoverMenu', 'GtkEmojiChooser']);
const CONTENT = 'GtkPopoverContent';

/** Margin in pixels that a popover may have in its X window towards what it points at. */
const MARGIN = 12;

/** What must be added to a rectangle of the toolkit to make it one of the screen. */
export type Origin = readonly [x: number, y: number];

/** Whether an object with this name is a popover of GTK 4, which lies in an X window of its own. */
export function isPopoverName(name: string, { frameRelative }: Toolkit): boolean {
  return frameRelative && POPOVERS.has(name);
}

/** Whether the object is a popover of GTK 4. */
export function isPopover({ raw, children }: Found, toolkit: Toolkit): boolean {
  if (!raw || !toolkit.frameRelative) return false;
  return isPopoverName(raw.name, toolkit) || children.some((child) => child.raw?.name === CONTENT);
}

/**
 * The origin of what is in a popover. GTK 4 tells the places in it as if it lay on the left upper corner of the object
 * that it belongs to, so its X window is told by its size; undefined where none or several have that, as under a
 * compositor, where the X window holds the shadow as well.
 */
export function popoverOrigin(
  own: Rect | undefined,
  parent: Rect | undefined,
  popups: readonly Rect[],
): Origin | undefined {
  if (!own || !parent) return undefined;
  const [left, top] = [own[0] - parent[0], own[1] - parent[1]];
  if (left < 0 || top < 0) return undefined;
  const fitting = popups.filter(([, , width, height]) => {
    const [right, bottom] = [width - own[2] - left, height - own[3] - top];
    return Math.abs(right) <= 1 && bottom >= -1 && bottom <= MARGIN;
  });
  const [popup, ...others] = fitting;
  return popup && others.length === 0 ? [popup[0] - parent[0], popup[1] - parent[1]] : undefined;
}
