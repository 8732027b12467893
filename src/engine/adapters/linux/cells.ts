import type { Handle } from '../../../model/element.ts';
import type { CellRows } from '../adapter.ts';
import type { AccessibilityBus, Application } from './accessibilityBus.ts';
import { CALLS, INTERFACES, NULL_PATH, type Reference } from './atspi.ts';
import { type Batch, BatchEnded } from './batch.ts';
import { asEngineError } from './errors.ts';
import { referenceOf } from './handles.ts';
import { readListRows } from './listRows.ts';
import { SINGLE_LIMIT, withBatch } from './single.ts';

/** Columns that are read at most; the contract counts the others. */
const COLUMNS = 64;
/** ... and of LibreOffice, which takes 15 ms for a cell far down a sheet. */
const SHEET_COLUMNS = 26;

/** Rows that are asked for at once, but in a sheet, where the first ones must be complete when the time ends. */
const ROWS_AT_ONCE = 64;

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
  const application = await bus.application(name, SINGLE_LIMIT).catch((error: unknown) => {
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
  const width = Math.min(columns, application.toolkit.family === 'vcl' ? SHEET_COLUMNS : COLUMNS);
  const columnNumbers = Array.from({ length: width }, (_, column) => column);
  const rowNumbers = Array.from({ length: Math.max(0, Math.min(count, rows - start)) }, (_, index) => start + index);
  const isSheet = application.toolkit.family === 'vcl';
  const headers = isSheet ? [] : await Promise.all(columnNumbers.map((column) => headerText(batch, path, column)));
  const cells: (readonly string[])[] = [];
  const step = isSheet ? 1 : ROWS_AT_ONCE;
  for (let next = 0; next < rowNumbers.length && batch.ended === undefined; next += step) {
    const part = rowNumbers.slice(next, next + step);
    const texts = await Promise.all(part.map((row) => rowTexts(batch, application, path, row, columnNumbers)));
    const complete = texts.includes(undefined) ? texts.slice(0, texts.indexOf(undefined)) : texts;
    cells.push(...complete.filter((row) => row !== undefined));
  }
  if (cells.length === 0 && batch.ended === 'time') throw new BatchEnded('time', SINGLE_LIMIT);
  return { rows, columns, headers: headers.some((header) => header !== '') ? headers : [], start, cells };
}

/** The texts of a row; undefined where the time ended before all of them were read, so that the rows before it count. */
async function rowTexts(
  batch: Batch,
  application: Application,
  path: string,
  row: number,
  columns: readonly number[],
): Promise<readonly string[] | undefined> {
  try {
    return await Promise.all(columns.map((column) => cellText(batch, application, path, row, column)));
  } catch (error) {
    if (error instanceof BatchEnded && error.reason === 'time') return undefined;
    throw error;
  }
}

async function headerText(batch: Batch, path: string, column: number): Promise<string> {
  const description = await batch.optional(path, CALLS.columnName, '', column);
  if (description !== '') return description;
  const [bus, header] = await batch.optional(path, CALLS.columnHeader, NONE, column);
  return bus === batch.destination ? batch.optional(header, CALLS.name, '') : '';
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
