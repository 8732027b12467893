import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { connectStdio, type StdioClient } from '../../src/engine/mcp/stdioClient.ts';
import { atMost, figure, type Metric, median } from './metric.ts';

const CALLS = 500;
const WARM_UP = 50;
const ROUNDS = 5;

/**
 * Milliseconds of one call over standard input and output: ours, through bridge, socket and engine on the simulated
 * desktop, beside a bare SDK server in the same run. The rounds alternate, so that noise meets both.
 */
export async function benchProtocol(): Promise<Metric[]> {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-bench-'));
  const env = { ...process.env, DESKHAND_DESKTOP: 'sim', DESKHAND_RUNTIME_DIR: folder, DESKHAND_IDLE_MS: '1000' };
  const ours = await connectStdio(process.execPath, ['dist/deskhand.js', 'mcp'], env);
  const bare = await connectStdio(process.execPath, ['scripts/bench/bareServer.ts'], env);
  try {
    const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
    for (let round = 0; round < ROUNDS; round++) {
      times.bare.push(await timed(bare));
      times.ours.push(await timed(ours));
    }
    const [own, least] = [median(times.ours), median(times.bare)];
    return [
      figure('call of a bare SDK server, stdio', least, 'ms'),
      figure('call of deskhand_windows, stdio', own, 'ms'),
      atMost('protocol overhead, stdio', own - least, 'ms', 2),
    ];
  } finally {
    await Promise.all([ours.close(), bare.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The median of many calls, one after the other. */
async function timed(client: StdioClient): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < WARM_UP + CALLS; call++) {
    const start = performance.now();
    await client.call('deskhand_windows', {});
    if (call >= WARM_UP) times.push(performance.now() - start);
  }
  return median(times);
}
