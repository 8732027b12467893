import { fileURLToPath } from 'node:url';
import { forkHost } from '../../src/engine/adapters/hostFork.ts';
import { superviseAdapter } from '../../src/engine/adapters/supervisor.ts';
import { atMost, figure, type Metric, median } from './metric.ts';

const ROUNDS = 5;
const MAIN = fileURLToPath(new URL('../../dist/deskhand.js', import.meta.url));

/** Milliseconds of calls that cross to an adapter host, and of replacing a host that was killed. */
export async function benchHost(): Promise<Metric[]> {
  const adapter = superviseAdapter({ fork: () => forkHost(MAIN, ['adapter-host', 'sim'], process.env), log: () => {} });
  const signal = AbortSignal.timeout(60_000);
  const scope = { includeOffscreen: true, rows: 1_000, maxNodes: 50_000, timeBudget: 10_000 };
  await adapter.windows([], signal);
  const small = await timed(() => adapter.windows([], signal));
  const form = await timed(() => adapter.capture('settings', scope, signal));
  const large = await timed(() => adapter.capture('large', scope, signal));
  const replaced: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const pid = adapter.hostPid;
    if (pid === undefined) throw new Error('The host is not running.');
    process.kill(pid, 'SIGKILL');
    const start = performance.now();
    while (!(await answers(() => adapter.windows([], signal)))) await new Promise((resolve) => setTimeout(resolve, 5));
    replaced.push(performance.now() - start);
    // The supervisor counts deaths within ten seconds; this is a measurement, not a crash loop.
    await new Promise((resolve) => setTimeout(resolve, 2_600));
  }
  await adapter.dispose();
  return [
    figure('list of windows across the host', small, 'ms'),
    figure('form across the host', form, 'ms'),
    figure('5,000 elements across the host', large, 'ms'),
    atMost('killed host to the next answer', median(replaced), 'ms', 500),
  ];
}

async function answers(call: () => Promise<unknown>): Promise<boolean> {
  return call().then(
    () => true,
    () => false,
  );
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 20; round++) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
  }
  return median(times);
}
