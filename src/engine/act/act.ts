import { setTimeout as delay } from 'node:timers/promises';
import { difference, type Shown } from '../../model/diff.ts';
import { describeError, EngineError } from '../../model/errors.ts';
import type { Action, Attempted, Batch, FailedStep, Receipt } from '../../model/receipt.ts';
import { isConfirmed } from '../../model/receipt.ts';
import { elementOf } from '../../model/view.ts';
import { applicationOf, rereadOf, verify } from '../session/capture.ts';
import { withDeadline } from '../session/deadline.ts';
import type { Known } from '../session/elementTable.ts';
import type { Session } from '../session/session.ts';
import type { Hands } from './attempt.ts';
import { climb } from './climb.ts';
import { LADDERS, TAKES_VALUE } from './ladders.ts';
import { lagOf, PERFORM_MS, QUIET_MS } from './limits.ts';
import { WindowWatch } from './windowWatch.ts';

/** One step as a client asks for it. */
interface Step {
  readonly action: Action;
  readonly id: number;
  readonly value?: string | number | undefined;
}

export interface ActArguments {
  readonly steps: readonly Step[];
  readonly stop_on_error: boolean;
  /** Milliseconds that a window gets at most to come to rest after a step. */
  readonly settle_ms: number;
}

/** A step whose control is known. */
interface Prepared extends Step {
  readonly number: number;
  readonly known: Known;
}

/**
 * Does steps one after the other. Ids and arguments of all of them are checked before the first: fails with
 * `unknown_element` or `invalid_argument`. What goes wrong later is told in the receipt of its step.
 * `note` is told of each step as it ends, also of one that ends with the call.
 */
export async function act(
  session: Session,
  args: ActArguments,
  signal: AbortSignal,
  note: (receipt: Receipt | FailedStep) => void,
): Promise<Batch> {
  const steps = args.steps.map((step, index) => prepared(session, step, index + 1));
  const receipts: (Receipt | FailedStep)[] = [];
  for (const step of steps) {
    const receipt = await receiptOf(session, step, args, signal).catch((error: unknown) => {
      note(brokenOff(step, signal));
      throw error;
    });
    receipts.push(receipt);
    note(receipt);
    if (args.stop_on_error && !isConfirmed(receipt)) break;
  }
  return { receipts, left: steps.length - receipts.length };
}

function prepared(session: Session, step: Step, number: number): Prepared {
  const wanted = TAKES_VALUE[step.action];
  const hasValue = step.value !== undefined;
  if (wanted === 'required' && !hasValue) throw invalid(number, `${step.action} needs a value.`);
  if (wanted === 'none' && hasValue) throw invalid(number, `${step.action} takes no value.`);
  if (step.action === 'set_number' && !Number.isFinite(Number(step.value))) {
    throw invalid(number, 'set_number needs a number.');
  }
  if (step.action === 'toggle' && hasValue && step.value !== 'on' && step.value !== 'off') {
    throw invalid(number, 'toggle takes on or off, or no value.');
  }
  return { ...step, number, known: session.shared.elements.get(step.id) };
}

function invalid(number: number, problem: string): EngineError {
  const next = 'Nothing was done. Correct the step and call again.';
  return new EngineError('invalid_argument', { problem: `Step ${number}: ${problem}`, next });
}

async function receiptOf(
  session: Session,
  step: Prepared,
  args: ActArguments,
  signal: AbortSignal,
): Promise<Receipt | FailedStep> {
  try {
    return await run(session, step, args.settle_ms, signal);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { number, action, id } = step;
    return { step: number, action, id, error: describeError(error.code, { id, ...error.detail }) };
  }
}

/** Nothing is known of a step whose call was cancelled, or met a defect of ours. */
function brokenOff({ number, action, id }: Prepared, { aborted }: AbortSignal): FailedStep {
  const error = aborted ? 'cancelled: it may have been done' : 'internal: it may have been done';
  return { step: number, action, id, error };
}

async function run(session: Session, step: Prepared, settle: number, signal: AbortSignal): Promise<Receipt> {
  const began = performance.now();
  const { known, action, number } = step;
  const watch = await WindowWatch.start(session, known.desktop, known.window, signal);
  await session.shared.policy.expectAllowed(watch.info, session.hosts);
  const before = await verify(known, signal);
  const attempted = before.disabled
    ? DISABLED
    : await climb({
        ladder: LADDERS[action],
        wish: { value: textOf(step.value) },
        before,
        hands: handsFor(known, watch, signal),
      });
  if (attempted.rung !== undefined && attempted.effect !== 'unverified') await rest(watch, settle, signal);
  return {
    ...attempted,
    step: number,
    action,
    element: elementOf({ ...before, name: watch.nameOf(before.handle) ?? before.name }, known.id),
    changes: await watch.changes(signal),
    milliseconds: Math.round(performance.now() - began),
  };
}

const DISABLED: Attempted = { effect: 'refused', skipped: [], detail: 'the control is disabled' };

function textOf(value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

function handsFor(known: Known, watch: WindowWatch, signal: AbortSignal): Hands {
  const { adapter } = known.desktop;
  return {
    perform: (call) =>
      withDeadline(signal, PERFORM_MS, applicationOf(known), (own) => adapter.perform(known.handle, call, own)),
    reread: () => rereadOf(known, signal),
    hasChanged: () => watch.hasChanged(signal),
    lag: lagOf(watch.toolkit),
    signal,
  };
}

/** Waits until two looks at the window show the same, or the limit. */
async function rest(watch: WindowWatch, limit: number, signal: AbortSignal): Promise<void> {
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
