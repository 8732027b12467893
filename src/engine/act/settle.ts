import { setTimeout as delay } from 'node:timers/promises';
import { difference, type Shown } from '../../model/diff.ts';
import type { AxNode } from '../../model/element.ts';
import type { Effect } from '../../model/receipt.ts';
import type { TextSlice } from '../adapters/adapter.ts';
import type { Attempt } from './attempt.ts';
import { pauseAfter, QUIET_MS } from './limits.ts';
import type { WindowWatch } from './windowWatch.ts';

/** What taking a rung came to. */
export interface Verdict {
  readonly effect: Effect;
  readonly after?: string | undefined;
  readonly detail?: string;
}

const UNREADABLE: Verdict = { effect: 'unverified', detail: 'it cannot be read back' };
const UNSEEN: Omit<Verdict, 'after'> = {
  effect: 'unverified',
  detail: 'nothing in its window changed but what does so by itself',
};

/** Looks at the control until it is as it was asked to be, or the toolkit has had its time. */
export async function settled(attempt: Attempt): Promise<Verdict> {
  const { lag, signal } = attempt.hands;
  const end = performance.now() + lag;
  for (let look = 0; ; look++) {
    const isLast = performance.now() >= end;
    const verdict = attempt.text
      ? await textVerdict(attempt, attempt.text, isLast)
      : await controlVerdict(attempt, isLast);
    if (verdict) return verdict;
    await delay(pauseAfter(look), undefined, { signal });
  }
}

async function controlVerdict(attempt: Attempt, isLast: boolean): Promise<Verdict | undefined> {
  const node = await attempt.hands.reread();
  return node ? verdictOn(node, attempt, isLast) : goneVerdict(attempt);
}

/** What the text shows; undefined while it may still change. */
async function textVerdict(attempt: Attempt, before: TextSlice, isLast: boolean): Promise<Verdict | undefined> {
  const { ladder, wish, hands } = attempt;
  const [check, now] = [ladder.check.text, await hands.readText()];
  if (!now || !check) return goneVerdict(attempt);
  const after = check.shown(now);
  if (check.holds(now, wish, before)) return { effect: 'confirmed', after };
  return isLast ? { effect: check.shown(before) === after ? 'no_effect' : 'failed', after } : undefined;
}

/** What the control shows; undefined while it may still change. */
async function verdictOn(
  node: AxNode,
  { ladder: { check }, wish, before, hands }: Attempt,
  isLast: boolean,
): Promise<Verdict | undefined> {
  const after = check.shown(node);
  if (check.byChange?.(before, wish)) {
    if (await hands.hasChanged()) return { effect: 'confirmed' };
    return isLast ? UNSEEN : undefined;
  }
  const holds = check.holds(node, wish, before);
  // A control that is being typed into may be without its value for a moment.
  const isNeverTold = check.holds(before, wish, before) === undefined;
  if (holds === undefined) return isNeverTold || isLast ? UNREADABLE : undefined;
  if (holds) return { effect: 'confirmed', after };
  // Untouched, or something else than was asked.
  return isLast ? { effect: check.shown(before) === after ? 'no_effect' : 'failed', after } : undefined;
}

async function goneVerdict({ hands }: Attempt): Promise<Verdict> {
  return { effect: (await hands.hasChanged()) ? 'confirmed' : 'unverified', detail: 'the control is gone' };
}

/** Looks until anything of the window, or which windows there are, has changed, or the toolkit has had its time. */
export async function changedWithin(
  watch: WindowWatch,
  lag: number,
  signal: AbortSignal,
): Promise<Omit<Verdict, 'after'>> {
  const end = performance.now() + lag;
  for (let look = 0; ; look++) {
    if (await watch.hasChanged(signal)) return { effect: 'confirmed' };
    if (performance.now() >= end) return UNSEEN;
    await delay(pauseAfter(look), undefined, { signal });
  }
}

/** Waits until two looks at the window show the same, or the limit. */
export async function cameToRest(watch: WindowWatch, limit: number, signal: AbortSignal): Promise<void> {
  const end = performance.now() + limit;
  let before = await watch.shown(signal);
  while (performance.now() < end) {
    await delay(Math.min(QUIET_MS, Math.max(0, end - performance.now())), undefined, { signal });
    const now = await watch.shown(signal);
    if (isSame(before, now)) return;
    before = now;
  }
}

function isSame(before: Shown | undefined, now: Shown | undefined): boolean {
  if (!before || !now) return before === now;
  const { added, changed, removed } = difference(before, now);
  return added.length + changed.length + removed.length === 0;
}
