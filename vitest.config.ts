import { defineConfig } from 'vitest/config';

/** Suites by what they need: nothing, processes of our own, or a desktop with real programs. */
export default defineConfig({
  test: {
    // Tests start displays, programs and engines; more of them at once make each other late.
    maxWorkers: 2,
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], testTimeout: 30_000 } },
      {
        test: {
          name: 'protocol',
          include: ['test/{tools,process,host,cases}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'linux',
          include: ['test/{linux,conformance}/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
