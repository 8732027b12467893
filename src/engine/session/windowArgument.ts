import { cutWithin } from '../../model/budget.ts';
import { EngineError } from '../../model/errors.ts';
import { fold } from '../../model/query.ts';
import { FENCE_CLOSE, FENCE_OPEN, harmless, quoted } from '../../model/text.ts';
import type { ListedWindow } from './desktop.ts';
import { LIMITS } from './limits.ts';
import type { Session } from './session.ts';

/** The windows of all desktops, in the order of the desktops, for a call that may name one. */
export async function listWindows(
  session: Session,
  window: string | undefined,
  signal: AbortSignal,
): Promise<readonly ListedWindow[]> {
  const leftOut = session.leftOutFor(window);
  const lists = await Promise.all(session.shared.desktops.map((desktop) => desktop.windows(leftOut, signal)));
  return lists.flatMap(({ windows }) => windows);
}

/**
 * The one window that `argument` names: `focused`, an id, `pid:1234`, or part of a title. Fails with `unknown_window`,
 * or with `ambiguous_window` and the candidates: never the first of several.
 */
export function windowNamed(windows: readonly ListedWindow[], argument: string): ListedWindow {
  if (argument === 'all') {
    throw new EngineError('invalid_argument', {
      problem: 'Only deskhand_find searches all windows.',
      next: 'Name one window: focused, an id of deskhand_windows, pid:N or part of a title.',
    });
  }
  const candidates = candidatesFor(windows, argument);
  const [first] = candidates;
  const shown = cutWithin(harmless(argument, 60), 60);
  if (first === undefined) throw new EngineError('unknown_window', windows.length === 0 ? {} : { window: shown });
  if (candidates.length === 1) return first;
  throw new EngineError('ambiguous_window', {
    window: shown,
    count: candidates.length,
    candidates: candidateList(candidates),
  });
}

/** Fails with `invalid_argument` where `argument` names other windows than that of the element that a call starts from. */
export function expectNamed(
  windows: readonly ListedWindow[],
  argument: string,
  own: ListedWindow,
  element: number,
): void {
  if (argument === 'focused' || argument === 'all') return;
  if (candidatesFor(windows, argument).includes(own)) return;
  throw new EngineError('invalid_argument', {
    problem: `Element ${element} is in window ${own.id}, and window='${cutWithin(harmless(argument, 60), 60)}' is not that one.`,
    next: 'Leave window out, or take an element of the window that you mean.',
  });
}

function candidatesFor(windows: readonly ListedWindow[], argument: string): readonly ListedWindow[] {
  if (argument === 'focused') return windows.slice(0, 1);
  const pid = /^pid:(\d+)$/.exec(argument)?.[1];
  if (pid !== undefined) return windows.filter(({ info }) => info.pid === Number(pid));
  if (/^([a-z]+:)?\d+$/.test(argument)) return windows.filter(({ id }) => id === argument);
  const wanted = fold(argument);
  return wanted === '' ? [] : windows.filter(({ info }) => fold(info.title).includes(wanted));
}

function candidateList(candidates: readonly ListedWindow[]): string {
  const shown = candidates.slice(0, LIMITS.candidates).map(({ id, info }) => `${id} ${quoted(shortTitle(info.title))}`);
  const more = candidates.length - shown.length;
  return `${FENCE_OPEN}${shown.join(', ')}${FENCE_CLOSE}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Short enough that the hostile titles of all candidates fit into the smallest budget. */
function shortTitle(title: string): string {
  return cutWithin(harmless(title, 50), 30);
}
