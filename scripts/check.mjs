/** The fast gate: everything that needs no desktop, in less than two minutes. */
import process from 'node:process';
import { runStep, runSuites } from './run.mjs';
import { FAST_SUITES, STATIC_STEPS } from './steps.mjs';

const broken = STATIC_STEPS.filter((step) => !runStep(step));
const { passed, failed } = runSuites(FAST_SUITES);
console.log(`${passed + STATIC_STEPS.length - broken.length} passed, ${failed + broken.length} failed`);
process.exitCode = broken.length + failed > 0 ? 1 : 0;
