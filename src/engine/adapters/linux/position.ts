import { addressedCell, type CellPlace } from '../../../model/cellAddress.ts';
import { CALLS, NO_OBJECT } from './atspi.ts';
import type { Batch } from './batch.ts';
import type { Toolkit } from './toolkits.ts';

/** Where a cell is in its table; undefined where neither the cell nor the table says. */
export async function readPosition(batch: Batch, path: string, { family }: Toolkit): Promise<CellPlace | undefined> {
  // LibreOffice has no positions, and the indexes of its sheets overflow.
  if (family === 'vcl') return addressedCell(await batch.optional(path, CALLS.name, ''));
  const position = await batch.optional<readonly [number, number] | undefined>(path, CALLS.position, undefined);
  const [row, column] = position ?? (await positionInParent(batch, path));
  return row < 0 || column < 0 ? undefined : { row, column };
}

/** GTK 3 fails to tell the position of cells in the first row; their table can tell it. */
async function positionInParent(batch: Batch, path: string): Promise<readonly [number, number]> {
  const [[bus, parent], index] = await Promise.all([
    batch.optional(path, CALLS.parent, NO_OBJECT),
    batch.optional(path, CALLS.indexInParent, -1),
  ]);
  if (bus !== batch.destination || index < 0) return [-1, -1];
  return Promise.all([
    batch.optional(parent, CALLS.rowAtIndex, -1, index),
    batch.optional(parent, CALLS.columnAtIndex, -1, index),
  ]);
}
