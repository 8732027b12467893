import type { AxTree } from '../../model/element.ts';
import type { Filter } from '../../model/filter.ts';
import { hidesControls } from '../../model/notes.ts';
import { cutSentences, type Placed, placementOf } from '../../model/placement.ts';
import type { Observation } from '../../model/render.ts';
import type { Changes } from '../../model/renderChanges.ts';
import { ROWS_SHOWN } from '../../model/rows.ts';
import { type Entry, elementOf } from '../../model/view.ts';
import { capture, type Target, targetOf } from './capture.ts';
import { LIMITS } from './limits.ts';
import { notesOnOpen } from './openAbove.ts';
import type { Session } from './session.ts';
import { changesOf, shownOf } from './shown.ts';

export interface ObserveArguments {
  readonly window: string;
  readonly filter: Filter;
  readonly max_elements: number;
  readonly include_offscreen: boolean;
  readonly within?: number | undefined;
  readonly since?: number | undefined;
}

/** The controls of a window, or what has changed since an earlier snapshot. */
export async function observe(
  session: Session,
  args: ObserveArguments,
  signal: AbortSignal,
): Promise<Observation | Changes> {
  const target = await targetOf(session, args, signal);
  const question = JSON.stringify([target.window.id, args.filter, args.include_offscreen, args.within ?? null]);
  const before = args.since === undefined ? undefined : session.snapshots.shownBy(args.since, question);
  const scope = { includeOffscreen: args.include_offscreen, rows: ROWS_SHOWN, timeBudget: LIMITS.captureMs };
  const tree = await capture(target, scope, signal);
  const placed = placementOf(tree, { filter: args.filter, includeOffscreen: args.include_offscreen, rows: ROWS_SHOWN });
  const shown = shownOf(tree, placed);
  const context = {
    window: target.window.desktop.view(target.window),
    snapshot: session.snapshots.add(question, shown),
    notes: [...tree.notes, ...notesOnOpen(target.window, target.all)],
    missing: cutSentences(tree.cuts),
  };
  if (before !== undefined && args.since !== undefined) {
    const missing = [...context.missing, ...(placed.some(({ more }) => more !== undefined) ? [ROWS_NOT_COMPARED] : [])];
    return { ...context, missing, since: args.since, ...changesOf(session, target.window, before, shown) };
  }
  const entries = entriesOf(session, target, tree, placed.slice(0, args.max_elements));
  return {
    ...context,
    entries,
    missing: [...overCap(placed, args.max_elements), ...context.missing],
    empty: emptySentence(args.filter, tree),
  };
}

const ROWS_NOT_COMPARED = `Of a grid, list or tree only the first ${ROWS_SHOWN} rows are compared: read the others with deskhand_read_table.`;

function entriesOf(session: Session, target: Target, tree: AxTree, placed: readonly Placed[]): Entry[] {
  const { desktop, info } = target.window;
  return placed.flatMap(({ index, depth, more }) => {
    const node = tree.nodes[index];
    if (node === undefined) return [];
    const id = session.idOf(desktop, info.handle, node);
    return [more === undefined ? elementOf(node, id, depth) : { more, of: id, depth }];
  });
}

function overCap(placed: readonly Placed[], limit: number): string[] {
  const left = placed.slice(limit).filter(({ more }) => more === undefined).length;
  return left === 0 ? [] : [`… ${left} more elements cut by max_elements=${limit}. Raise it, or narrow with within.`];
}

/** Why there is nothing to show: a wrong hint is worse than none, so each situation has its own. */
function emptySentence(filter: Filter, tree: AxTree): string {
  if (tree.notes.some(hidesControls)) return 'No controls are exposed.';
  if (filter !== 'all' && tree.nodes.length > 1) return `Nothing matches filter=${filter}; try filter=all.`;
  return 'No element is displayed in this window.';
}
