import { forkHost } from '../../src/engine/adapters/hostFork.ts';
import { superviseAdapter } from '../../src/engine/adapters/supervisor.ts';

/** An engine for the tests to kill: prints the pid of its host, then makes the call of its first argument. The second is for marks. */
const [, , handle = 'silent', marks = ''] = process.argv;
const host = new URL('./testHost.ts', import.meta.url);
const adapter = superviseAdapter({ fork: () => forkHost(host, ['marksDispose', marks], process.env) });
await adapter.windows([], new AbortController().signal);
process.stdout.write(`${adapter.hostPid}\n`);
await adapter.text(handle, { start: 0, count: 0 }, new AbortController().signal);
