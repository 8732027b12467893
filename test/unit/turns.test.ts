import { expect, test } from 'vitest';
import { Turns } from '../../src/engine/session/turns.ts';

const NEVER = new AbortController().signal;

function deferred() {
  return Promise.withResolvers<string>();
}

test('turns on one subject come one after the other, on others at once', async () => {
  const turns = new Turns(1_000);
  const said: string[] = [];
  const first = deferred();
  const act = (name: string, work?: Promise<string>) => async () => {
    said.push(`${name} begins`);
    await work;
    said.push(`${name} ends`);
    return name;
  };
  const all = [
    turns.run('w', act('a', first.promise), NEVER),
    turns.run('w', act('b'), NEVER),
    turns.run('w', act('c'), NEVER),
    turns.run('v', act('d'), NEVER),
  ];
  expect(await all[3]).toBe('d');
  expect(said).toEqual(['a begins', 'd begins', 'd ends']);
  first.resolve('');
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  expect(said.slice(3)).toEqual(['a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('who waits too long is told, and lets nobody behind pass', async () => {
  const turns = new Turns(20);
  const first = deferred();
  const running = turns.run('w', () => first.promise, NEVER);
  await expect(turns.run('w', async () => 'second', NEVER)).rejects.toMatchObject({ code: 'leased' });
  const third = turns.run('w', async () => 'third', NEVER);
  first.resolve('first');
  expect(await running).toBe('first');
  expect(await third).toBe('third');
});

test('who is cancelled while waiting does not act', async () => {
  const turns = new Turns(1_000);
  const first = deferred();
  const running = turns.run('w', () => first.promise, NEVER);
  const stop = new AbortController();
  let acted = false;
  const second = turns.run('w', async () => (acted = true), stop.signal);
  stop.abort(new Error('enough'));
  await expect(second).rejects.toThrow();
  first.resolve('');
  await running;
  expect(acted).toBe(false);
  expect(await turns.run('w', async () => 'later', NEVER)).toBe('later');
});

test('a turn that fails is over', async () => {
  const turns = new Turns(1_000);
  await expect(turns.run('w', () => Promise.reject(new Error('broken')), NEVER)).rejects.toThrow('broken');
  expect(await turns.run('w', async () => 'next', NEVER)).toBe('next');
});
