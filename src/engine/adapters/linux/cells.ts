import type { CellRows } from '../../../model/cellRows.ts';
import type { Handle } from '../../../model/element.ts';
import type { CellRange } from '../adapter.ts';
import type { AccessibilityBus } from './accessibilityBus.ts';
import { CALLS, INTERFACES } from './atspi.ts';
import type { Batch } from './batch.ts';
import { CellFacts } from './cellFacts.ts';
import { referenceOf } from './handles.ts';
import { readListRows } from './listRows.ts';
import { isSheet, readSheetRows } from './sheetRows.ts';
import { applicationNamed, withBatch } from './single.ts';
import { resolved } from './tableCell.ts';
import { readTableRows } from './tableRows.ts';

/** Time for a read of a table: the whole call is to end within two seconds. */
const TABLE_LIMIT = 1_800;

/** Cells of a grid, or rows of a list as a grid of one column. */
export async function readCells(
  bus: AccessibilityBus,
  handle: Handle,
  range: CellRange,
  signal: AbortSignal,
): Promise<CellRows> {
  const [name, named] = referenceOf(handle);
  const application = await applicationNamed(bus, name);
  const read = async (batch: Batch) => {
    const { path } = await resolved(batch, named);
    const interfaces = await batch.ask(path, CALLS.interfaces);
    if (!interfaces.includes(INTERFACES.table)) return readListRows(batch, application, path, range);
    const [rows, columns] = await Promise.all([batch.ask(path, CALLS.rowCount), batch.ask(path, CALLS.columnCount)]);
    const facts = new CellFacts(batch, path);
    const table = { batch, toolkit: application.toolkit, path, rows, columns, cells: facts };
    return isSheet(table) ? readSheetRows(table, range) : readTableRows(table, range);
  };
  return withBatch(bus, application, signal, read, TABLE_LIMIT);
}
