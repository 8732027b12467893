import { EngineError } from '../../model/errors.ts';
import type { ReadRows } from '../../model/renderRows.ts';
import { holdsRows } from '../../model/rows.ts';
import { applicationOf, verify } from './capture.ts';
import { withDeadline } from './deadline.ts';
import { LIMITS } from './limits.ts';
import type { Session } from './session.ts';

/** Rows of a grid, list or tree by id. */
export async function readTable(
  session: Session,
  args: { readonly id: number; readonly start_row: number; readonly max_rows: number },
  signal: AbortSignal,
): Promise<ReadRows> {
  const known = session.shared.elements.get(args.id);
  const node = await verify(known, signal);
  if (!holdsRows(node)) {
    const next = "Find a grid with deskhand_observe(filter='table') or deskhand_find(by='pattern', query='grid').";
    throw new EngineError('unsupported_action', { what: `${node.type} ${args.id}`, action: 'reading rows', next });
  }
  const read = (start: number, count: number) =>
    withDeadline(signal, LIMITS.cellsMs, applicationOf(known), (own) =>
      known.desktop.adapter.cells(known.handle, start, count, own),
    );
  const rows = await read(args.start_row, args.max_rows);
  if (args.start_row > 0 && args.start_row >= rows.rows) {
    const problem = `start_row=${args.start_row} is past the end: there are ${rows.rows} rows, counted from 0.`;
    throw new EngineError('invalid_argument', { problem });
  }
  const wantsFirst = args.start_row > 0 && rows.headers.length === 0 && rows.columns > 1;
  const first = wantsFirst ? (await read(0, 1)).cells[0] : undefined;
  return { id: args.id, ...rows, ...(first === undefined ? {} : { first }) };
}
