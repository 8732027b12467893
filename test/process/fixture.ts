/**
 * Stands in for the real program: `fixture.ts engine` serves echoes, `fixture.ts mcp` is a bridge to it. Its version is
 * FIXTURE_VERSION. FIXTURE_FAILS makes the engine end with that sentence, FIXTURE_SLOW_MS makes it start later,
 * FIXTURE_DIES makes it crash on the handshake, FIXTURE_STAYS makes it deaf to retirement, FIXTURE_MUTE
 * makes it print the name of a call instead of answering it.
 */
import type { Socket } from 'node:net';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { runBridge } from '../../src/engine/process/bridge.ts';
import { openCounters } from '../../src/engine/process/counters.ts';
import { localEndpoint } from '../../src/engine/process/endpoint.ts';
import { type EngineLife, serveEngine } from '../../src/engine/process/lifetime.ts';
import { LineSplitter } from '../../src/engine/process/lines.ts';

const { env } = process;
const version = env['FIXTURE_VERSION'] ?? '1.0.0';

interface Call {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: { readonly text?: string; readonly size?: number };
}

const crash = () => process.kill(process.pid, 'SIGKILL');

const counters = openCounters(localEndpoint(env));

/** What each method answers; others, such as `stall`, never are. `seen` tells what this connection was asked. */
const ANSWERS: Record<string, (call: Call, seen: readonly string[]) => unknown> = {
  initialize: () => (env['FIXTURE_DIES'] === undefined ? { serverInfo: { name: 'fixture', version } } : crash()),
  echo: ({ params }) => ({ text: params?.text }),
  big: ({ params }) => ({ text: 'x'.repeat(params?.size ?? 0) }),
  crash: () => crash(),
  pid: () => ({ pid: process.pid }),
  watch: () => ({}),
  next: () => ({ number: counters.next('element') }),
  seen: (_call, seen) => ({ seen }),
  ...(env['FIXTURE_STAYS'] === undefined && { 'deskhand/retire': () => ({}) }),
};

function converse(socket: Socket, life: EngineLife): void {
  const seen: string[] = [];
  const lines = new LineSplitter({
    line: (line) => {
      const call: Call = JSON.parse(line.toString());
      seen.push(call.method);
      if (call.method === env['FIXTURE_MUTE']) {
        process.stdout.write(`${call.method}\n`);
        return;
      }
      const answer = ANSWERS[call.method];
      if (answer !== undefined && call.method === 'deskhand/retire') {
        life.retire();
      }
      if (call.method === 'watch') {
        life.watch();
      }
      if (answer !== undefined && call.id !== undefined) {
        socket.write(`${JSON.stringify({ result: answer(call, seen), jsonrpc: '2.0', id: call.id })}\n`);
      }
    },
    overlong: () => socket.write('{"overlong":true}\n'),
  });
  socket.on('data', (chunk) => lines.push(chunk));
  socket.on('end', () => socket.end());
}

async function engine(): Promise<number> {
  if (env['FIXTURE_FAILS'] !== undefined) {
    process.stderr.write(`${env['FIXTURE_FAILS']}\n`);
    return 3;
  }
  await delay(Number(env['FIXTURE_SLOW_MS'] ?? 0));
  const outcome = await serveEngine({
    env,
    version,
    onConnection: converse,
    dispose: async () => counters.close(),
  });
  process.stdout.write(`${outcome}\n`);
  return 0;
}

async function mcp(): Promise<number> {
  const { stdin: input, stdout: output } = process;
  return await runBridge({ env, version, input, output, log: (text) => process.stderr.write(`${text}\n`) });
}

process.exit(await (process.argv[2] === 'engine' ? engine() : mcp()));
