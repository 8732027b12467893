import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { EngineError } from '../model/errors.ts';
import { INPUT_POLICIES } from '../model/inputPolicy.ts';
import { DEFAULT_SETTINGS, type Settings } from './session/policy.ts';

const FILE = z.strictObject({
  read_only: z.boolean().default(false),
  input: z.enum(INPUT_POLICIES).default('background'),
  allow: z.array(z.string()).default([]),
  deny: z.array(z.string()).default([]),
  launch: z.array(z.string()).default([]),
});

/** Where the user's decisions stand: `deskhand/settings.json` in the folder of configurations. */
export function settingsPath(env: NodeJS.ProcessEnv): string {
  return join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'deskhand', 'settings.json');
}

/** The user's decisions. A file that cannot be understood allows nothing: fails with `not_allowed`. */
export async function readSettings(path: string): Promise<Settings> {
  try {
    const { read_only: readOnly, ...lists } = FILE.parse(JSON.parse(await readFile(path, 'utf8')));
    return { readOnly, ...lists };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return DEFAULT_SETTINGS;
    throw new EngineError('not_allowed', { reason: `${path} cannot be understood` }, error);
  }
}
