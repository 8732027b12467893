/** Checks the import rules over the whole of src. */
import process from 'node:process';
import { cruise } from 'dependency-cruiser';
import { forbidden, options } from '../.dependency-cruiser.ts';

/** A cruiser that cannot read TypeScript finds no module and no mistake. */
const FEWEST_MODULES = 100;

const { output } = await cruise(['src'], { ...options, ruleSet: { forbidden }, validate: true });
const { violations, totalCruised } = output.summary;
for (const { rule, from, to } of violations) console.log(`${rule.name}: ${from} → ${to}`);
console.log(`${totalCruised} modules, ${violations.length} violations`);
process.exitCode = violations.length > 0 || totalCruised < FEWEST_MODULES ? 1 : 0;
