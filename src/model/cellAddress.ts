/** Row and column of a cell, counted from 0. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** A block of cells. */
export interface CellBlock extends CellPlace {
  readonly rows: number;
  readonly columns: number;
}

const LETTERS = 26;
const BEFORE_A = 'A'.charCodeAt(0) - 1;

/** The letters of a column in a spreadsheet: `A` for 0, `AA` for 26. */
export function columnLetters(column: number): string {
  const letter = String.fromCharCode(BEFORE_A + 1 + (column % LETTERS));
  return column < LETTERS ? letter : columnLetters(Math.floor(column / LETTERS) - 1) + letter;
}

/** The address of a cell in a spreadsheet: `C7` for the third column and the seventh row. */
export function cellAddress({ row, column }: CellPlace): string {
  return `${columnLetters(column)}${row + 1}`;
}

/** The address of a block of cells, such as `B2:D40`; of a single cell just its own. */
export function blockAddress({ row, column, rows, columns }: CellBlock): string {
  const first = cellAddress({ row, column });
  const last = cellAddress({ row: row + rows - 1, column: column + columns - 1 });
  return first === last ? first : `${first}:${last}`;
}

/** The place of a cell by its address; undefined where the text is none. No sheet has longer addresses. */
export function addressedCell(text: string): CellPlace | undefined {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/.exec(text) ?? [];
  if (letters === undefined || digits === undefined) return undefined;
  const column = [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - BEFORE_A, 0);
  return { row: Number(digits) - 1, column: column - 1 };
}

/** The cells between two corners, given in any order: `B2:D40`, `$B$2:$D$40` or `b2`; undefined for other text. */
export function addressedBlock(text: string): CellBlock | undefined {
  const [from = '', to = from, ...rest] = text.trim().toUpperCase().split(':');
  const [a, b] = [addressedCell(from), addressedCell(to)];
  if (a === undefined || b === undefined || rest.length > 0) return undefined;
  const [row, column] = [Math.min(a.row, b.row), Math.min(a.column, b.column)];
  return {
    row,
    column,
    rows: Math.max(a.row, b.row) - row + 1,
    columns: Math.max(a.column, b.column) - column + 1,
  };
}
