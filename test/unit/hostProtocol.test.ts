import { expect, test } from 'vitest';
import { fromWire, isMessage, toWire } from '../../src/engine/adapters/hostProtocol.ts';
import { EngineError } from '../../src/model/errors.ts';

const throughJson = (error: unknown) => fromWire(JSON.parse(JSON.stringify(toWire(error))));

test('an engine error survives JSON with its sentence', () => {
  const error = new EngineError('not_responding', { application: 'gedit', limit: 800 });
  const copy = throughJson(error);
  expect(copy).toBeInstanceOf(EngineError);
  expect(copy).toEqual(error);
  expect('cause' in copy).toBe(false);
});

test('the cause of an engine error becomes text', () => {
  const copy = throughJson(new EngineError('application_exited', {}, new Error('org.freedesktop.DBus.Error.NoReply')));
  expect(copy.code).toBe('application_exited');
  expect(copy.cause).toContain('org.freedesktop.DBus.Error.NoReply');
});

test.for([
  [new RangeError('out of range'), 'RangeError: out of range'],
  ['a thrown string', 'a thrown string'],
] as const)('anything else is a defect that keeps its stack: %s', ([thrown, text]) => {
  expect(throughJson(thrown)).toMatchObject({ code: 'internal', cause: expect.stringContaining(text) });
});

test('messages of others are not taken for messages of the protocol', () => {
  expect(isMessage({ kind: 'pong' })).toBe(true);
  for (const other of [null, 'pong', 5, { type: 'pong' }]) expect(isMessage(other)).toBe(false);
});
