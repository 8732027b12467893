import type { CellRange } from '../../src/engine/adapters/adapter.ts';
import type { AxNode, AxTree } from '../../src/model/element.ts';
import { type Answer, type Subject, yes } from './matrixSubject.ts';
import { NEVER } from './reading.ts';

function tableNamed(tree: AxTree, name: string): AxNode {
  const types: ReadonlySet<string> = new Set(['Table', 'Tree', 'List', 'DataGrid']);
  const found = tree.nodes.find((node) => node.name === name && types.has(node.type));
  if (!found) throw new Error(`no table ${name}`);
  return found;
}

function cellsOf({ adapter, tree, program }: Subject, range: CellRange) {
  return adapter.cells(tableNamed(tree, program.facts.table.name).handle, range, NEVER);
}

/** Rows and columns that the tree tells of the table. */
export function size({ tree, program: { facts } }: Subject): Answer {
  const { name, rows, columns } = facts.table;
  const grid = tableNamed(tree, name).patterns.grid;
  return yes(grid?.rows === rows && grid.columns === columns);
}

/** The titles of the columns, of a row in the middle. */
export async function columnHeaders(subject: Subject): Promise<Answer> {
  const { headers, sheet } = await cellsOf(subject, { row: 1, rows: 1, column: 0, columns: 3 });
  return sheet ? 'letters' : yes(headers.join('|') === subject.program.facts.table.headers.join('|'));
}

/** The titles of rows, of a read without the column of the titles, where they have one. */
export async function rowTitles(subject: Subject): Promise<Answer> {
  const { far, farTitle } = subject.program.facts.table;
  const { rowHeaders, sheet } = await cellsOf(subject, { row: far, rows: 1, column: 1, columns: 1 });
  return sheet ? 'letters' : yes(rowHeaders.join('|') === farTitle);
}

/** Cells of a row that is not on the screen. */
export async function farCells(subject: Subject): Promise<Answer> {
  const { cells } = await cellsOf(subject, { row: subject.program.facts.table.far, rows: 1, column: 0, columns: 3 });
  return yes(cells[0]?.join('|') === 'name 900|city 4|900');
}

/** The number of them is told, or only that there are some, because the program itself has none of them ready. */
export async function leftOut({ tree, adapter, program: { facts } }: Subject): Promise<Answer> {
  const table = tableNamed(tree, facts.table.virtual ?? facts.table.name);
  const rows = await adapter.cells(table.handle, { row: 0, rows: 1, column: 0, columns: 1 }, NEVER);
  if (rows.partial || rows.rendered) return 'said';
  const at = tree.nodes.indexOf(table);
  const read = rowsBelow(tree, at);
  return tree.cuts.some((cut) => cut.at === at && (cut.omitted ?? 0) + read === rows.rows) ? 'counted' : 'no';
}

/** How many of its rows have cells in the tree. */
function rowsBelow({ nodes }: AxTree, at: number): number {
  const within = (node: AxNode): boolean =>
    node.parent === at || (node.parent > at && within(nodes[node.parent] ?? node));
  return new Set(nodes.filter(within).flatMap(({ patterns }) => patterns.gridItem?.row ?? [])).size;
}
