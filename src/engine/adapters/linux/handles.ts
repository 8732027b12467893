import type { CellPlace } from '../../../model/cellAddress.ts';
import type { Handle } from '../../../model/element.ts';
import { EngineError } from '../../../model/errors.ts';
import type { Reference } from './atspi.ts';

const X11 = 'x11:';

/** Handle of an accessible object: its bus name and path, which a fresh process can resolve as well. */
export function handleOf(bus: string, path: string): Handle {
  return `${bus}${path}`;
}

/**
 * The path for the handle of a cell that is known by its place in its table: LibreOffice gives cells other paths at each
 * read. No object path has a `#`, so that it is that of no object.
 */
export function pathOfCell(table: string, { row, column }: CellPlace): string {
  return `${table}#${row},${column}`;
}

/** The table and the place of a cell that such a path names; undefined for the path of an object. */
export function cellOfPath(path: string): { readonly table: string; readonly place: CellPlace } | undefined {
  const [, table, row, column] = /^([^#]+)#(\d{1,9}),(\d{1,9})$/.exec(path) ?? [];
  return table === undefined ? undefined : { table, place: { row: Number(row), column: Number(column) } };
}

/** Handle of an X window whose program is not on the accessibility bus. */
export function handleOfWindow(id: number): Handle {
  return `${X11}${id}`;
}

/** The X window that the handle names; undefined for the handle of an accessible object. */
export function windowIdOf(handle: Handle): number | undefined {
  return handle.startsWith(X11) ? Number(handle.slice(X11.length)) : undefined;
}

/** The accessible object, or the cell, that the handle names; fails with `unknown_window` where it names none. */
export function referenceOf(handle: Handle): Reference {
  const slash = handle.indexOf('/');
  if (slash < 1) throw new EngineError('unknown_window', { window: handle });
  return [handle.slice(0, slash), handle.slice(slash)];
}
