import { z } from 'zod';
import { renderRows, rowsJson } from '../../model/renderRows.ts';
import { LIMITS } from '../session/limits.ts';
import { readTable as readRows } from '../session/readTable.ts';
import { elementId } from './arguments.ts';
import { defineTool } from './tool.ts';

/** Longer than the address of any block of cells. */
const RANGE_LIMIT = 40;

export const readTable = defineTool({
  name: 'read_table',
  title: 'Read a table',
  description: 'Rows of a grid, list, tree or sheet by id, with headers, in parts.',
  effect: 'read',
  toolset: 'core',
  positional: 'id',
  input: z.strictObject({
    id: elementId,
    start_row: z.int().min(0).optional(),
    max_rows: z.int().min(1).max(LIMITS.cellRows).default(50),
    start_column: z.int().min(0).optional(),
    range: z.string().max(RANGE_LIMIT).optional().describe('cells of a sheet: B2:D40; default: what is visible'),
  }),
  run: readRows,
  render: renderRows,
  json: rowsJson,
});
