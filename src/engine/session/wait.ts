import { setTimeout as delay } from 'node:timers/promises';
import { type AxNode, type AxTree, isSameControl } from '../../model/element.ts';
import { EngineError } from '../../model/errors.ts';
import { hidesControls, noteSentence } from '../../model/notes.ts';
import { nearest } from '../../model/query.ts';
import type { Waited, Woken } from '../../model/renderWait.ts';
import { elementOf } from '../../model/view.ts';
import { type Condition, concerned, holds, STATES, stateOf } from '../../model/waiting.ts';
import { capture, rereadOf, targetOf } from './capture.ts';
import type { ListedWindow } from './desktop.ts';
import type { Known } from './elementTable.ts';
import { LIMITS } from './limits.ts';
import { notesOnOpen } from './openAbove.ts';
import type { Session } from './session.ts';
import { listWindows } from './windowArgument.ts';

export interface WaitArguments extends Condition {
  readonly window: string;
  readonly id?: number | undefined;
  readonly timeout_ms: number;
}

/** What one look showed. */
interface Look {
  readonly holds: boolean;
  readonly window?: ListedWindow;
  readonly all: readonly ListedWindow[];
  readonly tree?: AxTree;
  readonly about: readonly AxNode[];
  /** Why nothing could be seen. */
  readonly problem?: string;
  /** Waiting longer cannot help. */
  readonly isFinal?: boolean;
}

/** Controls that an answer shows. */
const SHOWN = 12;
const NEAREST = 3;

/**
 * Waits until a condition holds, or for `timeout_ms`. The end of the time is an answer that says what there is. Fails with
 * `invalid_argument` and, at once, with `unknown_element`.
 */
export async function wait(session: Session, args: WaitArguments, signal: AbortSignal): Promise<Waited> {
  check(args);
  const known = args.id === undefined ? undefined : session.shared.elements.get(args.id);
  const began = performance.now();
  const end = began + args.timeout_ms;
  let woken: Woken = 'at once';
  for (let looks = 1; ; looks++) {
    const start = performance.now();
    const look = await (known ? lookAt(session, known, args, signal) : lookFor(session, args, signal));
    const left = end - performance.now();
    if (look.holds || look.isFinal || left <= 0) {
      return answerOf(session, args, look, { woken, looks, milliseconds: Math.round(performance.now() - began) });
    }
    woken = await pause(look, pausesAfter(performance.now() - start, left), signal);
  }
}

/** Milliseconds until the next look at most, and at least. */
interface Pauses {
  readonly most: number;
  readonly least: number;
}

/** Looking takes a third of an application's time at most, however often it tells of changes. */
function pausesAfter(cost: number, left: number): Pauses {
  const least = 2 * cost;
  return { least: Math.min(left, least), most: Math.min(left, Math.max(LIMITS.waitPauseMs, least)) };
}

/** Waits for an event of the window, which not every change has, or for the time of the next look. */
async function pause({ window, tree }: Look, { most, least }: Pauses, signal: AbortSignal): Promise<Woken> {
  const start = performance.now();
  const { adapter } = window?.desktop ?? {};
  const isEvent =
    adapter !== undefined &&
    tree?.version !== undefined &&
    (await adapter.changed(tree.version, Math.ceil(most), signal));
  const rest = (isEvent ? least : most) - (performance.now() - start);
  if (rest > 0) await delay(rest, undefined, { signal });
  return isEvent ? 'event' : 'look';
}

/** Looks for what a query matches in the window that is named, which need not be open yet. */
async function lookFor(session: Session, args: WaitArguments, signal: AbortSignal): Promise<Look> {
  try {
    const { window, all } = await targetOf(session, { window: args.window }, signal);
    return await lookIn(window, all, (tree) => concerned(tree.nodes, args), args, signal);
  } catch (error) {
    if (!(error instanceof EngineError) || !PASSING.has(error.code)) throw error;
    const isGone = args.for === 'gone' && error.code !== 'not_responding';
    return { holds: isGone, all: [], about: [], problem: error.message };
  }
}

/** Conditions of the desktop that may pass: the window opens later, or its program answers again. */
const PASSING: ReadonlySet<string> = new Set([
  ...['unknown_window', 'application_exited', 'stale_element', 'not_responding', 'adapter_restarted'],
]);

const UNLISTED = 'Its window is not listed at the moment.';

/** Looks at one control, which does not come back once it is gone. */
async function lookAt(session: Session, known: Known, args: WaitArguments, signal: AbortSignal): Promise<Look> {
  const isOwn = (node: AxNode) => node.handle === known.handle && isSameControl(known, node);
  const gone: Look = { holds: args.for === 'gone', all: [], about: [], problem: 'The control is gone.', isFinal: true };
  try {
    const all = await listWindows(session, known.window, signal);
    const window = all.find(({ info, desktop }) => info.handle === known.window && desktop === known.desktop);
    // A window may be missing from one list because its program was busy.
    if (!window)
      return (await rereadOf(known, signal)) ? { ...gone, holds: false, problem: UNLISTED, isFinal: false } : gone;
    const look = await lookIn(window, all, (tree) => tree.nodes.filter(isOwn), args, signal);
    return look.about.length > 0 || args.for === 'appears'
      ? look
      : { ...gone, window, all, ...(look.tree && { tree: look.tree }) };
  } catch (error) {
    if (!(error instanceof EngineError) || !PASSING.has(error.code)) throw error;
    return error.code === 'not_responding' ? { holds: false, all: [], about: [], problem: error.message } : gone;
  }
}

async function lookIn(
  window: ListedWindow,
  all: readonly ListedWindow[],
  choose: (tree: AxTree) => AxNode[],
  args: WaitArguments,
  signal: AbortSignal,
): Promise<Look> {
  const scope = { includeOffscreen: false, rows: Number.MAX_SAFE_INTEGER, timeBudget: LIMITS.captureMs };
  const tree = await capture({ window }, scope, signal);
  const about = choose(tree);
  // What was not read to its end may hold what is said to be gone.
  const isWhole = tree.cuts.every(({ reason }) => reason !== 'time') && !tree.notes.some(hidesControls);
  return { holds: holds(args, about) && (args.for !== 'gone' || isWhole), window, all, tree, about };
}

function answerOf(
  session: Session,
  args: WaitArguments,
  { holds: held, window, all, tree, about, problem }: Look,
  how: Pick<Waited, 'woken' | 'looks' | 'milliseconds'>,
): Waited {
  const listed = (nodes: readonly AxNode[]) =>
    window ? nodes.map((node) => elementOf(node, session.idOf(window.desktop, window.info.handle, node))) : [];
  const near = about.length === 0 && !held && tree ? nearest(tree.nodes, args.query ?? args.value ?? '', NEAREST) : [];
  return {
    ...how,
    condition: args.for,
    held,
    total: about.length,
    elements: listed(about.slice(0, SHOWN)),
    nearest: listed(near.flatMap(({ index }) => tree?.nodes[index] ?? [])),
    ...(window && { window: window.desktop.view(window) }),
    ...(problem !== undefined && { problem }),
    notes: [
      ...(tree?.notes.filter(hidesControls).map(noteSentence) ?? []),
      ...(window ? notesOnOpen(window, all).map(noteSentence) : []),
    ],
  };
}

/** Fails with `invalid_argument` where the arguments do not fit the condition. */
function check({ for: kind, query, id, value, count }: WaitArguments): void {
  const needsTarget = kind !== 'text' && query === undefined && id === undefined;
  if (needsTarget) throw invalid(`for=${kind} needs a query or an id.`);
  if (query !== undefined && id !== undefined) throw invalid('A query and an id exclude each other.');
  if (kind === 'count' && (count === undefined || query === undefined))
    throw invalid('for=count needs a query and count.');
  if (['state', 'value', 'text'].includes(kind) && value === undefined) throw invalid(`for=${kind} needs a value.`);
  const known: readonly string[] = STATES;
  if (kind === 'state' && !known.includes(stateOf(value).state)) {
    throw new EngineError('invalid_argument', {
      problem: 'value is not a state.',
      next: `Use one of ${STATES.join(', ')}, or 'not' and one of them.`,
    });
  }
}

function invalid(problem: string): EngineError {
  return new EngineError('invalid_argument', { problem });
}
