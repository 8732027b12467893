import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { EngineError } from '../model/errors.ts';
import type { Allowances } from './session/policy.ts';

const FILE = z.strictObject({
  version: z.literal(1),
  act: z.array(z.string()),
  launch: z.array(z.string()),
});

type Stored = z.output<typeof FILE>;

const NOTHING: Stored = { version: 1, act: [], launch: [] };

/** Where what the user has allowed is kept: `deskhand/allowances.json` in the folder of data, or in `DESKHAND_DATA`. */
export function allowancesPath(env: NodeJS.ProcessEnv): string {
  const data = env['XDG_DATA_HOME'] || join(env['HOME'] || homedir(), '.local', 'share');
  return join(env['DESKHAND_DATA'] || join(data, 'deskhand'), 'allowances.json');
}

/** What the user has allowed when asked, kept in a file. */
export function storedAllowances(path: string, log: (line: string) => void): Allowances {
  let last: Promise<unknown> = Promise.resolve();
  return {
    read: () => read(path, log),
    remember: (kind, name) => {
      const done = last.then(async () => {
        const stored = await read(path, log);
        if (!stored[kind].includes(name)) await write(path, { ...stored, [kind]: [...stored[kind], name] });
      });
      last = done.catch(() => {});
      return done;
    },
  };
}

/** A file that cannot be understood allows nothing; it is set aside, so that nothing of it is lost. */
async function read(path: string, log: (line: string) => void): Promise<Stored> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return NOTHING;
  const parsed = FILE.safeParse(json(text));
  if (parsed.success) return parsed.data;
  const aside = `${path}.broken-${Date.now()}`;
  await rename(path, aside).then(
    () => log(`${path} could not be understood and is now ${aside}; what it allowed must be allowed anew.`),
    () => {},
  );
  return NOTHING;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function write(path: string, stored: Stored): Promise<void> {
  const temporary = `${path}.${process.pid}.new`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(temporary, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 });
    await rename(temporary, path);
  } catch (error) {
    throw new EngineError('store_unwritable', { path }, error);
  }
}
