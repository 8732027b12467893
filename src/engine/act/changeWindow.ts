import { setTimeout as delay } from 'node:timers/promises';
import type { Rect, WindowInfo } from '../../model/element.ts';
import { EngineError } from '../../model/errors.ts';
import { refused } from '../../model/patternCall.ts';
import type { Effect } from '../../model/receipt.ts';
import type { Placement, WindowAction, WindowChange, WindowReceipt } from '../../model/windowChange.ts';
import type { ForegroundAdapter } from '../adapters/foregroundAdapter.ts';
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

/** A request about a window, and what it may take. */
interface Request {
  readonly session: Session;
  readonly window: ListedWindow;
  readonly args: WindowArguments;
  /** Undefined for what only the foreground gives. */
  readonly change: WindowChange | undefined;
  /** Absent where the user does not allow it. */
  readonly foreground: ForegroundAdapter | undefined;
}

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
  const { policy } = session.shared;
  await policy.expectAllowed(window.info, session);
  const input = await policy.inputFor(session.input);
  const foreground = input === 'background' ? undefined : window.desktop.foreground?.get();
  const verdict = await verdictOn({ session, window, args, change, foreground }, signal);
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

async function verdictOn(request: Request, signal: AbortSignal): Promise<Verdict> {
  const { window, change, foreground } = request;
  const { desktop, info } = window;
  if (isDone(info, change)) return { effect: 'confirmed', detail: 'nothing had to be done' };
  const intrusion = intrusionOf(info, change);
  if (intrusion !== undefined && !foreground) return { effect: 'needs_foreground', detail: intrusion };
  // Window managers show a minimized window again when it is activated.
  const isActivation = !change || (change.change === 'restore' && info.state === 'minimized');
  const outcome = await withDeadline(signal, PERFORM_MS, `Window ${window.id}`, async (own) => {
    if (!isActivation) return desktop.adapter.changeWindow(info.handle, change, own);
    return foreground?.activate(info.handle, own) ?? refused('this desktop takes no input');
  });
  if (outcome.kind !== 'done') return { effect: 'refused', detail: outcome.reason };
  return { effect: await settledEffect(request, signal) };
}

/** Why a request would take the focus from what the user has, or give it to the window. */
function intrusionOf({ focused, state }: WindowInfo, change: WindowChange | undefined): string | undefined {
  if (!change) return 'it would take the focus, which is left to the user';
  if (change.change === 'minimize' && focused) return 'the window has the focus, which would go to another one';
  if (change.change === 'restore' && state === 'minimized') return 'a window that is restored takes the focus';
  return undefined;
}

/** Asks until the window is as it was asked to be, or the window manager has had its time. */
async function settledEffect({ session, window, args, change }: Request, signal: AbortSignal): Promise<Effect> {
  const end = performance.now() + WINDOW_MS;
  for (let look = 0; ; look++) {
    const now = (await listWindows(session, args.window, signal)).find((one) => one.id === window.id);
    if (now ? isDone(now.info, change) : change?.change === 'close') return 'confirmed';
    if (performance.now() >= end) {
      return now && shown(now.info, args.action) === shown(window.info, args.action) ? unmoved(change) : 'failed';
    }
    await delay(pauseAfter(look), undefined, { signal });
  }
}

/** A window that stays open may be asking whether to save. */
function unmoved(change: WindowChange | undefined): Effect {
  return change?.change === 'close' ? 'unverified' : 'no_effect';
}

function isDone({ state, rect, focused }: WindowInfo, change: WindowChange | undefined): boolean {
  switch (change?.change) {
    case undefined:
      return focused === true;
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
