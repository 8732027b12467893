import { CONTROL_TYPES, controlTypeNamed } from '../../model/controlType.ts';
import type { AxTree } from '../../model/element.ts';
import { EngineError } from '../../model/errors.ts';
import { hidesControls, noteSentence } from '../../model/notes.ts';
import { PATTERN_QUERY_LABELS } from '../../model/pattern.ts';
import { cutSentences } from '../../model/placement.ts';
import { contains, EXACT, type Matcher, matches, nearest, type QueryField } from '../../model/query.ts';
import type { Found, FoundIn } from '../../model/renderFound.ts';
import { harmless, quoted } from '../../model/text.ts';
import { elementOf } from '../../model/view.ts';
import { capture, type NamedTarget, type Target, targetOf } from './capture.ts';
import { LIMITS } from './limits.ts';
import { notesOnOpen } from './openAbove.ts';
import { regexMatcher } from './regex.ts';
import type { Session } from './session.ts';
import { listWindows } from './windowArgument.ts';

export interface FindArguments {
  readonly query: string;
  readonly window: string;
  readonly by: QueryField;
  readonly match: 'contains' | 'regex';
  readonly within?: number | undefined;
  readonly include_offscreen: boolean;
  readonly limit: number;
}

/** Near misses that are offered when nothing matches. */
const NEAREST = 3;

interface Searched {
  readonly target: NamedTarget;
  readonly tree: AxTree;
  readonly hits: readonly { readonly index: number; readonly rank: number }[];
}

/** Controls at any depth that match a query, the best first. */
export async function find(session: Session, args: FindArguments, signal: AbortSignal): Promise<Found> {
  checkQuery(args);
  const matcher = args.match === 'regex' ? regexMatcher(args.query) : contains(args.query);
  const { searched, silent } = await searchAll(session, args, matcher, signal);
  const ranked = searched
    .flatMap(({ hits }, place) => hits.map((hit) => ({ ...hit, place })))
    .sort((a, b) => a.rank - b.rank || a.place - b.place || a.index - b.index);
  return {
    query: harmless(args.query, 60),
    by: args.by,
    total: ranked.length,
    exact: ranked.filter(({ rank }) => rank === EXACT).length,
    groups: groupsOf(session, searched, ranked.slice(0, args.limit)),
    nearest:
      ranked.length === 0 && args.match === 'contains' ? groupsOf(session, searched, nearMisses(searched, args)) : [],
    missing: capped([...searched.flatMap((one) => unsearched(session, one, searched.length > 1)), ...silent]),
    notes: isEverywhere(args) ? [] : searched.flatMap(({ target }) => notesOnOpen(target.window, target.all)),
    limit: args.limit,
    includeOffscreen: args.include_offscreen,
    everywhere: isEverywhere(args),
  };
}

/** Searches one target, or with `window=all` every window, each under a limit of its own. */
async function searchAll(
  session: Session,
  args: FindArguments,
  matcher: Matcher,
  signal: AbortSignal,
): Promise<{ searched: Searched[]; silent: string[] }> {
  if (!isEverywhere(args)) {
    const target = await targetOf(session, args, signal);
    return { searched: [await search(target, args, matcher, LIMITS.captureMs, signal)], silent: [] };
  }
  const all = await listWindows(session, undefined, signal);
  const targets = all.map((window) => ({ window, all }));
  const outcomes = await Promise.allSettled(
    targets.map((target) => search(target, args, matcher, LIMITS.captureOfManyMs, signal)),
  );
  signal.throwIfAborted();
  const searched = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const silent = outcomes.flatMap((outcome, index) =>
    outcome.status === 'rejected' ? [silence(targets[index], outcome.reason)] : [],
  );
  return { searched, silent };
}

function isEverywhere({ window, within }: FindArguments): boolean {
  return window === 'all' && within === undefined;
}

async function search(
  target: NamedTarget,
  args: FindArguments,
  matcher: Matcher,
  timeBudget: number,
  signal: AbortSignal,
): Promise<Searched> {
  const scope = { includeOffscreen: args.include_offscreen, rows: Number.MAX_SAFE_INTEGER, timeBudget };
  const tree = await capture(target, scope, signal);
  const hits = matches(tree.nodes, args.query, args.by, matcher);
  return { target, tree, hits: hits.filter(({ index }) => args.include_offscreen || !tree.nodes[index]?.offscreen) };
}

/** What of a window could not be searched, and why; with the window's id where there are several. */
function unsearched(session: Session, one: Searched, several: boolean): string[] {
  const { target, tree } = one;
  const reasons = [
    ...cutSentences(tree.cuts),
    ...unsearchedRows(session, one),
    ...tree.notes.filter(hidesControls).map(noteSentence),
  ];
  return reasons.map((reason) => (several ? `Window ${target.window.id}: ${reason}` : reason));
}

/** Rows that are not on the screen are not among the controls of a window. */
function unsearchedRows(session: Session, { target, tree }: Searched): string[] {
  const { desktop, info } = target.window;
  return tree.cuts.flatMap(({ reason, at, omitted }) => {
    const container = reason === 'rows' && at !== undefined ? tree.nodes[at] : undefined;
    if (!container) return [];
    const id = session.idOf(desktop, info.handle, container);
    return [`${omitted ?? 'An unknown number of'} rows were not searched: deskhand_read_table(id=${id}).`];
  });
}

/** Hundreds of silent windows would leave no room for what was found. */
function capped(reasons: readonly string[]): string[] {
  const more = reasons.length - LIMITS.reasons;
  return more <= 0 ? [...reasons] : [...reasons.slice(0, LIMITS.reasons), `… and ${more} more such windows.`];
}

/** Only a caller's own mistake ends the search of all windows; what one application does costs that one. */
function silence(target: Target | undefined, reason: unknown): string {
  if (!(reason instanceof EngineError) || reason.code === 'invalid_argument') throw reason;
  return `Window ${target?.window.id}: not searched, ${reason.code}.`;
}

function nearMisses(searched: readonly Searched[], { query }: FindArguments): { place: number; index: number }[] {
  return searched
    .flatMap(({ tree }, place) => nearest(tree.nodes, query, NEAREST).map((miss) => ({ ...miss, place })))
    .sort((a, b) => b.likeness - a.likeness || a.place - b.place)
    .slice(0, NEAREST);
}

/** The controls by window, windows in the order of their best match. */
function groupsOf(
  session: Session,
  searched: readonly Searched[],
  chosen: readonly { readonly place: number; readonly index: number }[],
): FoundIn[] {
  const groups = new Map<number, FoundIn['elements'][number][]>();
  for (const { place, index } of chosen) {
    const from = searched[place];
    const node = from?.tree.nodes[index];
    if (from === undefined || node === undefined) continue;
    const { desktop, info } = from.target.window;
    const element = elementOf(node, session.idOf(desktop, info.handle, node));
    groups.set(place, [...(groups.get(place) ?? []), element]);
  }
  return [...groups].flatMap(([place, elements]) => {
    const window = searched[place]?.target.window;
    return window === undefined ? [] : [{ window: window.desktop.view(window), elements }];
  });
}

function checkQuery({ query, by }: FindArguments): void {
  if (by === 'type' && controlTypeNamed(query) === undefined) {
    throw new EngineError('invalid_argument', {
      problem: `${quoted(harmless(query, 40))} is not a control type.`,
      next: `Use one of ${CONTROL_TYPES.join(', ')}.`,
    });
  }
  if (by === 'pattern' && !PATTERN_QUERY_LABELS.includes(query.trim().toLowerCase())) {
    throw new EngineError('invalid_argument', {
      problem: `${quoted(harmless(query, 40))} is not a pattern.`,
      next: `Use one of ${PATTERN_QUERY_LABELS.join(', ')}.`,
    });
  }
}
