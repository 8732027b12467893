import { setTimeout as delay } from 'node:timers/promises';
import type { AxNode } from '../../model/element.ts';
import { EngineError } from '../../model/errors.ts';
import type { Point } from '../../model/hitTest.ts';
import type { InputStep } from '../../model/inputStep.ts';
import { DONE, type Outcome, refused } from '../../model/patternCall.ts';
import type { ForegroundAdapter } from '../adapters/foregroundAdapter.ts';
import { rereadOf } from '../session/capture.ts';
import type { Known } from '../session/elementTable.ts';
import type { Session } from '../session/session.ts';
import { coverOf, middleOf } from './aim.ts';
import type { ForegroundHands } from './attempt.ts';
import { bringToFront } from './bringToFront.ts';
import { clicks } from './gestures.ts';
import { pauseAfter } from './limits.ts';
import type { Wish } from './wish.ts';

/** A control that is to be pointed at or typed into, and what that takes. */
export interface ForegroundTarget {
  readonly session: Session;
  readonly known: Known;
  readonly adapter: ForegroundAdapter;
  /** Milliseconds until the toolkit shows that a control has the focus. */
  readonly lag: number;
  readonly signal: AbortSignal;
}

/** There is one of it, and one focus, whatever the window. */
export const THE_POINTER = 'the pointer';

/** Controls that a click does nothing to but to give them the focus. */
const CLICKED_FOR_FOCUS: ReadonlySet<AxNode['type']> = new Set<AxNode['type']>([
  'Edit',
  'Document',
  'Spinner',
  'DataItem',
]);

/** Points at a control and types into it, as a person at the machine would. */
export function foregroundHands(target: ForegroundTarget): ForegroundHands {
  const { turns } = target.known.desktop;
  const inTurn = (act: () => Promise<Outcome>) => turns.run(THE_POINTER, act, target.signal);
  return {
    focus: () => inTurn(() => focus(target)),
    keys: (steps) => inTurn(() => keys(target, steps)),
    pointer: (wish, steps) => inTurn(() => pointer(target, wish, steps)),
  };
}

async function focus({ session, known, adapter, signal }: ForegroundTarget): Promise<Outcome> {
  await bringToFront({ session, desktop: known.desktop, handle: known.window, adapter }, signal);
  return adapter.focus(known.handle, signal);
}

async function keys(target: ForegroundTarget, steps: readonly InputStep[]): Promise<Outcome> {
  const { session, known, adapter, signal } = target;
  await bringToFront({ session, desktop: known.desktop, handle: known.window, adapter }, signal);
  if (!(await hasFocus(target, 0)) && !(await takesFocus(target))) return refused('it does not take the focus');
  return adapter.input(steps, signal);
}

/** Some toolkits take the focus only from the pointer, and some say that a control has it that has not. */
async function takesFocus(target: ForegroundTarget): Promise<boolean> {
  const { known, adapter, lag, signal } = target;
  const given = await adapter.focus(known.handle, signal);
  if (given.kind === 'done' && (await hasFocus(target, lag))) return true;
  if (!CLICKED_FOR_FOCUS.has(known.type)) return false;
  const clicked = await pointer(target, { value: undefined }, (at) => clicks(at));
  return clicked.kind === 'done' && hasFocus(target, lag);
}

/** Whether the control shows, within a time, that it has the focus. */
async function hasFocus({ known, signal }: ForegroundTarget, limit: number): Promise<boolean> {
  const end = performance.now() + limit;
  for (let look = 0; ; look++) {
    if ((await rereadOf(known, signal))?.focused) return true;
    if (performance.now() >= end) return false;
    await delay(pauseAfter(look), undefined, { signal });
  }
}

/** What covers the control is moved behind it; what still covers it then is told. */
async function pointer(
  { session, known, adapter, signal }: ForegroundTarget,
  wish: Wish,
  steps: (at: Point, to: Point) => readonly InputStep[],
): Promise<Outcome> {
  const at = wish.at ?? (await middleOf(session, known, signal));
  if ((await coverOf(session, known, at, signal)) !== undefined) {
    await bringToFront({ session, desktop: known.desktop, handle: known.window, adapter }, signal);
    const by = await coverOf(session, known, at, signal);
    if (by !== undefined) throw new EngineError('point_obstructed', { by });
  }
  const outcome = await adapter.input(steps(at, await destinationOf(session, wish, at, signal)), signal);
  return outcome.kind === 'done' ? DONE : outcome;
}

async function destinationOf(session: Session, { to }: Wish, at: Point, signal: AbortSignal): Promise<Point> {
  if (to === undefined) return at;
  if (!('handle' in to)) return to;
  const point = await middleOf(session, to, signal);
  const by = await coverOf(session, to, point, signal);
  if (by !== undefined) throw new EngineError('point_obstructed', { by });
  return point;
}
