import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answeredId, Traffic } from '../../src/engine/process/traffic.ts';

function line(message: object): Buffer {
  return Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

const json = fc.jsonValue();
const id = fc.oneof(fc.integer(), fc.string({ unit: 'binary' }));

test('the id of an answer is found, whatever the result holds', () => {
  fc.assert(
    fc.property(json, id, fc.boolean(), (result, answered, resultFirst) => {
      const message = resultFirst ? { result, jsonrpc: '2.0', id: answered } : { jsonrpc: '2.0', id: answered, result };
      expect(answeredId(Buffer.from(`${JSON.stringify(message)}\n`))).toBe(JSON.stringify(answered));
    }),
  );
});

test.each([
  ['an id in the result', { result: { id: 5 }, jsonrpc: '2.0', id: 6 }, '6'],
  ['an error', { jsonrpc: '2.0', id: 'x', error: { code: 1, message: '"id":2}' } }, '"x"'],
  ['a text that looks like the end', { result: { text: ',"id":7}' }, jsonrpc: '2.0', id: 8 }, '8'],
  ['an id in a result that is last', { jsonrpc: '2.0', id: 9, result: { id: 3 } }, '9'],
  ['a very long id', { result: {}, jsonrpc: '2.0', id: 'i'.repeat(1_000) }, `"${'i'.repeat(1_000)}"`],
])('%s is read right', (_case, message, expected) => {
  expect(answeredId(Buffer.from(JSON.stringify(message)))).toBe(expected);
});

test.each([
  ['a request of the engine', { method: 'roots/list', jsonrpc: '2.0', id: 5 }],
  ['a notification', { method: 'notifications/progress', jsonrpc: '2.0', params: { id: 5 } }],
  ['an answer to nothing readable', { jsonrpc: '2.0', id: null, error: { code: -32700, message: '' } }],
])('%s answers nothing', (_case, message) => {
  expect(answeredId(Buffer.from(JSON.stringify(message)))).toBeUndefined();
});

test('only calls that were neither answered nor cancelled are outstanding', () => {
  const traffic = new Traffic();
  for (const call of [1, 2, 'a', 4]) {
    traffic.fromClient(line({ id: call, method: 'tools/call' }));
  }
  traffic.fromClient(line({ method: 'notifications/cancelled', params: { requestId: 'a' } }));
  traffic.fromClient(line({ id: 9, result: {} }));
  traffic.fromClient(Buffer.from('no JSON\n'));
  traffic.fromClient(Buffer.from('[{"jsonrpc":"2.0","id":77,"method":"x"}]\n'));
  traffic.fromEngine(line({ id: 2, result: {} }));
  expect(traffic.takeUnanswered()).toEqual(['1', '4']);
  expect(traffic.takeUnanswered()).toEqual([]);
});

test('the handshake is remembered, and asked again as long as it has no answer', () => {
  const traffic = new Traffic();
  expect(traffic.handshake()).toBeUndefined();
  const initialize = line({ id: 0, method: 'initialize', params: { capabilities: {} } });
  traffic.fromClient(initialize);
  traffic.fromClient(line({ id: 1, method: 'ping' }));
  expect(traffic.handshake()).toMatchObject({ id: '0', line: initialize, answered: false, initialized: undefined });
  expect(traffic.takeUnanswered()).toEqual(['1']);
  traffic.fromEngine(line({ id: 0, result: {} }));
  const initialized = line({ method: 'notifications/initialized' });
  traffic.fromClient(initialized);
  expect(traffic.handshake()).toMatchObject({ answered: true, initialized });
});

test('without an engine the handshake fails like any call', () => {
  const traffic = new Traffic();
  traffic.fromClient(line({ id: 0, method: 'initialize' }));
  expect(traffic.abandon()).toEqual(['0']);
  expect(traffic.abandon()).toEqual([]);
});
