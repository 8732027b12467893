import { LIMITS } from './limits.ts';

const NEWLINE = 0x0a;

/** What an over-long line is answered with. */
export const OVERLONG_ANSWER = JSON.stringify({
  jsonrpc: '2.0',
  id: null,
  error: {
    code: -32600,
    message: `The message is longer than ${LIMITS.line} bytes and was dropped. Send less at once.`,
  },
});

/** Receives what a `LineSplitter` finds. */
export interface LineSink {
  /** A whole line with its newline, as bytes: characters are never cut, whatever the chunks were. */
  line(line: Buffer): void;
  /** A line is longer than allowed; told once, and nothing of it is kept. */
  overlong(): void;
}

/** Splits a stream of chunks into lines, keeping at most one line of `maxBytes`. */
export class LineSplitter {
  readonly #sink: LineSink;
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #skipping = false;

  constructor(sink: LineSink, maxBytes: number = LIMITS.line) {
    this.#sink = sink;
    this.#maxBytes = maxBytes;
  }

  /** Takes the next chunk, which must not be changed afterwards. */
  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end + 1));
      this.#finish();
      start = end + 1;
    }
    if (start < chunk.length) {
      this.#keep(chunk.subarray(start));
    }
  }

  /** Takes the end of the stream for the end of a last line that has no newline; it is handed on with one. */
  flush(): void {
    if (this.#bytes > 0) {
      this.push(Buffer.of(NEWLINE));
    }
  }

  #keep(piece: Buffer): void {
    if (this.#skipping) {
      return;
    }
    this.#bytes += piece.length;
    if (this.#bytes > this.#maxBytes + 1) {
      this.#skipping = true;
      this.#pieces = [];
      this.#sink.overlong();
      return;
    }
    this.#pieces.push(piece);
  }

  #finish(): void {
    const [first, ...rest] = this.#pieces;
    const skipped = this.#skipping;
    this.#pieces = [];
    this.#bytes = 0;
    this.#skipping = false;
    if (!skipped && first !== undefined) {
      this.#sink.line(rest.length === 0 ? first : Buffer.concat([first, ...rest]));
    }
  }
}
