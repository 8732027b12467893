/**
 * `npm run soak -- [CHANGES]`: lets programs change themselves at random for as long as it takes, with seeds that no other
 * run had, and compares after each round what is kept with what is there. A failure names its seed.
 */
import { spawnSync } from 'node:child_process';
import process from 'node:process';

const changes = process.argv[2] ?? '10000';
const seed = process.env['DESKHAND_SEED'] ?? String(Date.now() % 1_000_000_000);
const SUITES = ['test/linux/live.test.ts'];
/** Milliseconds for one toolkit; ten changes take about half a second. */
const LIMIT = 60_000 + Number(changes) * 1_000;

console.log(`${changes} changes from seed ${seed} on`);
const { status } = spawnSync('vitest', ['run', '--project', 'linux', `--testTimeout=${LIMIT}`, ...SUITES], {
  env: { ...process.env, DESKHAND_CHANGES: changes, DESKHAND_SEED: seed },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
