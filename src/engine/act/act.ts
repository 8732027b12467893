import type { AxNode } from '../../model/element.ts';
import { describeError, EngineError } from '../../model/errors.ts';
import type { InputPolicy } from '../../model/inputPolicy.ts';
import type { Attempted, Batch, FailedStep, Receipt } from '../../model/receipt.ts';
import { isConfirmed } from '../../model/receipt.ts';
import { elementOf } from '../../model/view.ts';
import { applicationOf, rereadOf, verify } from '../session/capture.ts';
import { withDeadline } from '../session/deadline.ts';
import type { Known } from '../session/elementTable.ts';
import type { Session } from '../session/session.ts';
import { atPoint } from './atPoint.ts';
import type { Hands } from './attempt.ts';
import { climb } from './climb.ts';
import { foregroundHands } from './foregroundHands.ts';
import { LADDERS } from './ladders.ts';
import { lagOf, PERFORM_MS } from './limits.ts';
import { barOf } from './scrollStep.ts';
import { cameToRest } from './settle.ts';
import { type Prepared, prepared, type Step } from './steps.ts';
import { onText, readWhole } from './textStep.ts';
import { WindowWatch } from './windowWatch.ts';

export interface ActArguments {
  readonly steps: readonly Step[];
  readonly stop_on_error: boolean;
  /** Milliseconds that a window gets at most to come to rest after a step. */
  readonly settle_ms: number;
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
    const { number, action, target } = step;
    const id = idOf(target);
    return { step: number, action, ...id, error: describeError(error.code, { ...id, ...error.detail }) };
  }
}

function idOf(target: Prepared['target']): { readonly id?: number } {
  return 'handle' in target ? { id: target.id } : {};
}

/** Nothing is known of a step whose call was cancelled, or met a defect of ours. */
function brokenOff({ number, action, target }: Prepared, { aborted }: AbortSignal): FailedStep {
  const error = aborted ? 'cancelled: it may have been done' : 'internal: it may have been done';
  return { step: number, action, ...idOf(target), error };
}

async function run(session: Session, step: Prepared, settle: number, signal: AbortSignal): Promise<Receipt> {
  const known = 'handle' in step.target ? step.target : await atPoint(session, step.target, signal);
  return known.desktop.turns.run(known.window, () => runOn(session, step, known, settle, signal), signal);
}

async function runOn(
  session: Session,
  step: Prepared,
  known: Known,
  settle: number,
  signal: AbortSignal,
): Promise<Receipt> {
  const began = performance.now();
  const { action, number } = step;
  const { policy } = session.shared;
  const watch = await WindowWatch.start(session, known.desktop, known.window, signal);
  await policy.expectAllowed(watch.info, session);
  const [before, input] = await Promise.all([verify(known, signal), policy.inputFor(session.input)]);
  const bar = step.action === 'scroll' ? await barOf(session, watch.window, known, step.wish.value, signal) : undefined;
  const hands = handsFor({ session, known, called: bar?.known ?? known, watch, input, signal });
  const attempted = before.disabled
    ? refusedFor('the control is disabled')
    : await attempt(step, known, bar?.node ?? before, hands);
  if (attempted.rung !== undefined && attempted.effect !== 'unverified') await cameToRest(watch, settle, signal);
  return {
    ...attempted,
    step: number,
    action,
    element: elementOf({ ...before, name: watch.nameOf(before.handle) ?? before.name }, known.id),
    changes: await watch.changes(signal),
    milliseconds: Math.round(performance.now() - began),
  };
}

async function attempt(step: Prepared, known: Known, before: AxNode, hands: Hands): Promise<Attempted> {
  const { refusal, ...rest } = await onText(known, before, step, hands.signal);
  return refusal === undefined ? climb({ ladder: LADDERS[step.action], before, hands, ...rest }) : refusedFor(refusal);
}

function refusedFor(detail: string): Attempted {
  return { effect: 'refused', skipped: [], detail };
}

interface Reach {
  readonly session: Session;
  readonly known: Known;
  /** What accessible calls go to: the control, or the scroll bar that moves it. */
  readonly called: Known;
  readonly watch: WindowWatch;
  readonly input: InputPolicy;
  readonly signal: AbortSignal;
}

function handsFor({ session, known, called, watch, input, signal }: Reach): Hands {
  const { adapter, foreground } = known.desktop;
  const lag = lagOf(watch.toolkit);
  // What the user no longer allows is not kept ready either.
  if (input === 'background') void foreground?.end();
  return {
    perform: (call) =>
      withDeadline(signal, PERFORM_MS, applicationOf(called), (own) => adapter.perform(called.handle, call, own)),
    input,
    ...(input !== 'background' &&
      foreground && { foreground: foregroundHands({ session, known, adapter: foreground.get(), lag, signal }) }),
    reread: () => rereadOf(called, signal),
    readText: () => readWhole(known, signal),
    hasChanged: () => watch.hasChanged(signal),
    lag,
    signal,
  };
}
