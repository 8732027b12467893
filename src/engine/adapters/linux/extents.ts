import type { Rect } from '../../../model/element.ts';
import { CALLS, type Extents } from './atspi.ts';
import type { Batch } from './batch.ts';
import { usable } from './rectangles.ts';

/** What the toolkit says of the place of an object; undefined where it has none. */
export function readExtents(batch: Batch, path: string): Promise<Extents | undefined> {
  return batch.optional<Extents | undefined>(path, CALLS.extents, undefined);
}

/** The place of an object as far as it is one. */
export async function readRect(batch: Batch, path: string): Promise<Rect | undefined> {
  return usable(await readExtents(batch, path));
}
