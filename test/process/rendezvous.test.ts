import { chmod, mkdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { attach } from '../../src/engine/process/attach.ts';
import { serveEngine } from '../../src/engine/process/lifetime.ts';
import { readRendezvous } from '../../src/engine/process/rendezvous.ts';
import { FIXTURE, files, servingPid, type TestSession, testSession, until } from './harness.ts';

/** A directory as an earlier engine left it. */
async function left(session: TestSession, rendezvous: string): Promise<void> {
  await mkdir(session.endpoint.directory, { mode: 0o700 });
  await writeFile(session.endpoint.rendezvousFile, rendezvous, { mode: 0o600 });
}

function naming(socket: string, pid = process.pid): string {
  return JSON.stringify({ pid, version: '1.0.0', socket, started: new Date().toISOString() });
}

async function oneOf(session: TestSession, starters: number): Promise<void> {
  const programs = Array.from({ length: starters }, () => session.start('engine', { DESKHAND_IDLE_MS: '3000' }));
  const lost = await until('the losers', () => {
    const losers = programs.filter((program) => program.lines.includes('lost'));
    return losers.length === starters - 1 ? losers : undefined;
  });
  const winner = programs.find((program) => !lost.includes(program));
  expect(await servingPid(session)).toBe(winner?.child.pid);
  expect((await files(session)).filter((name) => !name.endsWith('.log'))).toEqual(['engine.json', 'engine.sock']);
}

test('of two engines that start at once, one serves', async () => {
  await oneOf(await testSession(), 2);
});

test('of eight engines that start at once over a dead one, one serves', async () => {
  const session = await testSession();
  await left(session, naming(join(session.endpoint.directory, 'nobody.sock')));
  await oneOf(session, 8);
});

test('eight clients at once start one engine', async () => {
  const session = await testSession();
  const clients = Array.from({ length: 8 }, () => session.start('mcp', { DESKHAND_IDLE_MS: '3000' }));
  const answers = await Promise.all(clients.map((client) => client.call('pid')));
  expect(new Set(answers.map(({ result }) => result?.['pid'])).size).toBe(1);
});

test.each([
  ['names a socket that is gone, with a living pid', (dir: string) => naming(join(dir, 'gone.sock'))],
  ['names a file that is no socket', (dir: string) => naming(join(dir, 'plain'))],
  ['is cut short', () => '{"pid": 1, "ver'],
  ['is empty', () => ''],
  ['is JSON of another kind', () => '[1, 2]'],
])('a rendezvous file that %s is replaced', async (_case, text) => {
  const session = await testSession();
  await left(session, text(session.endpoint.directory));
  await writeFile(join(session.endpoint.directory, 'plain'), '');
  const engine = session.start('engine');
  expect(await until('the claim', () => namedPid(session, engine.child.pid))).toBe(engine.child.pid);
  // The file that the claim was linked from goes a moment after it.
  await vi.waitFor(async () => expect(await files(session)).toEqual(['engine.json', 'engine.sock', 'plain']), 5_000);
});

test('the socket of a killed engine is removed by the next one', async () => {
  const session = await testSession();
  const first = session.start('engine');
  await servingPid(session);
  await first.kill();
  const dead = (await readRendezvous(session.endpoint))?.socket ?? '';
  const second = session.start('engine');
  await until('the claim', () => namedPid(session, second.child.pid));
  await expect(stat(dead)).rejects.toThrow('ENOENT');
});

test('old leftovers are swept, young and living ones are not', async () => {
  const session = await testSession();
  const { directory, key, rendezvousFile } = session.endpoint;
  await mkdir(directory, { mode: 0o700 });
  const living = createServer().listen(join(directory, `engine-${key}-00000001.sock`));
  onTestFinished(() => void living.close());
  await writeFile(`${rendezvousFile}.00000002.tmp`, '');
  await writeFile(`${rendezvousFile}.00000003.tmp`, '');
  await writeFile(join(directory, `engine-${key}-00000004.sock`), '');
  const old = new Date(Date.now() - 60_000);
  for (const name of ['-00000001.sock', '.json.00000002.tmp', '-00000004.sock']) {
    await utimes(join(directory, `engine-${key}${name}`), old, old);
  }
  session.start('engine');
  await until('the sweep', async () =>
    (await files(session)).includes('engine.json.00000002.tmp') ? undefined : true,
  );
  expect(await files(session)).toEqual(['engine.json', 'engine.json.00000003.tmp', 'engine.sock', 'engine.sock']);
});

test('nobody else can reach what the engine keeps', async () => {
  const session = await testSession();
  const client = session.start('mcp');
  await client.call('next');
  const { directory, rendezvousFile, countersFile, logFile } = session.endpoint;
  const socket = (await readRendezvous(session.endpoint))?.socket ?? '';
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  for (const file of [rendezvousFile, countersFile, logFile, socket]) {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  }
});

test('an idle engine leaves nothing but the counters', async () => {
  const session = await testSession({ DESKHAND_IDLE_MS: '200' });
  const client = session.start('mcp');
  await client.call('next');
  client.child.stdin.end();
  expect(await client.exited).toBe(0);
  await until('the end', async () => ((await files(session)).includes('engine.json') ? undefined : true));
  await until('the end', async () => ((await files(session)).length === 1 ? true : undefined));
  expect(await files(session)).toEqual(['counters.json']);
  expect(JSON.parse(await readFile(session.endpoint.countersFile, 'utf8'))).toEqual({ element: 1 });
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends an engine cleanly', async (signal) => {
  const session = await testSession();
  const engine = session.start('engine');
  await servingPid(session);
  engine.child.kill(signal);
  expect(await engine.exited).toBe(0);
  expect(engine.lines).toEqual(['ended']);
  expect(await files(session)).toEqual([]);
});

test('an engine whose file was removed claims it again', async () => {
  const session = await testSession({ DESKHAND_IDLE_MS: '5000' });
  const engine = session.start('engine');
  const pid = await servingPid(session);
  await writeFile(session.endpoint.rendezvousFile, 'nonsense');
  expect(await until('the claim', () => namedPid(session, pid))).toBe(engine.child.pid);
});

test('an engine that finds another one in its file retires', async () => {
  const session = await testSession({ DESKHAND_IDLE_MS: '5000' });
  const engine = session.start('engine');
  await servingPid(session);
  const socket = join(session.endpoint.directory, 'other.sock');
  const other = createServer((client) => client.destroy()).listen(socket);
  onTestFinished(() => void other.close());
  await writeFile(session.endpoint.rendezvousFile, naming(socket));
  expect(await engine.exited).toBe(0);
  expect((await readRendezvous(session.endpoint))?.socket).toBe(socket);
  await writeFile(session.endpoint.rendezvousFile, '');
});

test.each([
  ['a symbolic link', async (dir: string) => linkTo(dir), 'symbolic link'],
  ['open to the group', async (dir: string) => open(dir, 0o750), 'other users'],
  ['open to all', async (dir: string) => open(dir, 0o701), 'other users'],
  ['a file', async (dir: string) => writeFile(dir, ''), 'EEXIST'],
])('a directory that is %s is refused', async (_case, prepare, reason) => {
  const session = await testSession();
  await prepare(session.endpoint.directory);
  const refusal = { code: 'store_unwritable', message: expect.stringContaining(reason) };
  const { env } = session;
  await expect(attach({ env, version: '1.0.0', entry: FIXTURE })).rejects.toMatchObject(refusal);
  const options = { env, version: '1.0.0', onConnection: () => {}, dispose: async () => {} };
  await expect(serveEngine(options)).rejects.toMatchObject(refusal);
});

async function linkTo(directory: string): Promise<void> {
  await mkdir(`${directory}-elsewhere`, { mode: 0o700 });
  await symlink(`${directory}-elsewhere`, directory);
}

async function open(directory: string, mode: number): Promise<void> {
  await mkdir(directory);
  await chmod(directory, mode);
}

async function namedPid({ endpoint }: TestSession, pid: number | undefined): Promise<number | undefined> {
  return (await readRendezvous(endpoint))?.pid === pid ? pid : undefined;
}
