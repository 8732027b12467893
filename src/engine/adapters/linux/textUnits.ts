import type { Toolkit } from './toolkits.ts';

/** A pair of surrogates: one character that takes two units in UTF-16. */
const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

/** Whether the toolkit counts the characters of its texts in UTF-16 units; the others count code points. */
export function countsUtf16({ family }: Toolkit): boolean {
  return family === 'qt' || family === 'vcl';
}

/** Code points of the text. */
export function lengthOf(text: string): number {
  return text.length - (text.match(PAIR)?.length ?? 0);
}

/** Code points before a UTF-16 unit; one in the middle of a pair counts as the place before it. */
export function pointsBefore(text: string, unit: number): number {
  const half = PAIR_START.test(text.charAt(unit - 1)) && unit < text.length ? 1 : 0;
  return lengthOf(text.slice(0, unit - half));
}

const PAIR_START = /[\ud800-\udbff]/;

/** `count` code points from `start` on. */
export function slicePoints(text: string, start: number, count: number): string {
  if (lengthOf(text) === text.length) return text.slice(start, start + count);
  return Array.from(text)
    .slice(start, start + count)
    .join('');
}
