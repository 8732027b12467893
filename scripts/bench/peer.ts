import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

/** The peer that reads the same windows. It is measured, never used: it stands in no dependency list. */
export const PEER = { name: '@trycua/cua-driver', version: '0.28.2' } as const;

/** It reports about its use unless it is told not to. */
export const PEER_ENV = { CUA_TELEMETRY_ENABLED: 'false', CUA_DRIVER_TELEMETRY_ENABLED: 'false' } as const;

const INSTALL_LIMIT = 180_000;

/** Where the peer is, or why it is not there. */
export type Installed = { readonly folder: string } | { readonly reason: string };

/** The peer in a folder of its own outside the repository, installed when it is first needed. */
export async function installPeer(): Promise<Installed> {
  const folder = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'deskhand-bench', PEER.version);
  if (existsSync(join(folder, 'node_modules', PEER.name, 'package.json'))) return { folder };
  await mkdir(folder, { recursive: true });
  const args = ['install', '--prefix', folder, `${PEER.name}@${PEER.version}`, '--no-audit', '--no-fund'];
  try {
    await promisify(execFile)('npm', args, { cwd: folder, timeout: INSTALL_LIMIT });
    return { folder };
  } catch (error) {
    return { reason: `${PEER.name} could not be installed: ${firstLine(error)}` };
  }
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n').find((line) => line.includes('npm error')) ?? text.split('\n')[0] ?? '';
}
