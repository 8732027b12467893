import type { Handle } from '../../../model/element.ts';
import type { CellRows } from '../adapter.ts';
import type { AccessibilityBus, Application } from './accessibilityBus.ts';
import { CALLS, INTERFACES, NULL_PATH, type Reference } from './atspi.ts';
import type { Batch } from './batch.ts';
import { asEngineError } from './errors.ts';
import { referenceOf } from './handles.ts';
import { readListRows } from './listRows.ts';
import { withBatch } from './single.ts';

/** Columns that are read at most; the contract counts the others. */
const COLUMNS = 64;

const NONE: Reference = ['', NULL_PATH];

/** Rows of a grid, or of a list as a grid of one column. */
export async function readCells(
  bus: AccessibilityBus,
  handle: Handle,
  start: number,
  count: number,
  signal: AbortSignal,
): Promise<CellRows> {
  const [name, path] = referenceOf(handle);
  const application = await bus.application(name).catch((error: unknown) => {
    throw asEngineError(error);
  });
  return withBatch(bus, application, signal, async (batch) => {
    const interfaces = await batch.ask(path, CALLS.interfaces);
    if (!interfaces.includes(INTERFACES.table)) return readListRows(batch, application, path, start, count);
    return readTable(batch, application, path, start, count);
  });
}

async function readTable(
  batch: Batch,
  application: Application,
  path: string,
  start: number,
  count: number,
): Promise<CellRows> {
  const [rows, columns] = await Promise.all([batch.ask(path, CALLS.rowCount), batch.ask(path, CALLS.columnCount)]);
  const width = Math.min(columns, COLUMNS);
  const columnNumbers = Array.from({ length: width }, (_, column) => column);
  const rowNumbers = Array.from({ length: Math.max(0, Math.min(count, rows - start)) }, (_, index) => start + index);
  const [headers, cells] = await Promise.all([
    Promise.all(columnNumbers.map((column) => headerText(batch, path, column))),
    Promise.all(
      rowNumbers.map((row) =>
        Promise.all(columnNumbers.map((column) => cellText(batch, application, path, row, column))),
      ),
    ),
  ]);
  return { rows, columns, headers: headers.every((header) => header === '') ? [] : headers, start, cells };
}

async function headerText(batch: Batch, path: string, column: number): Promise<string> {
  const [bus, header] = await batch.optional(path, CALLS.columnHeader, NONE, column);
  const name = bus === batch.destination ? await batch.optional(header, CALLS.name, '') : '';
  return name || batch.optional(path, CALLS.columnName, '', column);
}

async function cellText(
  batch: Batch,
  { toolkit }: Application,
  path: string,
  row: number,
  column: number,
): Promise<string> {
  const [bus, cell] = await batch.optional(path, CALLS.cellAt, NONE, row, column);
  if (bus !== batch.destination || cell === NULL_PATH) return '';
  // The name of a cell in LibreOffice is its address.
  if (toolkit.family === 'vcl') return textOf(batch, cell);
  return (await batch.optional(cell, CALLS.name, '')) || textOf(batch, cell);
}

async function textOf(batch: Batch, path: string): Promise<string> {
  const length = await batch.optional(path, CALLS.characterCount, 0);
  return length > 0 ? batch.optional(path, CALLS.text, '', 0, length) : '';
}
