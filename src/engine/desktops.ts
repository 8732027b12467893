import { forkHost } from './adapters/hostFork.ts';
import { ADAPTERS } from './adapters/index.ts';
import { superviseAdapter, superviseForeground } from './adapters/supervisor.ts';
import { Desktop } from './session/desktop.ts';
import { Foreground } from './session/foreground.ts';

/** The arguments that make the engine's program a host: of an adapter, and of what takes the pointer and the focus. */
const HOST_COMMAND = 'adapter-host';
const FOREGROUND_COMMAND = 'foreground-host';

/**
 * The desktops of this session: the user's, in a host process of its own; the simulated one where there is none, or
 * where `DESKHAND_DESKTOP=sim` asks for it.
 */
export async function openDesktops(
  env: NodeJS.ProcessEnv,
  entry: string,
  next: (name: string) => number,
): Promise<Desktop[]> {
  const wanted = env['DESKHAND_DESKTOP'] ?? '';
  const reason = wanted === 'sim' ? 'it was asked for' : await ADAPTERS.linux.unavailable(env);
  if (reason === undefined) {
    const adapter = superviseAdapter({ fork: () => forkHost(entry, [HOST_COMMAND, 'linux'], env) });
    const foreground = new Foreground(() =>
      superviseForeground({ fork: () => forkHost(entry, [FOREGROUND_COMMAND, 'linux'], env) }),
    );
    return [new Desktop('user', adapter, () => next('window'), { foreground })];
  }
  return [await simDesktop(`${reason}; its windows and programs are made up`)];
}

/** Its windows are the same at every start, and so are their ids. */
async function simDesktop(reason: string): Promise<Desktop> {
  let last = 0;
  const adapter = await ADAPTERS.sim.create();
  const desktop = new Desktop('sim', adapter, () => ++last, {
    notes: [{ code: 'simulated', detail: reason }],
    foreground: new Foreground(() => adapter.foreground()),
  });
  await desktop.windows([], AbortSignal.timeout(1_000));
  return desktop;
}
