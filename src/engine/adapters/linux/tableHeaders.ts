import { CALLS, NULL_PATH, type Reference } from './atspi.ts';
import type { Batch } from './batch.ts';
import type { Child } from './found.ts';
import type { FlatTable } from './rows.ts';

const NONE: Reference = ['', NULL_PATH];

/** The objects of the headers of some columns, as far as there are any. */
export async function headersOf(table: FlatTable, columns: readonly number[]): Promise<readonly Child[]> {
  const { batch, toolkit } = table;
  const offset = toolkit.family === 'qt' ? await firstHeader(table) : undefined;
  const headers = await Promise.all(columns.map((column) => headerOf(table, column, offset)));
  return childrenOf(batch, headers);
}

/** The objects of the headers of some rows; only Qt has them among the children of the table. */
export async function rowHeadersOf(table: FlatTable, rows: readonly number[]): Promise<readonly Child[]> {
  const { batch, path, toolkit } = table;
  if (toolkit.family !== 'qt' || (await firstHeader(table)) !== 1) return [];
  const width = 1 + (await batch.optional(path, CALLS.columnCount, 0));
  return childrenOf(
    batch,
    await Promise.all(rows.map((row) => batch.optional(path, CALLS.childAt, NONE, (row + 1) * width))),
  );
}

function childrenOf(batch: Batch, references: readonly Reference[]): readonly Child[] {
  const own = references.filter(([bus, path]) => bus === batch.destination && path !== NULL_PATH);
  return [...new Set(own.map(([, path]) => path))].map((path) => ({ path }));
}

function headerOf({ batch, path, toolkit }: FlatTable, column: number, offset?: number): Promise<Reference> {
  if (offset !== undefined) return batch.optional(path, CALLS.childAt, NONE, offset + column);
  // Qt makes a new object, with a new path, each time that it is asked for a header in this way.
  return toolkit.family === 'qt' ? Promise.resolve(NONE) : batch.optional(path, CALLS.columnHeader, NONE, column);
}

/** Index of the first column header among the children of a table of Qt: before the cells, and after a corner. */
async function firstHeader({ batch, path }: FlatTable): Promise<number | undefined> {
  const [rows, columns, children] = await Promise.all([
    batch.optional(path, CALLS.rowCount, 0),
    batch.optional(path, CALLS.columnCount, 0),
    batch.optional(path, CALLS.childCount, 0),
  ]);
  if (children === (rows + 1) * (columns + 1)) return 1;
  return children === (rows + 1) * columns ? 0 : undefined;
}
