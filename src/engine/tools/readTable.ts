import { z } from 'zod';
import { renderRows, rowsJson } from '../../model/renderRows.ts';
import { readTable as readRows } from '../session/readTable.ts';
import { elementId } from './arguments.ts';
import { defineTool } from './tool.ts';

export const readTable = defineTool({
  name: 'read_table',
  title: 'Read a table',
  description: 'Rows of a grid, list or tree by id, with headers, in parts.',
  effect: 'read',
  toolset: 'core',
  positional: 'id',
  input: z.strictObject({
    id: elementId,
    start_row: z.int().min(0).default(0),
    max_rows: z.int().min(1).max(500).default(50),
  }),
  run: readRows,
  render: renderRows,
  json: rowsJson,
});
