/** What a bridge remembers of the lines it carried: what is unanswered, and how the client introduced itself. */
export class Traffic {
  /** JSON texts of the ids of requests that have no answer yet. */
  readonly #unanswered = new Set<string>();
  #initialize: { readonly id: string; readonly line: Buffer } | undefined;
  #initialized: Buffer | undefined;

  /** Notes a line that goes to the engine. */
  fromClient(line: Buffer): void {
    const message = parsed(line);
    const id = idText(message?.['id']);
    if (message?.['method'] === 'notifications/initialized') {
      this.#initialized = line;
    } else if (message?.['method'] === 'notifications/cancelled') {
      // No answer follows a cancelled request.
      this.#unanswered.delete(idText(member(message['params'], 'requestId')) ?? '');
    } else if (message?.['method'] !== undefined && id !== undefined) {
      this.#unanswered.add(id);
      this.#initialize = message['method'] === 'initialize' ? { id, line } : this.#initialize;
    }
  }

  /** Notes a line from the engine; gives the id that it answers, if it answers one. */
  fromEngine(line: Buffer): string | undefined {
    const id = answeredId(line);
    if (id !== undefined) {
      this.#unanswered.delete(id);
    }
    return id;
  }

  /** The handshake of the client, as far as it has come; undefined before it. */
  handshake(): Handshake | undefined {
    const initialize = this.#initialize;
    return (
      initialize && { ...initialize, answered: !this.#unanswered.has(initialize.id), initialized: this.#initialized }
    );
  }

  /** Whether a call is at work, the handshake apart. */
  isAwaited(): boolean {
    return this.#calls().length > 0;
  }

  /** Takes the ids of all calls at work but the handshake's, which a new engine still answers. */
  takeUnanswered(): string[] {
    const ids = this.#calls();
    for (const id of ids) {
      this.#unanswered.delete(id);
    }
    return ids;
  }

  #calls(): string[] {
    return [...this.#unanswered].filter((id) => id !== this.#initialize?.id);
  }

  /** Takes the ids of all requests without an answer, when no engine will give one. */
  abandon(): string[] {
    const ids = [...this.#unanswered];
    this.#unanswered.clear();
    return ids;
  }
}

/** The lines by which a client introduced itself, and whether the first was answered. */
export interface Handshake {
  readonly id: string;
  readonly line: Buffer;
  readonly answered: boolean;
  readonly initialized: Buffer | undefined;
}

const RESULT_FIRST = Buffer.from('{"result":');
/** An id is last in the object. It cannot stand inside a string, where its quotes would be escaped. */
const ID_LAST = /[{,]"id":(-?\d+|"(?:[^"\\]|\\.)*")\}\s*$/;
/** Bytes in which the id of an answer is looked for: longer ids are found by parsing. */
const TAIL = 256;

/**
 * JSON text of the id that a line answers; undefined for requests, notifications and nonsense. Results come as the
 * engine's serializer writes them, the result first and the id last, so that megabytes need not be parsed.
 */
export function answeredId(line: Buffer): string | undefined {
  if (line.subarray(0, RESULT_FIRST.length).equals(RESULT_FIRST)) {
    const id = ID_LAST.exec(line.subarray(-TAIL).toString())?.[1];
    if (id !== undefined) {
      return id;
    }
  }
  const message = parsed(line);
  return message === undefined || 'method' in message ? undefined : idText(message['id']);
}

function idText(id: unknown): string | undefined {
  return typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id) : undefined;
}

function parsed(line: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line.toString());
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function member(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
