import type { AxNode } from '../../model/element.ts';
import { rangeIn } from '../../model/textPlace.ts';
import type { TextSlice } from '../adapters/adapter.ts';
import { applicationOf } from '../session/capture.ts';
import { withDeadline } from '../session/deadline.ts';
import type { Known } from '../session/elementTable.ts';
import { LIMITS } from '../session/limits.ts';
import type { Prepared } from './steps.ts';
import type { Wish } from './wish.ts';

/** Characters of a text that are looked through. */
const LONGEST = 200_000;

/** A step with the text that it is about, or why it is about none. */
interface TextStep {
  readonly wish: Wish;
  readonly text?: TextSlice;
  readonly refusal?: string;
}

/** Finds where in its text a step is to be done; steps on no text are as they are. */
export async function onText(
  known: Known,
  before: AxNode,
  { place, wish }: Prepared,
  signal: AbortSignal,
): Promise<TextStep> {
  if (!place) return { wish };
  if (before.password) return { wish, refusal: 'its text is secret' };
  const text = await readWhole(known, signal);
  if (text.source !== 'Text') return { wish, refusal: 'it has no Text pattern' };
  const isWhole = !text.ended && (text.total === undefined || text.total <= LONGEST);
  if (!isWhole) return { wish, refusal: `only texts of at most ${LONGEST} characters are looked through` };
  const range = rangeIn(text.text, place);
  return typeof range === 'string' ? { wish, refusal: range } : { wish: { ...wish, range }, text };
}

/** The text of a control from its beginning. */
export function readWhole(known: Known, signal: AbortSignal): Promise<TextSlice> {
  return withDeadline(signal, LIMITS.textMs, applicationOf(known), (own) =>
    known.desktop.adapter.text(known.handle, { start: 0, count: LONGEST }, own),
  );
}
