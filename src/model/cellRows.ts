import type { CellBlock } from './cellAddress.ts';

/** Cells of a grid. One that is not rendered, or that a merged cell covers, is an empty string. */
export interface CellRows {
  /** Logical rows and columns; more than are rendered where the grid is virtualised. */
  readonly rows: number;
  readonly columns: number;
  /** Titles of the columns that were read; empty where there are none. */
  readonly headers: readonly string[];
  /** Titles of the rows that were read, where they are not among the cells; empty where there are none. */
  readonly rowHeaders: readonly string[];
  /** The first row and the first column that were read. */
  readonly start: number;
  readonly startColumn: number;
  readonly cells: readonly (readonly string[])[];
  /** The merged cells among them. */
  readonly spans: readonly CellBlock[];
  /** Its cells are known by addresses such as `B2`. */
  readonly sheet?: true;
  /** The application renders only these of its rows; the cells of the others are empty here. */
  readonly rendered?: readonly RowRun[];
  /** The toolkit exposes only the rows near the visible ones: `rows` counts those, and nobody knows the others. */
  readonly partial?: true;
  /** The time for reading ended before all rows that were asked for were read. */
  readonly ended?: true;
}

/** Rows that follow one another. */
export interface RowRun {
  readonly start: number;
  readonly count: number;
}
