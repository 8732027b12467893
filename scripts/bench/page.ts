import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Metric } from './metric.ts';
import { asMarkdown, type Table } from './table.ts';

const PAGE = join(import.meta.dirname, '../../docs/performance.md');
const BEGIN = '<!-- figures: written by `npm run bench -- read --markdown` -->';
const END = '<!-- end of figures -->';

/** Puts the figures of a run into the page about performance, in the place of those of the run before. */
export function writePage(tables: readonly Table[], metrics: readonly Metric[]): void {
  const page = readFileSync(PAGE, 'utf8');
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`${PAGE} lacks the marks between which the figures stand.`);
  const figures = [machine(), ...tables.map(asMarkdown), missedIn(metrics)].join('\n\n');
  writeFileSync(PAGE, `${page.slice(0, begin)}${BEGIN}\n\n${figures}\n\n${page.slice(end)}`);
}

function missedIn(metrics: readonly Metric[]): string {
  const goals = metrics.filter(({ target }) => target !== null);
  const missed = goals.filter(({ ok }) => !ok);
  const lines = missed.map(
    ({ metric, value, unit, bound, target }) => `- ${metric}: ${value} ${unit}, at ${bound} ${target}`,
  );
  return [`### Goals\n\n${goals.length - missed.length} of ${goals.length} met. Missed:\n`, ...lines].join('\n');
}

function machine(): string {
  const system = /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'Linux';
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, ${system}, ${cpus().length} cores, Node ${process.versions.node}, X server without a screen.`;
}
