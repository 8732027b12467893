import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** Runs a step and says how it went; its output is shown only when it failed. */
export function runStep({ name, command }) {
  const start = performance.now();
  const [program, ...args] = command;
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (status !== 0) console.log(`${stdout ?? ''}${stderr ?? ''}`);
  return status === 0;
}

/** Runs suites of vitest and counts their tests. A run that ends without a report is one failure. */
export function runSuites(projects) {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-test-'));
  const report = join(folder, 'report.json');
  try {
    const args = ['run', ...projects.flatMap((project) => ['--project', project])];
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
    const { status } = spawnSync('vitest', [...args, ...reporters], { stdio: ['ignore', 'inherit', 'inherit'] });
    return countsOf(report, status);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function countsOf(report, status) {
  const counts = { passed: 0, failed: 0, skipped: [] };
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    counts.passed = numPassedTests;
    counts.failed = numFailedTests;
    for (const { assertionResults } of testResults) {
      for (const test of assertionResults) {
        if (test.status === 'skipped' || test.status === 'pending') counts.skipped.push(test.fullName);
      }
    }
  } catch (error) {
    console.log(`No test report: ${error.message}`);
  }
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

export function isCi() {
  return process.env['CI'] === 'true';
}
