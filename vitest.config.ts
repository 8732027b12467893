import { defineConfig } from 'vitest/config';

/** Suites by what they need: nothing, processes of our own, or a desktop with real programs. */
export default defineConfig({
  test: {
    // Most tests wait for processes that start and end, so there may be more workers than processors.
    maxWorkers: 3,
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
