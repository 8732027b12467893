import { EngineError, type ErrorCode } from '../../model/errors.ts';
import type { Attempted, SkippedRung } from '../../model/receipt.ts';
import type { Attempt } from './attempt.ts';
import type { Ladder, Rung } from './rung.ts';
import { settled, type Verdict } from './settle.ts';
import type { Wish } from './wish.ts';

/** Why a way is closed that takes something of the user's. */
const FOREGROUND = {
  focus: { effect: 'needs_foreground', detail: 'it would take the focus, which is left to the user' },
} as const satisfies Record<string, Verdict>;

/** Errors after which a call may have been done all the same: a modal dialog that it opened answers when it is closed. */
const SILENT: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['not_responding', 'timeout']);

/**
 * Takes the rungs of a ladder until one did what was asked. The only place that tries a second way, and it never does so
 * after one that may have had an effect, unless doing it twice is the same as doing it once.
 */
export async function climb(attempt: Attempt): Promise<Attempted> {
  const { ladder, wish, before } = attempt;
  const shown = ladder.check.shown(before);
  const was = shown === undefined ? {} : { before: shown };
  const refusal = ladder.refuse?.(before, wish);
  if (refusal !== undefined) return { effect: 'refused', skipped: [], detail: refusal, ...was };
  const isRepeatable = isIdempotent(ladder, wish);
  if (isRepeatable && ladder.check.holds(before, wish, before) === true) {
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
  const rungs = attempt.ladder.rungs.filter(({ suits }) => suits?.(attempt.before, attempt.wish) ?? true);
  for (const rung of rungs) {
    const { detail, after, effect } = await outcomeOf(rung, attempt);
    if (effect === 'refused' || effect === 'needs_foreground') {
      skipped.push({ rung: rung.name, reason: detail ?? '' });
      if (effect === 'needs_foreground') last = { effect, skipped };
      continue;
    }
    last = { effect, rung: rung.name, skipped, ...(detail && { detail }), ...(after !== undefined && { after }) };
    if (effect !== 'no_effect' || !isRepeatable) return last;
    skipped.push({ rung: rung.name, reason: `accepted, but nothing changed within ${attempt.hands.lag} ms` });
  }
  return last;
}

/** What taking one rung comes to. */
async function outcomeOf(rung: Rung, attempt: Attempt): Promise<Verdict> {
  const { wish, before, hands } = attempt;
  const closed = rung.unless(before, wish);
  if (closed !== undefined) return { effect: 'refused', detail: closed };
  if (rung.needs) return FOREGROUND[rung.needs];
  try {
    const outcome = await hands.perform(rung.attempt(before, wish));
    if (outcome.kind === 'done') return await settled(attempt);
    return { effect: outcome.kind === 'refused' ? 'refused' : 'needs_foreground', detail: outcome.reason };
  } catch (error) {
    if (!(error instanceof EngineError) || !SILENT.has(error.code)) throw error;
    return { effect: 'unverified', detail: error.message };
  }
}
