import { type AxNode, type AxTree, isSameControl } from '../../model/element.ts';
import { EngineError } from '../../model/errors.ts';
import type { Scope } from '../adapters/adapter.ts';
import { withDeadline } from './deadline.ts';
import type { ListedWindow } from './desktop.ts';
import type { Known } from './elementTable.ts';
import { LIMITS } from './limits.ts';
import type { Session } from './session.ts';
import { expectNamed, listWindows, windowNamed } from './windowArgument.ts';

/** What a call is about: a window, and the control in it to start from. */
export interface Target {
  readonly window: ListedWindow;
  readonly within?: Known;
}

/** A target together with all windows that were open when it was named. */
export interface NamedTarget extends Target {
  readonly all: readonly ListedWindow[];
}

/** Resolves the arguments `window` and `within`; an element says its window itself. */
export async function targetOf(
  session: Session,
  args: { readonly window: string; readonly within?: number | undefined },
  signal: AbortSignal,
): Promise<NamedTarget> {
  if (args.within === undefined) {
    const all = await listWindows(session, args.window, signal);
    return { window: windowNamed(all, args.window), all };
  }
  const within = session.shared.elements.get(args.within);
  const { windows } = await within.desktop.windows(session.leftOutFor(within.window), signal);
  const window = windows.find(({ info }) => info.handle === within.window);
  if (window === undefined) throw new EngineError('stale_element', { id: within.id, reason: 'its window has closed' });
  expectNamed(windows, args.window, window, within.id);
  await verify(within, signal);
  return { window, all: windows, within };
}

/** Reads the tree of a target. A hung application costs the call, at its limit. */
export async function capture(
  { window, within }: Target,
  scope: Omit<Scope, 'within' | 'maxNodes'>,
  signal: AbortSignal,
): Promise<AxTree> {
  const { desktop, info } = window;
  const whole: Scope = {
    ...scope,
    maxNodes: LIMITS.nodes,
    ...(within === undefined ? {} : { within: within.handle }),
  };
  const limit = scope.timeBudget + LIMITS.marginMs;
  return withDeadline(signal, limit, `Window ${window.id}`, (own) => desktop.trees.capture(info.handle, whole, own));
}

/** Whose control it is, for an answer that says that it does not respond. */
export function applicationOf({ id }: Known): string {
  return `The application of element ${id}`;
}

/** Reads a control anew. Fails with `stale_element` when it is gone or the id's native identity is another's now. */
export async function verify(known: Known, signal: AbortSignal): Promise<AxNode> {
  const node = await rereadOf(known, signal);
  if (!node) throw new EngineError('stale_element', { id: known.id });
  return node;
}

/** The control as it is now; undefined where it is gone, or its native identity is another control's. */
export async function rereadOf(known: Known, signal: AbortSignal): Promise<AxNode | undefined> {
  const [node] = await withDeadline(signal, LIMITS.rereadMs, applicationOf(known), (own) =>
    known.desktop.adapter.reread([known.handle], own),
  );
  return node && isSameControl(known, node) ? node : undefined;
}
