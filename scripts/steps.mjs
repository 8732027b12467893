/**
 * What `npm run check` and `npm test` run: each step a command that fails with a non-zero exit code. Static steps look
 * at the code, suites run it.
 */

/** @typedef {{ name: string, command: readonly string[] }} Step */

/** @type {readonly Step[]} */
export const STATIC_STEPS = [
  { name: 'format and lint', command: ['biome', 'ci', '.'] },
  { name: 'types', command: ['tsc', '-p', '.'] },
  { name: 'import rules', command: ['node', 'scripts/importRules.mjs'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'fresh generation', command: ['node', 'scripts/gen.ts', '--check'] },
];

/** Suites that need nothing but Node. */
export const FAST_SUITES = ['unit', 'protocol'];

/** Suites that need Debian packages; they say themselves what they miss. */
export const SYSTEM_SUITES = ['linux'];
