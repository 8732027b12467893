import { setTimeout as delay } from 'node:timers/promises';
import type { AxNode } from '../../model/element.ts';
import type { Effect } from '../../model/receipt.ts';
import type { Attempt } from './attempt.ts';
import { pauseAfter } from './limits.ts';

/** What taking a rung came to. */
export interface Verdict {
  readonly effect: Effect;
  readonly after?: string | undefined;
  readonly detail?: string;
}

const UNREADABLE: Verdict = { effect: 'unverified', detail: 'it cannot be read back' };
const UNSEEN: Verdict = { effect: 'unverified', detail: 'nothing in its window changed but what does so by itself' };

/** Looks at the control until it is as it was asked to be, or the toolkit has had its time. */
export async function settled(attempt: Attempt): Promise<Verdict> {
  const { lag, signal, reread } = attempt.hands;
  const end = performance.now() + lag;
  for (let look = 0; ; look++) {
    const node = await reread();
    const verdict = node ? await verdictOn(node, attempt, performance.now() >= end) : await goneVerdict(attempt);
    if (verdict) return verdict;
    await delay(pauseAfter(look), undefined, { signal });
  }
}

/** What the control shows; undefined while it may still change. */
async function verdictOn(
  node: AxNode,
  { ladder: { check }, wish, before, hands }: Attempt,
  isLast: boolean,
): Promise<Verdict | undefined> {
  const after = check.shown(node);
  if (check.byChange) {
    if (await hands.hasChanged()) return { effect: 'confirmed' };
    return isLast ? UNSEEN : undefined;
  }
  const holds = check.holds(node, wish, before);
  if (holds === undefined) return UNREADABLE;
  if (holds) return { effect: 'confirmed', after };
  // Untouched, or something else than was asked.
  return isLast ? { effect: check.shown(before) === after ? 'no_effect' : 'failed', after } : undefined;
}

async function goneVerdict({ hands }: Attempt): Promise<Verdict> {
  return { effect: (await hands.hasChanged()) ? 'confirmed' : 'unverified', detail: 'the control is gone' };
}
