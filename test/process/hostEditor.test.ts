import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostEditor } from '../../src/engine/process/hostEditor.ts';

const run = promisify(execFile);
const isLinux = process.platform === 'linux';
let folder: string;

/** Prints the host editor of a program that is started by another one. */
const PROBE = `
import { hostEditor } from ${JSON.stringify(resolve('src/engine/process/hostEditor.ts'))};
process.stdout.write(JSON.stringify([process.ppid, await hostEditor({}, process.ppid)]));
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-host-'));
  await writeFile(join(folder, 'probe.mjs'), PROBE);
});

afterAll(() => rm(folder, { recursive: true }));

/** A shell under another name, in a folder of its own, that runs a command as a child and not in its place. */
async function program(name: string, files: readonly string[]): Promise<string> {
  const place = join(folder, name);
  await mkdir(place);
  await copyFile('/bin/sh', join(place, name));
  await Promise.all(files.map((file) => writeFile(join(place, file), '')));
  return join(place, name);
}

async function hostIn(editor: string, command: string): Promise<[number, number | null]> {
  const { stdout } = await run(editor, ['-c', `${command}; true`]);
  return JSON.parse(stdout);
}

const probe = () => `'${process.execPath}' '${join(folder, 'probe.mjs')}'`;

test.runIf(isLinux)('a program that is built on Electron and runs the client is its host', async () => {
  const editor = await program('editor', ['v8_context_snapshot.bin']);
  const [parent, host] = await hostIn(editor, probe());
  expect(host).toBe(parent);
});

test.runIf(isLinux)('of several processes of the editor the topmost is the host', async () => {
  const editor = await program('nested', ['snapshot_blob.bin']);
  const [parent, host] = await hostIn(editor, `'${editor}' -c "${probe()}; true"`);
  expect(host).toBeLessThan(parent);
  expect(host).toBeGreaterThan(1);
});

test.runIf(isLinux)('another program is none', async () => {
  const [, host] = await hostIn(await program('terminal', []), probe());
  expect(host).toBeNull();
});

test('an extension says itself where it runs', async () => {
  expect(await hostEditor({ DESKHAND_HOST_PID: '4711' }, process.pid)).toBe(4711);
  expect(await hostEditor({ DESKHAND_HOST_PID: 'none' }, 1)).toBeUndefined();
});
