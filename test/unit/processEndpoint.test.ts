import { expect, test } from 'vitest';
import { endpointFor, isSocketFile, newSocketPath } from '../../src/engine/process/endpoint.ts';

const SESSION = {
  XDG_RUNTIME_DIR: '/run/user/1000',
  DISPLAY: ':0',
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
};

function keyOf(env: Record<string, string>, uid = 1000): string {
  return endpointFor({ ...SESSION, ...env }, 'linux', uid).key;
}

test.each([
  ['DISPLAY', ':1'],
  ['WAYLAND_DISPLAY', 'wayland-1'],
  ['DBUS_SESSION_BUS_ADDRESS', 'unix:path=/tmp/other'],
])('another %s is another session', (name, value) => {
  expect(keyOf({ [name]: value })).not.toBe(keyOf({}));
});

test('another user has another key', () => {
  expect(keyOf({}, 1001)).not.toBe(keyOf({}, 1000));
});

test.each([
  ['screen 0 named', { DISPLAY: ':0.0' }],
  ['the guid of the bus', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus,guid=0123abcd' }],
  ['the bus left to its default', { DBUS_SESSION_BUS_ADDRESS: '' }],
  ['anything else', { HOME: '/elsewhere', LANG: 'C' }],
])('%s is the same session', (_case, env) => {
  expect(keyOf(env)).toBe(keyOf({}));
});

test.each([
  ['the chosen directory', { DESKHAND_RUNTIME_DIR: '/chosen/run/' }, '/chosen/run'],
  ['the runtime directory', {}, '/run/user/1000/deskhand'],
  ['a directory of the user without one', { XDG_RUNTIME_DIR: '' }, '/tmp/deskhand-1000'],
  ['the same for a relative one', { XDG_RUNTIME_DIR: 'run', TMPDIR: '/var/tmp' }, '/var/tmp/deskhand-1000'],
])('files are kept in %s', (_case, env, directory) => {
  expect(endpointFor({ ...SESSION, ...env }, 'linux', 1000).directory).toBe(directory);
});

test('a socket has a short path, even in a long directory', () => {
  const chosen = `/home/${'long'.repeat(30)}`;
  const long = endpointFor({ DESKHAND_RUNTIME_DIR: chosen }, 'linux', 1000);
  expect(newSocketPath(long).length).toBeLessThanOrEqual(103);
  expect(long.socketDirectory).toMatch(/^\/tmp\/deskhand-1000-[0-9a-f]{12}$/);
  expect(long.rendezvousFile.startsWith(`${chosen}/`)).toBe(true);
  const other = endpointFor({ DESKHAND_RUNTIME_DIR: `${chosen}2` }, 'linux', 1000);
  expect(other.socketDirectory).not.toBe(long.socketDirectory);
});

test('only sockets of this endpoint may be removed', () => {
  const endpoint = endpointFor(SESSION, 'linux', 1000);
  const own = newSocketPath(endpoint);
  expect(isSocketFile(endpoint, own)).toBe(true);
  expect(newSocketPath(endpoint)).not.toBe(own);
  for (const path of [endpoint.rendezvousFile, '/etc/passwd', own.replace('engine-', 'engine-0'), `${own}/../x.sock`]) {
    expect(isSocketFile(endpoint, path)).toBe(false);
  }
});

test('pipes of Windows are named after the session', () => {
  const env = { USERNAME: 'ada', SESSIONNAME: 'Console', LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local' };
  const endpoint = endpointFor(env, 'win32', undefined);
  expect(endpoint.directory).toBe('C:\\Users\\ada\\AppData\\Local\\deskhand');
  expect(newSocketPath(endpoint)).toMatch(/^\\\\\.\\pipe\\deskhand-engine-[0-9a-f]{12}-[0-9a-f]{8}$/);
});
