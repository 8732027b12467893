import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { EngineError } from '../../model/errors.ts';
import { type AttachOptions, attach } from './attach.ts';
import { LIMITS } from './limits.ts';
import { LineSplitter, OVERLONG_ANSWER } from './lines.ts';
import { type Handshake, Traffic } from './traffic.ts';

/** The two ends of a bridge and how it finds its engine. */
export interface BridgeOptions extends AttachOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** A line that every engine is sent before anything of the client. */
  readonly introduction?: string;
  /** Takes sentences for the user, without a newline. */
  readonly log: (sentence: string) => void;
}

/** Engines that end by themselves, one after the other without an answer to the client, before the bridge gives up. */
const MAX_RESTARTS = 5;

const RESTARTED =
  'The engine stopped during the call and was replaced. Call again, but observe first: an action may have been done.';

const TOOLS_CHANGED = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });

/**
 * Carries lines between a client on `input` and `output` and the engine, and replaces an engine that dies. Gives the
 * exit code when `input` has ended or the client is gone (0), or no engine can be had (1).
 */
export async function runBridge(options: BridgeOptions): Promise<number> {
  return await new Bridge(options).run();
}

class Bridge {
  readonly #options: BridgeOptions;
  readonly #traffic = new Traffic();
  readonly #exit = Promise.withResolvers<number>();
  readonly #clientLines = new LineSplitter({
    line: (line) => this.#fromClient(line),
    overlong: () => this.#toClient(OVERLONG_ANSWER),
  });
  #socket: Socket | undefined;
  /** The same, once the handshake is repeated and it takes the client's lines. */
  #engine: Socket | undefined;
  /** The client's lines while there is no such engine. */
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #restarts = 0;
  #inputEnded = false;
  #finished = false;
  #stdinEnd: NodeJS.Timeout | undefined;

  constructor(options: BridgeOptions) {
    this.#options = options;
  }

  async run(): Promise<number> {
    const { input, output } = this.#options;
    input.on('data', (chunk: Buffer) => this.#clientLines.push(chunk));
    input.once('end', () => this.#endInput());
    input.once('error', () => this.#endInput());
    // A client that does not read any more is gone, and needs no farewell.
    output.on('error', () => this.#finish(0));
    this.#attach();
    const code = await this.#exit.promise;
    clearTimeout(this.#stdinEnd);
    this.#socket?.destroy();
    input.destroy();
    await Promise.race([flushed(output), delay(LIMITS.flush)]);
    return code;
  }

  #attach(): void {
    attach(this.#options).then(
      (socket) => (this.#finished ? socket.destroy() : this.#greet(socket)),
      (error: unknown) => this.#fail(reasonOf(error)),
    );
  }

  /** Repeats the client's handshake to an engine that replaces another one; its answer is not for the client. */
  #greet(socket: Socket): void {
    this.#socket = socket;
    const handshake = this.#traffic.handshake();
    const replayed = handshake?.answered ? handshake : undefined;
    const lines = new LineSplitter(
      { line: (line) => this.#fromEngine(line, socket, replayed), overlong: () => {} },
      Number.POSITIVE_INFINITY,
    );
    socket.on('data', (chunk) => this.#carry(chunk, socket, lines));
    socket.on('drain', () => this.#options.input.resume());
    socket.on('error', () => {});
    socket.once('end', () => socket.destroy());
    socket.once('close', () => this.#engineGone(socket));
    if (this.#options.introduction !== undefined) {
      socket.write(this.#options.introduction);
    }
    if (handshake !== undefined) {
      socket.write(handshake.line);
    }
    if (replayed === undefined) {
      this.#serve(socket);
    } else {
      socket.setTimeout(LIMITS.replay, () => socket.destroy());
    }
  }

  #carry(chunk: Buffer, socket: Socket, lines: LineSplitter): void {
    const { output } = this.#options;
    output.cork();
    lines.push(chunk);
    output.uncork();
    if (output.writableNeedDrain) {
      socket.pause();
      output.once('drain', () => socket.resume());
    }
  }

  #fromEngine(line: Buffer, socket: Socket, replayed: Handshake | undefined): void {
    const answered = this.#traffic.fromEngine(line);
    if (this.#engine !== socket && replayed !== undefined && answered === replayed.id) {
      this.#resume(socket, replayed);
      return;
    }
    if (answered !== undefined) {
      this.#restarts = 0;
    }
    this.#options.output.write(line);
  }

  #resume(socket: Socket, { initialized }: Handshake): void {
    socket.setTimeout(0);
    if (initialized !== undefined) {
      socket.write(initialized);
    }
    this.#toClient(TOOLS_CHANGED);
    this.#serve(socket);
  }

  #serve(socket: Socket): void {
    this.#engine = socket;
    this.#refuse(this.#traffic.takeUnanswered(), RESTARTED);
    for (const line of this.#takeWaiting()) {
      this.#fromClient(line);
    }
    this.#options.input.resume();
    if (this.#inputEnded) {
      this.#halfClose(socket);
    }
  }

  #fromClient(line: Buffer): void {
    if (this.#engine === undefined) {
      this.#waiting.push(line);
      this.#waitingBytes += line.length;
    } else {
      this.#traffic.fromClient(line);
      this.#engine.write(line);
    }
    if (this.#waitingBytes > LIMITS.line || this.#engine?.writableNeedDrain) {
      this.#options.input.pause();
    }
  }

  #takeWaiting(): Buffer[] {
    const lines = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    return lines;
  }

  #endInput(): void {
    this.#clientLines.flush();
    this.#inputEnded = true;
    if (this.#engine !== undefined) {
      this.#halfClose(this.#engine);
    } else if (this.#waiting.length === 0 || this.#restarts > 0) {
      this.#finish(0);
    }
  }

  /** The engine may answer what it has; the client expects the process to end soon, whatever the engine does. */
  #halfClose(socket: Socket): void {
    socket.end();
    this.#stdinEnd = setTimeout(() => this.#finish(0), LIMITS.stdinEnd);
  }

  #engineGone(socket: Socket): void {
    // A call that kills engines is not repeated by the bridge: its client decides how often to try.
    const wasKilled = this.#engine === socket && this.#traffic.isAwaited();
    this.#restarts = wasKilled ? 1 : this.#restarts + 1;
    this.#engine = undefined;
    if (this.#inputEnded) {
      this.#finish(0);
    } else if (this.#restarts > MAX_RESTARTS) {
      this.#fail(`${MAX_RESTARTS} engines ended one after the other`);
    } else if (!this.#finished) {
      this.#attach();
    }
  }

  #fail(reason: string): void {
    for (const line of this.#takeWaiting()) {
      this.#traffic.fromClient(line);
    }
    const sentence = `The engine cannot be reached: ${reason}`;
    this.#refuse(this.#traffic.abandon(), sentence);
    this.#options.log(sentence);
    this.#finish(1);
  }

  #refuse(ids: readonly string[], message: string): void {
    const error = JSON.stringify({ code: -32000, message });
    for (const id of ids) {
      this.#toClient(`{"jsonrpc":"2.0","id":${id},"error":${error}}`);
    }
  }

  #toClient(message: string): void {
    this.#options.output.write(`${message}\n`);
  }

  #finish(code: number): void {
    this.#finished = true;
    this.#exit.resolve(code);
  }
}

/** An `internal` error says in its reason alone what happened. */
function reasonOf(error: unknown): string {
  const reason = error instanceof EngineError && error.code === 'internal' ? error.detail['reason'] : undefined;
  return String(reason ?? (error instanceof Error ? error.message : error));
}

function flushed(output: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (output.destroyed || output.errored !== null) {
      resolve();
    } else {
      output.write('', () => resolve());
    }
  });
}
