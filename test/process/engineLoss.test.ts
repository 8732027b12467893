import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callRaw, initialize, type RawClient, startRaw } from '../support/rawClient.ts';

/** The whole program: what a client sees when the engine behind its bridge is killed. */
describe('an engine that is killed', () => {
  let client: RawClient;
  beforeAll(async () => {
    client = startRaw();
    await initialize(client);
  });
  afterAll(() => client.stop());

  const enginePid = (): number => {
    const main = resolve('src/engine/main.ts');
    const status = execFileSync(process.execPath, [main, 'status'], { env: client.env, encoding: 'utf8' });
    return Number(JSON.parse(status).pid);
  };

  test('is replaced, the client goes on, and its old ids mean nothing new', async () => {
    const before = await callRaw(client, 'observe');
    const oldIds = idsIn(before);
    const old = enginePid();
    process.kill(old, 'SIGKILL');
    const after = await callRaw(client, 'observe').then(async (text) =>
      text.includes('Settings') ? text : callRaw(client, 'observe'),
    );
    expect(enginePid()).not.toBe(old);
    expect(oldIds.length).toBe(25);
    expect(idsIn(after).length).toBe(25);
    expect(idsIn(after).filter((id) => oldIds.includes(id))).toEqual([]);
    expect(await callRaw(client, 'read_text', { id: oldIds[0] })).toContain('unknown_element');
  });

  test('the client is told that the tools may have changed', async () => {
    await client.waitFor(({ method }) => method === 'notifications/tools/list_changed');
  });
});

function idsIn(answer: string): number[] {
  return [...answer.matchAll(/\\n(\d+)\|/g)].map(([, id]) => Number(id));
}
