import { expect, test } from 'vitest';
import { answeredPid, isRunning, servingPid, testSession, until } from './harness.ts';

test('a newer client retires an older engine, which serves its own clients to their end', async () => {
  const session = await testSession();
  const oldClient = session.start('mcp', { FIXTURE_VERSION: '1.9.0' });
  const older = await answeredPid(oldClient);
  const newClient = session.start('mcp', { FIXTURE_VERSION: '1.10.0' });
  await newClient.initialize();
  const newer = await answeredPid(newClient);
  expect(newer).not.toBe(older);
  expect(newClient.messages[0]?.result).toMatchObject({ serverInfo: { version: '1.10.0' } });
  expect(await servingPid(session)).toBe(newer);
  expect(await answeredPid(oldClient)).toBe(older);
  oldClient.child.stdin.end();
  await until('the end of the older engine', () => (isRunning(older) ? undefined : true));
  expect(await answeredPid(newClient)).toBe(newer);
});

test('an engine that is retired stays for its clients, and not for those who look on', async () => {
  const session = await testSession();
  const [oldClient, follower] = [1, 2].map(() => session.start('mcp', { FIXTURE_VERSION: '1.9.0' }));
  if (!oldClient || !follower) throw new Error('two were started');
  const older = await answeredPid(oldClient);
  await follower.initialize();
  await follower.call('watch');
  const newer = await answeredPid(session.start('mcp', { FIXTURE_VERSION: '1.10.0' }));
  expect(await answeredPid(oldClient)).toBe(older);
  expect(await answeredPid(follower)).toBe(older);
  oldClient.child.stdin.end();
  await until('the end of the older engine', () => (isRunning(older) ? undefined : true));
  expect(await answeredPid(follower)).toBe(newer);
});

test('an engine serves who looks on as long as it has not retired', async () => {
  const session = await testSession({ DESKHAND_IDLE_MS: '300' });
  const follower = session.start('mcp');
  const pid = await answeredPid(follower);
  await follower.call('watch');
  // As long as another engine takes to end without a client.
  const elsewhere = await testSession({ DESKHAND_IDLE_MS: '300' });
  expect(await elsewhere.start('engine').exited).toBe(0);
  expect(await answeredPid(follower)).toBe(pid);
});

test('an older client attaches to a newer engine as it is', async () => {
  const session = await testSession();
  const newer = await answeredPid(session.start('mcp', { FIXTURE_VERSION: '2.0.0' }));
  const older = await answeredPid(session.start('mcp', { FIXTURE_VERSION: '2.0.0-beta.1' }));
  expect(older).toBe(newer);
});

test('an older engine that does not know how to retire is used as it is', async () => {
  const session = await testSession({ FIXTURE_STAYS: '1' });
  const older = await answeredPid(session.start('mcp', { FIXTURE_VERSION: '1.0.0' }));
  const newer = await answeredPid(session.start('mcp', { FIXTURE_VERSION: '2.0.0' }));
  expect(newer).toBe(older);
});
