import { createConnection, type Socket } from 'node:net';
import { errnoOf } from './errno.ts';

/**
 * What connecting answers when nobody listens: no socket, that of a dead engine, that of one which dies while the
 * connection waits to be accepted, or something else in its place.
 */
const NOBODY = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'ECONNRESET',
  'EPIPE',
  'ENOTSOCK',
  'ENOTDIR',
  'EPROTOTYPE',
  'EINVAL',
  'ENAMETOOLONG',
]);

/**
 * A connection to the engine that listens on `path`; undefined when nobody does. Connecting is the only proof of life:
 * a process id may belong to another program by now.
 */
export function connectTo(path: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ path, allowHalfOpen: true });
    const failed = (error: Error) => (NOBODY.has(errnoOf(error) ?? '') ? resolve(undefined) : reject(error));
    socket.once('error', failed);
    socket.once('connect', () => {
      socket.off('error', failed);
      resolve(socket);
    });
  });
}
