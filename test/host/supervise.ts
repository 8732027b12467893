import { forkHost } from '../../src/engine/adapters/hostFork.ts';
import type { HostLimits } from '../../src/engine/adapters/hostLimits.ts';
import { type SupervisedAdapter, superviseAdapter } from '../../src/engine/adapters/supervisor.ts';

interface Setup {
  readonly limits?: Partial<HostLimits>;
  /** Arguments of the test host. */
  readonly args?: readonly string[];
}

interface Supervised {
  readonly adapter: SupervisedAdapter;
  /** Lines of the developer log so far. */
  readonly log: readonly string[];
  /** Pid of every host that was started. */
  readonly pids: readonly number[];
}

const HOST = new URL('./testHost.ts', import.meta.url);
const running = new Set<SupervisedAdapter>();

/** A signal that never aborts. */
export const never = new AbortController().signal;

/** A supervised test host; `disposeAll` ends it. */
export function supervise({ limits = {}, args = ['healthy'] }: Setup = {}): Supervised {
  const log: string[] = [];
  const pids: number[] = [];
  const fork = () => {
    const child = forkHost(HOST, args, process.env);
    pids.push(child.pid ?? 0);
    return child;
  };
  const adapter = superviseAdapter({ fork, limits, log: (line) => log.push(line) });
  running.add(adapter);
  return { adapter, log, pids };
}

/** Ends every host that `supervise` started. */
export async function disposeAll(): Promise<void> {
  await Promise.all([...running].map((adapter) => adapter.dispose()));
  running.clear();
}

/** The pid that the host itself names, so that it is ready afterwards. */
export async function hostPid(adapter: SupervisedAdapter): Promise<number> {
  const { notes } = await adapter.windows([], never);
  return Number(notes[0]?.detail);
}
