import { type Batch, BatchEnded } from './batch.ts';

/**
 * What `read` gives of each row, in parts that follow one another, so that the first rows are complete when the time
 * ends: what is not complete then is left out. Fails with `BatchEnded` where not even one row is.
 */
export async function rowsInTime<T>(
  batch: Batch,
  rows: readonly number[],
  atOnce: number,
  read: (row: number) => Promise<T>,
): Promise<readonly T[]> {
  const complete: T[] = [];
  for (let next = 0; next < rows.length; next += atOnce) {
    const outcomes = await Promise.allSettled(rows.slice(next, next + atOnce).map(read));
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') complete.push(outcome.value);
      else if (isTimeUp(outcome.reason) && complete.length > 0) return complete;
      else throw outcome.reason;
    }
    if (batch.ended === 'time') return complete;
  }
  return complete;
}

function isTimeUp(error: unknown): boolean {
  return error instanceof BatchEnded && error.reason === 'time';
}

/** Numbers from one to before another. */
export function numbers(from: number, end: number): readonly number[] {
  return Array.from({ length: Math.max(0, end - from) }, (_, index) => from + index);
}
