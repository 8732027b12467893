/** Figures of one kind, a line for each program. */
export interface Table {
  readonly title: string;
  /** What the columns mean. */
  readonly note: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The table for a terminal: the first column at the left, figures at the right. */
export function asText({ title, note, columns, rows }: Table): string {
  const widths = columns.map((column, index) => Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join('  ');
  return ['', title, '', line(columns), ...rows.map(line), '', note].join('\n');
}

/** The table for a page. */
export function asMarkdown({ title, note, columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = columns.map((_, index) => (index === 0 ? '---' : '---:'));
  return [`### ${title}`, '', line(columns), line(rule), ...rows.map(line), '', note.replaceAll('\n', '\n\n')].join(
    '\n',
  );
}

/** Milliseconds as they are read: tenths only where they matter. */
export function milliseconds(value: number): string {
  return value < 20 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US');
}

/** How many times as much. */
export function times(value: number): string {
  return `${value < 10 ? value.toFixed(2) : Math.round(value).toLocaleString('en-US')}×`;
}
