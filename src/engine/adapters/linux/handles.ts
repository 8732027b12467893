import type { Handle } from '../../../model/element.ts';
import { EngineError } from '../../../model/errors.ts';
import type { Reference } from './atspi.ts';

const X11 = 'x11:';

/** Handle of an accessible object: its bus name and path, which a fresh process can resolve as well. */
export function handleOf(bus: string, path: string): Handle {
  return `${bus}${path}`;
}

/** Handle of an X window whose program is not on the accessibility bus. */
export function handleOfWindow(id: number): Handle {
  return `${X11}${id}`;
}

/** The X window that the handle names; undefined for the handle of an accessible object. */
export function windowIdOf(handle: Handle): number | undefined {
  return handle.startsWith(X11) ? Number(handle.slice(X11.length)) : undefined;
}

/** The accessible object that the handle names; fails with `unknown_window` where it names none. */
export function referenceOf(handle: Handle): Reference {
  const slash = handle.indexOf('/');
  if (slash < 1) throw new EngineError('unknown_window', { window: handle });
  return [handle.slice(0, slash), handle.slice(slash)];
}
