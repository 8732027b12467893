import { resolve } from 'node:path';
import process from 'node:process';
import { expect } from 'vitest';
import { connectStdio } from '../../src/engine/mcp/stdioClient.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { disturbances, Oracle, putWindowInFront } from './oracle.ts';
import { setEnabled } from './reading.ts';

/** A step on a control by its name, its type and what it is given. */
type TaskStep = readonly [action: string, name: string, type?: string, value?: string | number];

/** A desktop with an MCP client on it, and oracles that watch. */
export interface Task {
  readonly desktop: TestDesktop;
  readonly oracle: Oracle;
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<string>;
  /** All rows of a window. */
  shown(window: string): Promise<string>;
  /** Waits for a row of the window. */
  seen(window: string, row: string): Promise<void>;
  /** Waits for a row of the window, and puts another window in front of it. */
  ready(window: string, row: string): Promise<void>;
  act(window: string, ...steps: readonly TaskStep[]): Promise<string>;
  /** Does steps; fails where the user would have noticed. */
  actUnseen(window: string, ...steps: readonly TaskStep[]): Promise<string>;
  stop(): Promise<void>;
}

export async function startTask(): Promise<Task> {
  const desktop = await startDesktop();
  await setEnabled(desktop, true);
  const env = { ...desktop.env, DESKHAND_IDLE_MS: '500' };
  const client = await connectStdio(process.execPath, [resolve('src/engine/main.ts'), 'mcp'], env);
  const oracle = await Oracle.open(desktop.env);
  const call = (tool: string, args: Readonly<Record<string, unknown>>) => client.call(`deskhand_${tool}`, args);
  const shown = (window: string) => call('observe', { window, filter: 'all', budget_tokens: 12_000 });
  const seen = (window: string, row: string) =>
    until(async () => (await shown(window)).includes(row), `${row} of ${window}`, 30_000);
  const act = async (window: string, ...steps: readonly TaskStep[]) => {
    const found: object[] = [];
    // One after the other: searches of a sheet take seconds on a busy machine.
    for (const [action, name, type, value] of steps) {
      // Items of a menu that is not open.
      const matches = await call('find', { query: name, window, include_offscreen: type === 'MenuItem' });
      found.push({ action, id: idIn(matches, name, type), ...(value !== undefined && { value }) });
    }
    return call('act', { steps: found, stop_on_error: false });
  };
  return {
    desktop,
    oracle,
    call,
    shown,
    seen,
    ready: async (window, row) => {
      await seen(window, row);
      await putWindowInFront(desktop, oracle);
    },
    act,
    actUnseen: async (window, ...steps) => {
      const before = await oracle.look();
      const text = await act(window, ...steps);
      expect(disturbances(before, await oracle.look()).filter(({ by }) => by === 'us')).toEqual([]);
      return text;
    },
    stop: async () => {
      oracle.close();
      await client.close();
      await desktop.stop();
    },
  };
}

function idIn(text: string, name: string, type?: string): number {
  const row = text
    .split('\n')
    .map((line) => line.split('|'))
    .find(([id = '', ownType, ownName]) => /^\d+$/.test(id) && ownName === name && (!type || ownType === type));
  if (row === undefined) throw new Error(`no ${type ?? 'row'} named ${name} in\n${text}`);
  return Number(row[0]);
}
