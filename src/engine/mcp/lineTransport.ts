import type { Duplex } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type JSONRPCMessage, JSONRPCMessageSchema, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import { randomName } from '../process/endpoint.ts';
import { exceedsDepth } from '../process/jsonDepth.ts';
import { LIMITS } from '../process/limits.ts';
import { LineSplitter, OVERLONG_ANSWER } from '../process/lines.ts';

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

const CANCELLED = 'notifications/cancelled';

/** No call is nested deeper; whatever walks over an argument later may recurse. */
const MAX_DEPTH = 200;

/** JSON-RPC messages, one a line, over a socket or another pair of streams. A bad line is answered and passed over. */
export class LineTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #stream: Duplex;
  readonly #lines = new LineSplitter({
    line: (line) => this.#receive(line),
    overlong: () => this.#write(OVERLONG_ANSWER),
  });
  /** Ids of the peer's requests that are at work. */
  readonly #unanswered = new Set<unknown>();
  /** Marks this connection's own requests. */
  readonly #scope = `${randomName()}-`;
  /** Senders whose message has not gone out yet. */
  readonly #senders = new Set<() => void>();
  #peerEnded = false;
  #closed = false;
  #grace: NodeJS.Timeout | undefined;

  constructor(stream: Duplex) {
    this.#stream = stream;
  }

  async start(): Promise<void> {
    this.#stream.on('data', (chunk: Buffer) => this.#lines.push(chunk));
    this.#stream.once('end', () => this.#endOfInput());
    this.#stream.on('error', (error) => this.onerror?.(error));
    this.#stream.once('close', () => void this.close());
    if (this.#stream.destroyed) {
      await this.close();
    }
  }

  /** Resolves when the peer keeps up; after the end it drops the message. */
  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(JSON.stringify(outgoing(message, this.#scope)));
    if (!('method' in message) && message.id !== undefined) {
      this.#unanswered.delete(message.id);
      this.#closeWhenDone();
    }
  }

  async close(): Promise<void> {
    if (this.#closed) {
      return;
    }
    this.#closed = true;
    clearTimeout(this.#grace);
    for (const sent of this.#senders) {
      sent();
    }
    this.#stream.end(() => this.#stream.destroy());
    this.onclose?.();
  }

  #receive(line: Buffer): void {
    const text = line.toString().trim();
    if (text === '' || this.#closed) {
      return;
    }
    const reading = read(text, line);
    if ('message' in reading) {
      this.#dispatch(reading.message);
      return;
    }
    this.onerror?.(new Error(reading.problem));
    if (reading.answer !== undefined) {
      void this.#write(JSON.stringify(reading.answer));
    }
  }

  #dispatch(message: JSONRPCMessage): void {
    const ours = incoming(message, this.#scope);
    if (ours === undefined) {
      this.onerror?.(new Error('An answer to a request of another connection was dropped.'));
      return;
    }
    if ('method' in message && 'id' in message) {
      this.#unanswered.add(message.id);
    } else if ('method' in message && message.method === CANCELLED) {
      // No answer follows a cancelled request.
      this.#unanswered.delete(message.params?.['requestId']);
    }
    this.onmessage?.(ours);
  }

  /** A peer that has ended its side may still read its answers, or may have been killed: the two look the same. */
  #endOfInput(): void {
    this.#lines.flush();
    this.#peerEnded = true;
    this.#grace = setTimeout(() => void this.close(), LIMITS.peerEnd);
    this.#closeWhenDone();
  }

  #closeWhenDone(): void {
    if (this.#peerEnded && this.#unanswered.size === 0) {
      void this.close();
    }
  }

  #write(text: string): Promise<void> {
    return new Promise((resolve) => {
      const sent = () => {
        this.#senders.delete(sent);
        resolve();
      };
      this.#senders.add(sent);
      // The callback comes on failure, too, so that nobody waits for a peer that is gone.
      if (this.#closed || !this.#stream.writable || this.#stream.write(`${text}\n`, sent)) {
        sent();
      }
    });
  }
}

/**
 * The engine numbers its own requests (for confirmation, for roots) from 0 on every connection. A bridge keeps its
 * client over the engine's death, and so the late answer to a question of the old engine could be taken for the answer
 * to the same number of the new one: on the line, the numbers carry a mark of their connection.
 */
function outgoing(message: JSONRPCMessage, scope: string): JSONRPCMessage {
  if (!('method' in message)) {
    return message;
  }
  if ('id' in message) {
    return { ...message, id: `${scope}${message.id}` };
  }
  const requestId = message.method === CANCELLED ? message.params?.['requestId'] : undefined;
  return requestId === undefined
    ? message
    : { ...message, params: { ...message.params, requestId: `${scope}${requestId}` } };
}

/** The message as the engine numbers it; undefined for an answer to a request that was not of this connection. */
function incoming(message: JSONRPCMessage, scope: string): JSONRPCMessage | undefined {
  if ('method' in message || message.id === undefined) {
    return message;
  }
  const id = String(message.id);
  return id.startsWith(scope) ? { ...message, id: Number(id.slice(scope.length)) } : undefined;
}

type Reading = { readonly message: JSONRPCMessage } | { readonly problem: string; readonly answer?: object };

function read(text: string, bytes: Buffer): Reading {
  if (exceedsDepth(bytes, MAX_DEPTH)) {
    return refusal(INVALID_REQUEST, `The message is nested deeper than ${MAX_DEPTH} levels.`, null);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refusal(PARSE_ERROR, 'The line is not JSON.', null);
  }
  const { success, data } = JSONRPCMessageSchema.safeParse(value);
  return success ? { message: data } : invalid(value);
}

function invalid(value: unknown): Reading {
  if (Array.isArray(value)) {
    return refusal(INVALID_REQUEST, 'Batches are not supported. Send one message a line.', null);
  }
  const problem = 'The line is JSON, but no JSON-RPC 2.0 message.';
  const { id, method, result, error } = membersOf(value);
  const isAnswer = method === undefined && (result !== undefined || error !== undefined);
  // Nobody waits for an answer to a notification, and an answer to an answer would be taken for that of a request.
  if (isAnswer || (typeof method === 'string' && id === undefined)) {
    return { problem };
  }
  return refusal(INVALID_REQUEST, problem, typeof id === 'string' || typeof id === 'number' ? id : null);
}

function membersOf(value: unknown): { id?: unknown; method?: unknown; result?: unknown; error?: unknown } {
  return typeof value === 'object' && value !== null ? value : {};
}

function refusal(code: number, message: string, id: RequestId | null): Reading {
  return { problem: message, answer: { jsonrpc: '2.0', id, error: { code, message } } };
}
