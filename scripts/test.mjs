/** Everything: the static checks and all suites. Prints what was skipped and why; with CI=true a skip is a failure. */
import process from 'node:process';
import { isCi, runStep, runSuites } from './run.mjs';
import { FAST_SUITES, STATIC_STEPS, SYSTEM_SUITES } from './steps.mjs';

const broken = STATIC_STEPS.filter((step) => !runStep(step)).length;
const { passed, failed, skipped } = runSuites([...FAST_SUITES, ...SYSTEM_SUITES]);
for (const name of skipped) console.log(`skipped: ${name}`);
const forbidden = isCi() ? skipped.length : 0;
if (forbidden > 0) console.log('With CI=true nothing may be skipped.');
const failures = broken + failed + forbidden;
const allowed = isCi() ? '' : `, ${skipped.length} skipped`;
console.log(`${passed + STATIC_STEPS.length - broken} passed, ${failures} failed${skipped.length > 0 ? allowed : ''}`);
process.exitCode = failures > 0 ? 1 : 0;
