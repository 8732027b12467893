import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { callRaw, initialize, type RawClient, startRaw } from '../support/rawClient.ts';
import { isRunning, until } from './harness.ts';

/** The whole program: what `deskhand log` prints of the calls of clients. */

const MAIN = resolve('src/engine/main.ts');

let client: RawClient;
let ids: ReadonlyMap<string, number>;

beforeEach(async () => {
  client = startRaw();
  await initialize(client);
  ids = idsIn(await callRaw(client, 'observe', { window: 'Settings' }));
});
afterEach(() => client.stop());

function idsIn(answer: string): ReadonlyMap<string, number> {
  return new Map([...answer.matchAll(/\\n(\d+)\|\w+\|([^|]+)\|/g)].map(([, id, name]) => [name ?? '', Number(id)]));
}

const toggle = () => callRaw(client, 'act', { steps: [{ action: 'toggle', id: ids.get('Updates') }] });

function log(...args: string[]): string {
  return execFileSync(process.execPath, [MAIN, 'log', ...args], { env: client.env, encoding: 'utf8' });
}

interface Follower {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  out(): string;
  error(): string;
}

function follow(...args: string[]): Follower {
  const child = spawn(process.execPath, [MAIN, 'log', '--follow', ...args], { env: client.env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, error] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    error += String(chunk);
  });
  const ended = once(child, 'exit').then(([code]) => code);
  return { child, ended, out: () => out, error: () => error };
}

const seen = (follower: Follower, text: string | RegExp) =>
  until(`${text} in\n${follower.out()}${follower.error()}`, () =>
    follower.out().search(text) >= 0 ? true : undefined,
  );

describe('log', () => {
  test('prints a line for each call and one for each step below it', async () => {
    await toggle();
    await callRaw(client, 'observe', { window: 'Nowhere' });
    const lines = log().split('\n');
    const id = ids.get('Updates');
    expect(lines[0]).toMatch(/^\d{4}-\S+Z #1 raw observe {"window":"Settings"}: ok, \d+ ms, \d+ characters$/);
    expect(lines[1]).toMatch(
      new RegExp(`^\\S+ #2 raw act {"steps":\\[{"action":"toggle","id":${id}}\\]}: ok, \\d+ ms, \\d+ characters$`),
    );
    expect(lines[2]).toMatch(
      new RegExp(`^ {2}step 1 toggle ${id} CheckBox 'Updates': confirmed by Toggle, 'on' → 'off'; 1 changed; \\d+ ms$`),
    );
    expect(lines[3]).toMatch(/: unknown_window, \d+ ms, \d+ characters: No window matches 'Nowhere'\.$/);
  });

  test('prints one JSON object a line', async () => {
    await toggle();
    const entries = log('--json')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries.map(({ kind }) => kind)).toEqual(['begin', 'end', 'begin', 'step', 'end']);
    expect(entries.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });

  test.each(['set_value', 'type'])('shows nothing of what %s puts into a password field', async (action) => {
    await callRaw(client, 'act', { steps: [{ action, id: ids.get('Password'), value: 's3cr3t!' }] });
    const output = log() + log('--json');
    expect(output).toContain(`step 1 ${action} ${ids.get('Password')} Edit 'Password': unverified`);
    expect(output).not.toContain('s3cr3t!');
  });
});

describe('log --follow', () => {
  test('prints what two clients do at a time, and ends well when it is interrupted', async () => {
    const other = startRaw(client);
    onTestFinished(() => other.stop());
    await initialize(other, 'other');
    const follower = follow();
    await seen(follower, '#1 raw observe');
    await Promise.all([toggle(), callRaw(other, 'windows'), toggle(), callRaw(other, 'windows')]);
    await seen(follower, /^ {2}(#\d )?ok(?=[\s\S]*^ {2}(#\d )?ok)/m);
    await until('both listings', () =>
      follower.out().match(/other windows .*: ok/g)?.length === 2 ? true : undefined,
    );
    expect(follower.out().match(/ step 1 toggle \d+ CheckBox 'Updates': confirmed/g)).toHaveLength(2);
    follower.child.kill('SIGINT');
    expect(await follower.ended).toBe(0);
    expect(follower.error()).toBe('');
  });

  test('shows a call that has not ended', async () => {
    const follower = follow();
    const waiting = callRaw(client, 'wait', { query: 'Never', window: 'Settings', timeout_ms: 30_000 });
    waiting.catch(() => {});
    await seen(follower, /raw wait .*: running$/m);
  });

  test('ends quietly when nobody reads it any more', async () => {
    const follower = follow('--json');
    await seen(follower, '"kind":"end"');
    follower.child.stdout?.destroy();
    await until('the end', async () => {
      await callRaw(client, 'windows');
      return follower.child.exitCode ?? undefined;
    });
    expect(await follower.ended).toBe(0);
    expect(follower.error()).toBe('');
  });

  test('goes on with the engine that replaces one that was killed', async () => {
    const follower = follow('--json');
    await seen(follower, '"kind":"end"');
    process.kill(enginePid(), 'SIGKILL');
    await seen(follower, /^{"kind":"replaced"}$/m);
    await until('the call of the new engine', async () => {
      await callRaw(client, 'windows');
      return /"replaced"[\s\S]*"number":1,.*"tool":"windows"/.test(follower.out()) ? true : undefined;
    });
  });

  test('leaves no engine behind', async () => {
    const follower = follow();
    await seen(follower, '#1 raw observe');
    const pid = enginePid();
    await client.stop();
    follower.child.kill('SIGTERM');
    expect(await follower.ended).toBe(0);
    await until('the end of the engine', () => (isRunning(pid) ? undefined : true));
  });
});

function enginePid(): number {
  return JSON.parse(execFileSync(process.execPath, [MAIN, 'status'], { env: client.env, encoding: 'utf8' })).pid;
}
