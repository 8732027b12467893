import { difference, type Shown } from '../../model/diff.ts';
import type { Handle } from '../../model/element.ts';
import type { Desktop } from '../session/desktop.ts';

/** Windows of a desktop whose last look is remembered. */
const MOST_WINDOWS = 16;

/** What steps last saw of each window. */
const looks = new WeakMap<Desktop, Map<Handle, Shown>>();

export function lastLook(desktop: Desktop, window: Handle): Shown | undefined {
  return looks.get(desktop)?.get(window);
}

export function remember(desktop: Desktop, window: Handle, shown: Shown): void {
  const known = looks.get(desktop) ?? new Map<Handle, Shown>();
  looks.set(desktop, known);
  known.delete(window);
  known.set(window, shown);
  for (const oldest of [...known.keys()].slice(0, -MOST_WINDOWS)) known.delete(oldest);
}

/** The controls that have changed while no step was being done, such as a clock: their changes prove nothing. */
export function restlessSince(last: Shown, now: Shown): ReadonlySet<Handle> {
  return new Set(difference(last, now).changed.map(({ handle }) => handle));
}
