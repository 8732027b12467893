import type { AxTree, Cut } from './element.ts';
import { type Filter, KEEPS } from './filter.ts';
import { cutRows, type RowCut } from './rows.ts';

export interface PlacementOptions {
  readonly filter: Filter;
  readonly includeOffscreen: boolean;
  /** Rows that one grid, list or tree may show. */
  readonly rows: number;
}

/** A control that is shown, or what is left out of a container; both in their place in document order. */
export interface Placed {
  /** Index in the tree: of the control, or of the container. */
  readonly index: number;
  /** Levels below the first control shown: levels that are not shown do not count. */
  readonly depth: number;
  /** Rows of the container that are not shown; absent for a control. */
  readonly more?: number;
}

/** What an observation of the tree shows. The window itself is not among it: it stands in the header. */
export function placementOf(tree: AxTree, options: PlacementOptions): Placed[] {
  const rows = cutRows(tree, options.rows);
  const isShown = shownTest(tree, options, rows);
  const depths: number[] = [];
  const placed: Placed[] = [];
  for (const [index, node] of tree.nodes.entries()) {
    const shown = isShown(index);
    const depth = (depths[node.parent] ?? -1) + (shown ? 1 : 0);
    depths.push(depth);
    if (shown) placed.push({ index, depth });
  }
  return withRemainders(tree, placed, options, rows, depths);
}

function shownTest(tree: AxTree, options: PlacementOptions, rows: RowCut): (index: number) => boolean {
  return (index) => {
    const node = tree.nodes[index];
    if (node === undefined || rows.hidden[index]) return false;
    if (node.parent < 0 && node.type === 'Window') return false;
    return (options.includeOffscreen || !node.offscreen) && KEEPS[options.filter](node);
  };
}

/** Puts behind each container's last control what it leaves out. */
function withRemainders(
  tree: AxTree,
  placed: readonly Placed[],
  options: PlacementOptions,
  rows: RowCut,
  depths: readonly number[],
): Placed[] {
  if (options.filter === 'table') return [...placed];
  const endOf = subtreeEnds(tree);
  const isSeen = (at: number) => options.includeOffscreen || !tree.nodes[at]?.offscreen;
  const ends = [...rows.omitted]
    .flatMap(([at, more]) => {
      const end = endOf[at];
      if (end === undefined || rows.hidden[at] || !isSeen(at)) return [];
      return [{ index: at, more, depth: (depths[at] ?? 0) + 1, end }];
    })
    .sort((a, b) => a.end - b.end || b.index - a.index);
  const all: Placed[] = [];
  let next = 0;
  for (const item of placed) {
    while (next < ends.length && (ends[next]?.end ?? 0) <= item.index)
      all.push(...ends.slice(next, ++next).map(remainder));
    all.push(item);
  }
  return [...all, ...ends.slice(next).map(remainder)];
}

function remainder({ index, depth, more }: Placed & { more: number }): Placed {
  return { index, depth, more };
}

/** For each node the index of the first one after its subtree; document order makes a subtree one run. */
function subtreeEnds({ nodes }: AxTree): number[] {
  const ends = nodes.map((_, index) => index + 1);
  for (const [index, { parent }] of [...nodes.entries()].reverse()) {
    if (parent >= 0) ends[parent] = Math.max(ends[parent] ?? 0, ends[index] ?? 0);
  }
  return ends;
}

const CUT_SENTENCES: Readonly<Record<Exclude<Cut['reason'], 'rows'>, (count: string) => string>> = {
  elements: (count) => `The read stopped at its limit of elements; ${count} were not read. Narrow with within.`,
  time: (count) => `The time for reading ended; ${count} were not read. Narrow with within, or call again.`,
  children: (count) => `A container has too many children to list; ${count} were not read. Use deskhand_find.`,
};

/** Why a read is not whole, a sentence for each reason; rows that are left out are said in their place instead. */
export function cutSentences(cuts: readonly Cut[]): string[] {
  const sums = new Map<Exclude<Cut['reason'], 'rows'>, number>();
  for (const { reason, omitted = Number.NaN } of cuts) {
    if (reason !== 'rows') sums.set(reason, (sums.get(reason) ?? 0) + omitted);
  }
  return [...sums].map(([reason, sum]) => CUT_SENTENCES[reason](Number.isNaN(sum) ? 'an unknown number' : String(sum)));
}
