import { CALLS, NO_OBJECT, NULL_PATH, type Reference } from './atspi.ts';
import type { Child } from './found.ts';
import type { FlatTable } from './rows.ts';

/** The objects of the headers of some columns, as far as there are any. */
export async function headersOf(table: FlatTable, columns: readonly number[]): Promise<readonly Child[]> {
  return childrenOf(table, await Promise.all(columns.map((column) => headerOf(table, column))));
}

/** The objects of the headers of some rows; only Qt has them among the children of the table. */
export async function rowHeadersOf(table: FlatTable, rows: readonly number[]): Promise<readonly Child[]> {
  const { batch, path, toolkit, columns } = table;
  if (toolkit.family !== 'qt' || firstHeader(table) !== 1) return [];
  const indexes = rows.map((row) => (row + 1) * (columns + 1));
  return childrenOf(
    table,
    await Promise.all(indexes.map((index) => batch.optional(path, CALLS.childAt, NO_OBJECT, index))),
  );
}

function childrenOf({ batch }: FlatTable, references: readonly Reference[]): readonly Child[] {
  const own = references.filter(([bus, path]) => bus === batch.destination && path !== NULL_PATH);
  return [...new Set(own.map(([, path]) => path))].map((path) => ({ path }));
}

async function headerOf(table: FlatTable, column: number): Promise<Reference> {
  const { batch, path, toolkit } = table;
  if (toolkit.family !== 'qt') return batch.optional(path, CALLS.columnHeader, NO_OBJECT, column);
  // Qt makes a new object, with a new path, each time that it is asked for a header in that way.
  const first = firstHeader(table);
  return first === undefined ? NO_OBJECT : batch.optional(path, CALLS.childAt, NO_OBJECT, first + column);
}

/** Index of the first column header among the children of a table of Qt: before the cells, and after a corner. */
function firstHeader({ rows, columns, children }: FlatTable): number | undefined {
  if (children === (rows + 1) * (columns + 1)) return 1;
  return children === (rows + 1) * columns ? 0 : undefined;
}
