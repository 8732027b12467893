import type { Socket } from 'node:net';
import { connectTo } from './connect.ts';
import { LIMITS } from './limits.ts';
import { LineSplitter } from './lines.ts';

/** The request by which a newer client asks an older engine to make room. */
const RETIRE_METHOD = 'deskhand/retire';

/** Asks the engine on `path` to retire. True when it has agreed or is gone; false when it refuses or does not answer. */
export async function askToRetire(path: string): Promise<boolean> {
  const socket = await connectTo(path);
  if (socket === undefined) {
    return true;
  }
  socket.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: RETIRE_METHOD })}\n`);
  try {
    return await agreed(socket);
  } finally {
    socket.destroy();
  }
}

function agreed(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    const lines = new LineSplitter({
      line: (line) => resolve(line.includes('"result"')),
      overlong: () => resolve(false),
    });
    socket.on('data', (chunk) => lines.push(chunk));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    socket.setTimeout(LIMITS.retireAnswer, () => resolve(false));
  });
}
