import type { CellRows } from '../../../model/cellRows.ts';
import type { CellRange } from '../adapter.ts';
import type { Application } from './accessibilityBus.ts';
import { assemble } from './assemble.ts';
import { CALLS, NO_OBJECT, NULL_PATH } from './atspi.ts';
import type { Batch } from './batch.ts';
import type { Found } from './found.ts';
import { objectsOnBus } from './objects.ts';
import { ROLE, ROW_CONTAINERS } from './roles.ts';
import { numbers, rowsInTime } from './rowParts.ts';
import { SINGLE_LIMIT } from './single.ts';
import { TreeRead } from './treeRead.ts';
import { mayHoldMore } from './virtualRows.ts';

/** Objects that are read of one row: its cells and the texts in them. */
const NODES_OF_ROW = 64;

/** Rows that are read at once. */
const ROWS_AT_ONCE = 32;

const ROW_ROLES: ReadonlySet<number> = new Set([ROLE.tableRow, ROLE.listItem, ROLE.treeItem]);

/** A list without the Table interface as a grid: its rows are its children, their cells the cells in those. */
export async function readListRows(
  batch: Batch,
  application: Application,
  path: string,
  { row: start = 0, rows, column: startColumn = 0, columns: most }: CellRange,
): Promise<CellRows> {
  const { list, header } = await findList(batch, path);
  const [total, role, states] = await Promise.all([
    batch.ask(list, CALLS.childCount),
    batch.ask(list, CALLS.role),
    batch.ask(list, CALLS.states),
  ]);
  const indexes = numbers(start, Math.min(total, start + rows));
  const headers = header === undefined ? [] : await textsOf(batch, application, header);
  const cells = await rowsInTime(batch, indexes, ROWS_AT_ONCE, (index) => rowTexts(batch, application, list, index));
  const columns = Math.max(1, headers.length, ...cells.map(({ length }) => length));
  const part = (texts: readonly string[]) => texts.slice(startColumn, startColumn + most);
  const padded = cells.map((row) => part([...row, ...Array<string>(columns - row.length).fill('')]));
  return {
    rows: total,
    columns,
    headers: part(headers),
    rowHeaders: [],
    start,
    startColumn,
    cells: padded,
    spans: [],
    ...(mayHoldMore(application.toolkit, role, states, total) && { partial: true }),
    ...(cells.length < indexes.length && { ended: true }),
  };
}

/** The object whose children are the rows: in GTK 4 a list inside the table, below a row of column titles. */
async function findList(batch: Batch, path: string): Promise<{ list: string; header: string | undefined }> {
  const children = await firstChildren(batch, path);
  const inner = children.find(({ role }) => ROW_CONTAINERS.has(role));
  if (!inner) return { list: path, header: undefined };
  return { list: inner.path, header: children.find(({ role }) => ROW_ROLES.has(role))?.path };
}

async function firstChildren(batch: Batch, path: string): Promise<readonly { path: string; role: number }[]> {
  const children = await Promise.all([0, 1, 2].map((index) => childAt(batch, path, index)));
  const present = children.filter((child) => child !== undefined);
  return Promise.all(present.map(async (child) => ({ path: child, role: await batch.optional(child, CALLS.role, 0) })));
}

async function childAt(batch: Batch, path: string, index: number): Promise<string | undefined> {
  const [bus, child] = await batch.optional(path, CALLS.childAt, NO_OBJECT, index);
  return bus === batch.destination && child !== NULL_PATH ? child : undefined;
}

async function rowTexts(
  batch: Batch,
  application: Application,
  list: string,
  index: number,
): Promise<readonly string[]> {
  const row = await childAt(batch, list, index);
  return row === undefined ? [] : textsOf(batch, application, row);
}

/** The names of the cells of a row; of a row without cells its own. */
async function textsOf(batch: Batch, application: Application, row: string): Promise<readonly string[]> {
  const { bus, toolkit } = application;
  const scope = { includeOffscreen: true, rows: 1, maxNodes: NODES_OF_ROW, timeBudget: SINGLE_LIMIT };
  const found = await new TreeRead({ batch, toolkit }, objectsOnBus(batch), scope).read({ path: row });
  const named = (part: Found) => {
    const { nodes } = assemble(part, { bus, toolkit, origin: undefined, scale: 1, includeOffscreen: true });
    return nodes[0]?.name || (nodes.find(({ name }) => name !== '')?.name ?? '');
  };
  const cells = found.children.filter(
    ({ children, raw }) => raw && (raw.role === ROLE.tableCell || children.length > 0),
  );
  return found.raw?.role === ROLE.tableRow && cells.length > 0 ? cells.map(named) : [named(found)];
}
