import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { asMarkdown, type Table } from './table.ts';

const PAGE = join(import.meta.dirname, '../../docs/performance.md');
const BEGIN = '<!-- figures: written by `npm run bench -- read --markdown` -->';
const END = '<!-- end of figures -->';

/** Puts the tables of a run into the page about performance, in the place of those of the run before. */
export function writePage(tables: readonly Table[]): void {
  const page = readFileSync(PAGE, 'utf8');
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`${PAGE} lacks the marks between which the figures stand.`);
  const figures = [machine(), ...tables.map(asMarkdown)].join('\n\n');
  writeFileSync(PAGE, `${page.slice(0, begin)}${BEGIN}\n\n${figures}\n\n${page.slice(end)}`);
}

function machine(): string {
  const system = /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'Linux';
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, ${system}, ${cpus().length} cores, Node ${process.versions.node}, X server without a screen.`;
}
