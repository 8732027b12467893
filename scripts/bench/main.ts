/**
 * `npm run bench -- SUITE [--json]`: measures against targets and peers. Without a suite it runs every one.
 * `read` knows `--markdown` (writes docs/performance.md), `--only=PROGRAM` and `--calc-peer`.
 */
import process from 'node:process';
import type { Metric } from './metric.ts';
import { asText, type Table } from './table.ts';

/** What a suite gives: figures, and tables where they are too many to be read one by one. */
interface Report {
  readonly metrics: readonly Metric[];
  readonly tables: readonly Table[];
}

const SUITES: Readonly<Record<string, () => Promise<Report>>> = {
  tokens: async () => plain((await import('./tokens.ts')).benchTokens()),
  protocol: async () => plain((await import('./protocol.ts')).benchProtocol()),
  host: async () => plain((await import('./host.ts')).benchHost()),
  act: async () => plain((await import('./act.ts')).benchAct()),
  read: async () => (await import('./read.ts')).benchRead({ only: option('only'), calcPeer: flag('calc-peer') }),
};

const args = process.argv.slice(2);
const json = flag('json');
const wanted = args.filter((arg) => !arg.startsWith('--'));
const unknown = wanted.filter((name) => !Object.hasOwn(SUITES, name));

if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(', ')}. The suites are ${Object.keys(SUITES).join(', ')}.`);
  process.exitCode = 2;
} else {
  for (const [name, run] of Object.entries(SUITES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    if (!json) console.log(name);
    const report = await run();
    print(report);
    if (name === 'read' && flag('markdown')) (await import('./page.ts')).writePage(report.tables, report.metrics);
  }
}

function flag(name: string): boolean {
  return process.argv.includes(`--${name}`);
}

function option(name: string): string {
  return process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '';
}

async function plain(metrics: Promise<readonly Metric[]> | readonly Metric[]): Promise<Report> {
  return { metrics: await metrics, tables: [] };
}

function print({ metrics, tables }: Report): void {
  if (metrics.some(({ ok }) => !ok)) process.exitCode = 1;
  if (json) for (const metric of metrics) console.log(JSON.stringify(metric));
  else {
    for (const table of tables) console.log(asText(table));
    if (tables.length > 0) console.log('');
    // Figures that the tables show already are not printed again.
    for (const metric of metrics) if (tables.length === 0 || metric.target !== null) console.log(lineOf(metric));
  }
}

function lineOf({ metric, value, unit, target, bound, ok }: Metric): string {
  const goal = target === null ? '' : `  at ${bound} ${target}  ${ok ? 'ok' : 'MISSED'}`;
  return `  ${metric.padEnd(58)} ${String(value).padStart(8)} ${unit}${goal}`;
}
