import { setTimeout as delay } from 'node:timers/promises';
import type { Rect, WindowInfo } from '../../model/element.ts';
import { EngineError } from '../../model/errors.ts';
import type { Effect } from '../../model/receipt.ts';
import type { Placement, WindowAction, WindowChange, WindowReceipt } from '../../model/windowChange.ts';
import { withDeadline } from '../session/deadline.ts';
import { type ListedWindow, missingIn } from '../session/desktop.ts';
import type { Session } from '../session/session.ts';
import { listWindows, windowNamed } from '../session/windowArgument.ts';
import { PERFORM_MS, pauseAfter, WINDOW_MS } from './limits.ts';

export interface WindowArguments extends Placement {
  readonly window: string;
  readonly action: WindowAction;
}

/** Pixels by which a window may miss its place: window managers keep to whole steps. */
const NEAR = 2;

/** Changes a window and asks the window system what became of it. Fails like every call that names a window. */
export async function changeWindow(
  session: Session,
  args: WindowArguments,
  signal: AbortSignal,
): Promise<WindowReceipt> {
  const began = performance.now();
  const change = changeOf(args);
  const all = await listWindows(session, args.window, signal);
  const window = windowNamed(all, args.window);
  await session.shared.policy.expectAllowed(window.info, session.hosts);
  const verdict = await verdictOn(session, window, change, args, signal);
  const now = await listWindows(session, args.window, signal);
  const after = now.find(({ id }) => id === window.id);
  return {
    action: args.action,
    ...verdict,
    window: window.desktop.view(window),
    before: shown(window.info, args.action),
    after: after ? shown(after.info, args.action) : 'closed',
    opened: missingIn(all, now).map((other) => other.desktop.view(other)),
    milliseconds: Math.round(performance.now() - began),
  };
}

/** The request; undefined for what only the user's foreground gives. */
function changeOf({ action, x, y, width, height }: WindowArguments): WindowChange | undefined {
  const place = { x, y, width, height };
  const isPlaced = Object.values(place).some((value) => value !== undefined);
  if (action === 'move' && !isPlaced) throw invalid('move needs x, y, width or height.');
  if (action !== 'move' && isPlaced) throw invalid(`${action} takes no place.`);
  if (action === 'move') return { change: 'move', ...place };
  return action === 'activate' ? undefined : { change: action };
}

function invalid(problem: string): EngineError {
  return new EngineError('invalid_argument', { problem });
}

type Verdict = Pick<WindowReceipt, 'effect' | 'detail'>;

async function verdictOn(
  session: Session,
  window: ListedWindow,
  change: WindowChange | undefined,
  args: WindowArguments,
  signal: AbortSignal,
): Promise<Verdict> {
  const intrusion = intrusionOf(window.info, change);
  if (!change || intrusion !== undefined)
    return { effect: 'needs_foreground', ...(intrusion && { detail: intrusion }) };
  if (isDone(window.info, change)) return { effect: 'confirmed', detail: 'nothing had to be done' };
  const { desktop, info } = window;
  const outcome = await withDeadline(signal, PERFORM_MS, `Window ${window.id}`, (own) =>
    desktop.adapter.changeWindow(info.handle, change, own),
  );
  if (outcome.kind !== 'done') return { effect: 'refused', detail: outcome.reason };
  return { effect: await settledEffect(session, window, change, args, signal) };
}

/** Why a request would take the focus from what the user has, or give it to the window. */
function intrusionOf({ focused, state }: WindowInfo, change: WindowChange | undefined): string | undefined {
  if (!change) return 'it would take the focus, which is left to the user';
  if (change.change === 'minimize' && focused) return 'the window has the focus, which would go to another one';
  if (change.change === 'restore' && state === 'minimized') return 'a window that is restored takes the focus';
  return undefined;
}

/** Asks until the window is as it was asked to be, or the window manager has had its time. */
async function settledEffect(
  session: Session,
  { id, info }: ListedWindow,
  change: WindowChange,
  { window, action }: WindowArguments,
  signal: AbortSignal,
): Promise<Effect> {
  const end = performance.now() + WINDOW_MS;
  for (let look = 0; ; look++) {
    const now = (await listWindows(session, window, signal)).find((one) => one.id === id);
    if (now ? isDone(now.info, change) : change.change === 'close') return 'confirmed';
    if (performance.now() >= end) {
      return now && shown(now.info, action) === shown(info, action) ? unmoved(change) : 'failed';
    }
    await delay(pauseAfter(look), undefined, { signal });
  }
}

/** A window that stays open may be asking whether to save. */
function unmoved({ change }: WindowChange): Effect {
  return change === 'close' ? 'unverified' : 'no_effect';
}

function isDone({ state, rect }: WindowInfo, change: WindowChange): boolean {
  switch (change.change) {
    case 'minimize':
      return state === 'minimized';
    case 'maximize':
      return state === 'maximized';
    case 'restore':
      return state === 'normal';
    case 'move':
      return rect !== undefined && isAt(rect, change);
    case 'close':
      return false;
  }
}

function isAt([left, top, wide, high]: Rect, { x, y, width, height }: Placement): boolean {
  const sides = [
    [left, x],
    [top, y],
    [wide, width],
    [high, height],
  ] as const;
  return sides.every(([is, wanted]) => wanted === undefined || Math.abs(is - wanted) <= NEAR);
}

/** What is verified of a window. */
function shown({ state, rect, focused }: WindowInfo, action: WindowAction): string {
  if (action === 'move') return rect ? `at ${rect.join(',')}` : 'at an unknown place';
  if (action === 'activate') return focused ? 'focused' : 'not focused';
  return action === 'close' ? 'open' : state;
}
