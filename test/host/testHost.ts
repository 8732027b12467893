import { appendFileSync } from 'node:fs';
import type { PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import { serveAdapter } from '../../src/engine/adapters/host.ts';
import { EngineError } from '../../src/model/errors.ts';
import { testAdapter } from './testAdapter.ts';

/** The ways in which a host can start and end, named by its first argument; the second is a file for marks. */
const [, , way = 'healthy', marks = ''] = process.argv;

const WAYS: Readonly<Record<string, () => Promise<PlatformAdapter>>> = {
  healthy: async () => testAdapter(),
  unable: async () => {
    throw new EngineError('accessibility_off', { reason: 'no bus' });
  },
  defective: async () => {
    throw new TypeError('a defect of the creation');
  },
  crashing: async () => process.exit(7),
  never: () => new Promise(() => {}),
  marksDispose: async () => ({ ...testAdapter(), dispose: async () => appendFileSync(marks, 'disposed\n') }),
  neverDisposed: async () => ({ ...testAdapter(), dispose: () => new Promise(() => {}) }),
};

const create = WAYS[way];
if (create === undefined) throw new Error(`no way ${way}`);
if (marks !== '') appendFileSync(marks, 'started\n');
serveAdapter(create);
