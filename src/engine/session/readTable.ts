import { addressedBlock, blockAddress, type CellBlock, cellAddress } from '../../model/cellAddress.ts';
import type { CellRows } from '../../model/cellRows.ts';
import { EngineError } from '../../model/errors.ts';
import type { ReadRows } from '../../model/fitRows.ts';
import { holdsRows } from '../../model/rows.ts';
import { quoted } from '../../model/text.ts';
import type { CellRange } from '../adapters/adapter.ts';
import { applicationOf, verify } from './capture.ts';
import { withDeadline } from './deadline.ts';
import type { Known } from './elementTable.ts';
import { LIMITS } from './limits.ts';
import type { Session } from './session.ts';

export interface TableArguments {
  readonly id: number;
  readonly start_row?: number | undefined;
  readonly max_rows: number;
  readonly start_column?: number | undefined;
  /** Cells of a spreadsheet by their address, in place of a row and a column to start from. */
  readonly range?: string | undefined;
}

/** Cells of a grid, or rows of a list or tree, by id. */
export async function readTable(session: Session, args: TableArguments, signal: AbortSignal): Promise<ReadRows> {
  const asked = args.range === undefined ? undefined : askedBlock(args, args.range);
  const known = session.shared.elements.get(args.id);
  const node = await verify(known, signal);
  if (!holdsRows(node)) {
    const next = "Find a grid with deskhand_observe(filter='table') or deskhand_find(by='pattern', query='grid').";
    throw new EngineError('unsupported_action', { what: `${node.type} ${args.id}`, action: 'reading rows', next });
  }
  const rows = await readRange(known, rangeOf(args, asked), signal);
  checkPlace(args, rows, asked);
  const first = needsFirst(rows) ? (await readRange(known, firstRow(rows), signal)).cells[0] : undefined;
  return { id: args.id, ...rows, ...(asked && { asked }), ...(first && { first }) };
}

function readRange(known: Known, range: CellRange, signal: AbortSignal): Promise<CellRows> {
  return withDeadline(signal, LIMITS.cellsMs, applicationOf(known), (own) =>
    known.desktop.adapter.cells(known.handle, range, own),
  );
}

function askedBlock({ start_row, start_column }: TableArguments, range: string): CellBlock {
  if (start_row !== undefined || start_column !== undefined) {
    const problem = 'range says by itself where to start: start_row and start_column cannot be given with it.';
    throw new EngineError('invalid_argument', { problem });
  }
  const block = addressedBlock(range);
  if (block) return block;
  const next = 'Pass an address such as B2 or B2:D40, of the sheet itself: without its name, no whole rows or columns.';
  throw new EngineError('invalid_argument', { problem: `${quoted(range)} is no range of cells.`, next });
}

function rangeOf({ start_row, start_column, max_rows }: TableArguments, asked: CellBlock | undefined): CellRange {
  if (asked) {
    const { row, column, rows, columns } = asked;
    return { row, column, rows: Math.min(rows, LIMITS.cellRows), columns: Math.min(columns, LIMITS.cellColumns) };
  }
  return {
    ...(start_row !== undefined && { row: start_row }),
    ...(start_column !== undefined && { column: start_column }),
    rows: max_rows,
    columns: LIMITS.cellColumns,
  };
}

/** Fails where the caller's numbers or address lie outside of the table. */
function checkPlace(args: TableArguments, { rows, columns, sheet }: CellRows, asked: CellBlock | undefined): void {
  if (asked && !sheet) {
    const next = 'Use start_row and start_column, counted from 0.';
    throw new EngineError('invalid_argument', { problem: 'Only cells of a spreadsheet have addresses.', next });
  }
  if (asked && (asked.row >= rows || asked.column >= columns)) {
    const end = cellAddress({ row: rows - 1, column: columns - 1 });
    throw new EngineError('invalid_argument', {
      problem: `${blockAddress(asked)} lies outside: the sheet ends at ${end}.`,
    });
  }
  checkStart('row', args.start_row, rows);
  checkStart('column', args.start_column, columns);
}

function checkStart(what: 'row' | 'column', start: number | undefined, count: number): void {
  if (start === undefined || start === 0 || start < count) return;
  const problem = `start_${what}=${start} is past the end: there are ${count} ${what}s, counted from 0.`;
  throw new EngineError('invalid_argument', { problem });
}

/** Further down a table without titles its first row often holds them. */
function needsFirst({ start, headers, columns, sheet }: CellRows): boolean {
  return start > 0 && headers.length === 0 && columns > 1 && !sheet;
}

function firstRow({ startColumn }: CellRows): CellRange {
  return { row: 0, rows: 1, column: startColumn, columns: LIMITS.cellColumns };
}
