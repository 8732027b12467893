import process from 'node:process';
import { allowancesPath, storedAllowances } from './allowances.ts';
import { openDesktops } from './desktops.ts';
import { LineTransport } from './mcp/lineTransport.ts';
import { createServer } from './mcp/server.ts';
import { openCounters } from './process/counters.ts';
import { localEndpoint } from './process/endpoint.ts';
import { serveEngine } from './process/lifetime.ts';
import { ElementTable } from './session/elementTable.ts';
import { Journal } from './session/journal.ts';
import { Policy } from './session/policy.ts';
import { Session, type Shared } from './session/session.ts';
import { readSettings, settingsPath } from './settings.ts';
import { VERSION } from './version.ts';

/** Serves the tools to the clients of this desktop session until nobody needs them. `entry` is this program. */
export async function runEngine(env: NodeJS.ProcessEnv, entry: string): Promise<void> {
  const counters = openCounters(localEndpoint(env));
  const next = (name: string) => counters.next(name);
  let shared: Promise<Shared> | undefined;
  // Nothing is opened before the engine has won: the loser of a race must not touch the desktop.
  const open = async (): Promise<Shared> => ({
    desktops: await openDesktops(env, entry, next),
    elements: new ElementTable(() => next('element')),
    journal: new Journal(),
    policy: new Policy(() => readSettings(settingsPath(env)), storedAllowances(allowancesPath(env), logLine)),
    nextSnapshot: () => next('snapshot'),
  });
  await serveEngine({
    env,
    version: VERSION,
    onConnection: (socket, life) => {
      const openSession = async () => {
        shared ??= open();
        return new Session(await shared);
      };
      createServer(openSession, life)
        .connect(new LineTransport(socket))
        .catch((error: unknown) => socket.destroy(error instanceof Error ? error : undefined));
    },
    dispose: async () => {
      const desktops = (await shared?.catch(() => undefined))?.desktops ?? [];
      await Promise.allSettled(desktops.flatMap(({ adapter, foreground }) => [adapter.dispose(), foreground?.end()]));
      counters.close();
    },
  });
}

function logLine(line: string): void {
  process.stderr.write(`${line}\n`);
}
