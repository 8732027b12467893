import type { Stats } from 'node:fs';
import { lstat, mkdir } from 'node:fs/promises';
import { EngineError } from '../../model/errors.ts';
import type { Endpoint } from './endpoint.ts';
import { errnoOf } from './errno.ts';

/**
 * Makes the endpoint's directories. Throws `store_unwritable` where one cannot be made, or is not the user's alone:
 * whoever can write there could hand clients an engine of his own.
 */
export async function prepareDirectories(endpoint: Endpoint): Promise<void> {
  for (const path of new Set([endpoint.directory, endpoint.socketDirectory])) {
    await prepare(path, endpoint.uid);
  }
}

async function prepare(path: string, uid: number | undefined): Promise<void> {
  const reason = objection(await madeDirectory(path), uid);
  if (reason !== undefined) {
    throw new EngineError('store_unwritable', { path, reason });
  }
}

async function madeDirectory(path: string): Promise<Stats> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return await lstat(path);
  } catch (error) {
    throw new EngineError('store_unwritable', { path, reason: errnoOf(error) }, error);
  }
}

function objection(stats: Stats, uid: number | undefined): string | undefined {
  if (stats.isSymbolicLink()) {
    return 'it is a symbolic link';
  }
  if (uid === undefined) {
    return undefined;
  }
  if (stats.uid !== uid) {
    return `it belongs to user ${stats.uid}`;
  }
  return (stats.mode & 0o077) === 0 ? undefined : 'other users have access to it';
}
