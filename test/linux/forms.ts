import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { connectStdio, type StdioClient } from '../../src/engine/mcp/stdioClient.ts';
import { type TestDesktop, until } from './desktop.ts';
import { PYTHON, setEnabled } from './reading.ts';
import { launchWebForm } from './webForm.ts';

/** What a form says of itself. */
export type FormState = Readonly<Record<string, unknown>>;

/** A form of one toolkit, and an MCP client that drives it through bridge, engine and adapter host. */
export interface DrivenForm {
  readonly client: StdioClient;
  /** Ends the client, and what serves the form. */
  close(): Promise<void>;
  /** What the form itself says that it holds. */
  state(): FormState;
  /** Does steps on controls by their names, each in the window that it was last seen in; gives the receipts. */
  act(...steps: readonly FormStep[]): Promise<string>;
  /** The id of a control by its name. */
  id(name: string): Promise<number>;
}

export type FormStep = readonly [
  action: string,
  name: string,
  value?: string | number | undefined,
  /** Other properties of the step. */
  more?: Readonly<Record<string, unknown>> | undefined,
];

const TITLE = 'Deskhand form';

/** Starts a form on a desktop and a client of its own. */
export async function driveForm(desktop: TestDesktop, toolkit: string): Promise<DrivenForm> {
  // Qt looks only at its start whether anybody wants accessibility.
  await setEnabled(desktop, true);
  const path = join(desktop.directory, `${toolkit}.json`);
  const end = await launchForm(desktop, toolkit, path);
  const env = { ...desktop.env, DESKHAND_IDLE_MS: '500' };
  const client = await connectStdio(process.execPath, [resolve('src/engine/main.ts'), 'mcp'], env);
  const call = (tool: string, args: Readonly<Record<string, unknown>>) => client.call(`deskhand_${tool}`, args);
  const all = () => call('observe', { window: TITLE, filter: 'all', budget_tokens: 20_000 });
  let seen = '';
  await until(
    async () => {
      seen = existsSync(path) ? await all() : 'no state';
      return seen.includes('|Notes|');
    },
    () => `the form, of which there is ${seen},`,
    20_000,
  );
  const id = async (name: string) => idIn(await all(), name);
  return {
    client,
    close: async () => {
      await client.close();
      end();
    },
    id,
    // JSON of our own fixture, whose shape is the type.
    state: () => JSON.parse(readFileSync(path, 'utf8')) as FormState,
    act: async (...steps) => {
      const rows = await all();
      const prepared = steps.map(([action, name, value, more]) => ({
        ...more,
        action,
        id: idIn(rows, name),
        ...(value !== undefined && { value }),
      }));
      return call('act', { steps: prepared });
    },
  };
}

/** Starts the form, which tells what it holds in a file; gives a function that ends what serves it. */
async function launchForm(desktop: TestDesktop, toolkit: string, path: string): Promise<() => void> {
  if (toolkit === 'chromium') return launchWebForm(desktop, path);
  desktop.launch(PYTHON, [join(import.meta.dirname, `../fixtures/form_${toolkit}.py`), path]);
  return () => {};
}

/** The control of this name; labels repeat the names of what they stand beside. */
function idIn(text: string, name: string): number {
  const rows = text.split('\n').filter((line) => /^\d+\|/.test(line) && line.split('|')[2] === name);
  const row = rows.find((line) => line.split('|')[1] !== 'Text') ?? rows[0];
  if (row === undefined) throw new Error(`no row named ${name} in\n${text}`);
  return Number.parseInt(row, 10);
}
