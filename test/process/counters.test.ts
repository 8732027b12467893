import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { expect, test } from 'vitest';
import { answeredPid, type Program, testSession, until } from './harness.ts';

async function numbers(client: Program, count: number): Promise<number[]> {
  const given: number[] = [];
  while (given.length < count) {
    given.push(Number((await client.call('next')).result?.['number']));
  }
  return given;
}

test('no number is given twice, however the engines end', async () => {
  const session = await testSession({ DESKHAND_IDLE_MS: '100' });
  const given: number[] = [];
  for (const signal of ['SIGKILL', 'SIGTERM', 'SIGKILL'] as const) {
    const client = session.start('mcp');
    given.push(...(await numbers(client, 5)));
    const engine = await answeredPid(client);
    process.kill(engine, signal);
    const restarted = await until('the new engine', async () => {
      const pid = (await client.call('pid')).result?.['pid'];
      return typeof pid === 'number' && pid !== engine ? pid : undefined;
    });
    expect(restarted).not.toBe(engine);
    given.push(...(await numbers(client, 5)));
    client.child.stdin.end();
    await client.exited;
  }
  expect(new Set(given).size).toBe(30);
  expect(given).toEqual(given.toSorted((a, b) => a - b));
  expect(Math.max(...given)).toBeLessThan(4_000);
});

test('an engine that replaces a retired one goes on beyond its numbers', async () => {
  const session = await testSession();
  const oldClient = session.start('mcp', { FIXTURE_VERSION: '1.0.0' });
  const before = await numbers(oldClient, 3);
  const newClient = session.start('mcp', { FIXTURE_VERSION: '2.0.0' });
  const after = await numbers(newClient, 3);
  const late = await numbers(oldClient, 3);
  oldClient.child.stdin.end();
  await oldClient.exited;
  newClient.child.stdin.end();
  await newClient.exited;
  expect([...before, ...late, ...after]).toEqual([1, 2, 3, 4, 5, 6, 1001, 1002, 1003]);
  await until('the clean end', async () => {
    const text = await readFile(session.endpoint.countersFile, 'utf8');
    return text === '{"element":1003}\n' ? true : undefined;
  });
});
