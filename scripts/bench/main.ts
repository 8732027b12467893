/** `npm run bench -- SUITE [--json]`: measures against targets and peers. Without a suite it runs every one. */
import process from 'node:process';
import type { Metric } from './metric.ts';

const SUITES: Readonly<Record<string, () => Promise<Metric[]>>> = {
  tokens: async () => (await import('./tokens.ts')).benchTokens(),
  protocol: async () => (await import('./protocol.ts')).benchProtocol(),
  host: async () => (await import('./host.ts')).benchHost(),
  read: async () => (await import('./read.ts')).benchRead(),
};

const args = process.argv.slice(2);
const json = args.includes('--json');
const wanted = args.filter((arg) => !arg.startsWith('--'));
const unknown = wanted.filter((name) => !Object.hasOwn(SUITES, name));

if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(', ')}. The suites are ${Object.keys(SUITES).join(', ')}.`);
  process.exitCode = 2;
} else {
  for (const [name, run] of Object.entries(SUITES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    if (!json) console.log(name);
    for (const metric of await run()) print(metric);
  }
}

function print(metric: Metric): void {
  if (!metric.ok) process.exitCode = 1;
  if (json) {
    console.log(JSON.stringify(metric));
    return;
  }
  const { value, unit, target, ok } = metric;
  const goal = target === null ? '' : `  at most ${target}  ${ok ? 'ok' : 'MISSED'}`;
  console.log(`  ${metric.metric.padEnd(48)} ${String(value).padStart(8)} ${unit}${goal}`);
}
