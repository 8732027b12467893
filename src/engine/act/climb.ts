import { EngineError, type ErrorCode } from '../../model/errors.ts';
import { foreground, type Outcome, refused } from '../../model/patternCall.ts';
import type { Attempted, SkippedRung } from '../../model/receipt.ts';
import type { Attempt } from './attempt.ts';
import type { Ladder, Rung } from './rung.ts';
import { settled, type Verdict } from './settle.ts';
import type { Wish } from './wish.ts';

/** Why a way is closed in the background. */
export const TAKEN = {
  focus: 'it would take the focus, which is left to the user',
  keys: 'it would take the focus and press keys, which are left to the user',
  pointer: 'it would take the pointer, which is left to the user',
} as const;

/** Errors after which a call may have been done all the same: a modal dialog that it opened answers when it is closed. */
const SILENT: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['not_responding', 'timeout']);

/**
 * Takes the rungs of a ladder until one did what was asked. The only place that tries a second way, and it never does so
 * after one that may have had an effect, unless doing it twice is the same as doing it once.
 */
export async function climb(attempt: Attempt): Promise<Attempted> {
  const { ladder, wish, before, text } = attempt;
  const shown = text ? ladder.check.text?.shown(text) : ladder.check.shown(before);
  const was = shown === undefined ? {} : { before: shown };
  const refusal = ladder.refuse?.(before, wish);
  if (refusal !== undefined) return { effect: 'refused', skipped: [], detail: refusal, ...was };
  const done = ladder.done?.(before, wish);
  if (done !== undefined) return { effect: 'confirmed', skipped: [], detail: done, ...was };
  const isRepeatable = isIdempotent(ladder, wish);
  const isSo = text ? ladder.check.text?.holds(text, wish, text) : ladder.check.holds(before, wish, before);
  if (isRepeatable && isSo === true) {
    return { effect: 'confirmed', skipped: [], detail: 'nothing had to be done', ...was };
  }
  return { ...(await takeRungs(attempt, isRepeatable)), ...was };
}

function isIdempotent({ idempotent }: Ladder, wish: Wish): boolean {
  return typeof idempotent === 'function' ? idempotent(wish) : idempotent;
}

async function takeRungs(attempt: Attempt, isRepeatable: boolean): Promise<Attempted> {
  const skipped: SkippedRung[] = [];
  let last: Attempted = { effect: 'refused', skipped };
  const rungs = inOrder(attempt).filter(({ suits }) => suits?.(attempt.before, attempt.wish) ?? true);
  for (const rung of rungs) {
    const outcome = await outcomeOf(rung, attempt);
    if (isTried(outcome)) {
      last = attemptedBy(rung, outcome, skipped);
      if (outcome.effect !== 'no_effect' || !isRepeatable) return last;
    } else last = passedBy(last, outcome, skipped);
    skipped.push({ rung: rung.name, reason: reasonOf(outcome, attempt.hands.lag) });
    if (outcome.isFinal) return last;
  }
  return last;
}

function isTried({ effect }: Verdict): boolean {
  return effect !== 'refused' && effect !== 'needs_foreground';
}

/** A way that had no effect says more than one that is closed, and one that is left to the user more than none. */
function passedBy(last: Attempted, { effect }: Verdict, skipped: readonly SkippedRung[]): Attempted {
  return last.rung === undefined && last.effect === 'refused' ? { effect, skipped } : last;
}

function reasonOf(outcome: Verdict, lag: number): string {
  return isTried(outcome) ? `accepted, but nothing changed within ${lag} ms` : (outcome.detail ?? '');
}

function attemptedBy({ name }: Rung, { effect, detail, after }: Verdict, skipped: readonly SkippedRung[]): Attempted {
  return { effect, rung: name, skipped, ...(detail && { detail }), ...(after !== undefined && { after }) };
}

/** A person works with the pointer and the keys first. */
function inOrder({ ladder: { rungs }, hands }: Attempt): readonly Rung[] {
  if (hands.input !== 'foreground') return rungs;
  return rungs.toSorted((a, b) => Number(a.needs === undefined) - Number(b.needs === undefined));
}

/** What taking one rung comes to. */
async function outcomeOf(rung: Rung, attempt: Attempt): Promise<Verdict & { readonly isFinal?: boolean }> {
  const closed = rung.unless?.(attempt.before, attempt.wish);
  if (closed !== undefined) return { effect: 'refused', detail: closed };
  try {
    const outcome = await taken(rung, attempt);
    if (outcome.kind === 'done') return await settled(attempt);
    if (outcome.kind === 'foreground') return { effect: 'needs_foreground', detail: outcome.reason };
    return { effect: 'refused', detail: outcome.reason, isFinal: outcome.kind === 'impossible' };
  } catch (error) {
    if (!(error instanceof EngineError) || !SILENT.has(error.code)) throw error;
    return silentVerdict(attempt, error);
  }
}

/** What did not answer may have done it: where doing it is to be in a state, that state tells. */
async function silentVerdict(attempt: Attempt, { message: detail }: EngineError): Promise<Verdict> {
  if (!isIdempotent(attempt.ladder, attempt.wish)) return { effect: 'unverified', detail };
  const seen = await settled(attempt);
  return seen.effect === 'confirmed' ? { ...seen, detail } : { effect: 'unverified', detail };
}

/** The one native call, or the one gesture, of a rung. */
async function taken(rung: Rung, { wish, before, hands }: Attempt): Promise<Outcome> {
  if (!rung.needs) return hands.perform(rung.attempt(before, wish));
  const { foreground: own } = hands;
  if (!own)
    return hands.input === 'background' ? foreground(TAKEN[rung.needs]) : refused('this desktop takes no input');
  if (rung.needs === 'focus') return own.focus();
  if (rung.needs === 'keys') return own.keys(rung.steps(wish, before));
  return own.pointer(wish, (at, to) => rung.steps(at, wish, to));
}
