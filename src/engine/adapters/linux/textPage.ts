import { lengthOf, slicePoints } from './textUnits.ts';

/** Milliseconds for counting what follows a page, so that small documents are told whole. */
const COUNT_LIMIT = 300;

/** A stretch of text of one object. */
export interface Span {
  readonly text: string;
  /** The object that holds it; absent where it stands for the break between two objects. */
  readonly path?: string;
  /** Where it begins in the object, as the toolkit counts. */
  readonly own: number;
  /** Whether it is part of a link. */
  readonly link?: boolean;
  /** The heading that it is part of. */
  readonly heading?: string;
}

/** A span with its place in the whole text, in code points. */
export interface PlacedSpan extends Span {
  readonly at: number;
  readonly length: number;
}

/** Part of a text that is read from its beginning on. */
export interface Page {
  readonly text: string;
  /** Spans of the part; their texts are whole. */
  readonly spans: readonly PlacedSpan[];
  /** Every span that was read, for places in the text that lie outside the part. */
  readonly read: readonly PlacedSpan[];
  /** Absent where the rest was not counted. */
  readonly total?: number;
}

/** Collects a part of a text out of its spans, which come in their order. */
export class PageReader {
  readonly #start: number;
  readonly #end: number;
  readonly #read: PlacedSpan[] = [];
  #at = 0;
  #isWhole = false;

  constructor(start: number, count: number) {
    this.#start = start;
    this.#end = start + count;
  }

  /** Reads until the part is complete, and on to the end of the text if that is near. */
  async read(spans: AsyncIterable<Span>): Promise<void> {
    let countUntil = Number.POSITIVE_INFINITY;
    for await (const span of spans) {
      const length = lengthOf(span.text);
      this.#read.push({ ...span, at: this.#at, length });
      this.#at += length;
      if (this.#at >= this.#end) countUntil = Math.min(countUntil, performance.now() + COUNT_LIMIT);
      if (performance.now() > countUntil) return;
    }
    this.#isWhole = true;
  }

  /** What was collected so far. */
  get page(): Page {
    const spans = this.#read.filter(({ at, length }) => at < this.#end && at + length > this.#start);
    const text = spans.map((span) => this.#partOf(span)).join('');
    return { text, spans, read: this.#read, ...(this.#isWhole && { total: this.#at }) };
  }

  #partOf({ text, at }: PlacedSpan): string {
    const from = Math.max(0, this.#start - at);
    return slicePoints(text, from, this.#end - at - from);
  }
}
