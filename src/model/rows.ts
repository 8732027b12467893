import type { AxNode, AxTree } from './element.ts';

/** Rows that a grid, list or tree contributes to an observation; the others are counted and named. */
export const ROWS_SHOWN = 12;

/** Which controls of a tree are left out because their grid, list or tree has shown its rows, and how many rows that is. */
export interface RowCut {
  /** By index in the tree: whether the control belongs to a row that is not shown. */
  readonly hidden: readonly boolean[];
  /** Rows left out of each container, by its index; infinite where nobody knows how many. */
  readonly omitted: ReadonlyMap<number, number>;
}

const ROW_CONTAINERS: ReadonlySet<string> = new Set(['DataGrid', 'List', 'Table', 'Tree']);
const NEVER_ROWS: ReadonlySet<string> = new Set(['Header', 'HeaderItem', 'ScrollBar']);

/** For each container the rows met so far, each with its ordinal among them. */
type SeenRows = Map<number, Map<number | string, number>>;

/** Whether a control holds rows: it has the Grid pattern, or its control type says so. */
export function holdsRows(node: AxNode): boolean {
  return node.patterns.grid !== undefined || ROW_CONTAINERS.has(node.type);
}

/** Applies the rule that a container shows at most `limit` rows. A row is a child, a row of cells, or any tree item. */
export function cutRows(tree: AxTree, limit: number): RowCut {
  const hidden: boolean[] = [];
  const containers: (number | undefined)[] = [];
  const seen: SeenRows = new Map();
  for (const [index, node] of tree.nodes.entries()) {
    const container = containerOf(tree, containers, node);
    containers.push(container);
    // A row within a hidden row counts, too: an item of a tree may lie below one that is not shown.
    const beyond = container !== undefined && isBeyond(seen, container, node, index, limit);
    hidden.push(beyond || (hidden[node.parent] ?? false));
  }
  return { hidden, omitted: omittedRows(tree, seen, limit) };
}

/** The container in which `node` is a row; tree items are rows of their tree at any depth. */
function containerOf(tree: AxTree, containers: readonly (number | undefined)[], node: AxNode): number | undefined {
  const parent = tree.nodes[node.parent];
  if (parent === undefined || NEVER_ROWS.has(node.type)) return undefined;
  if (holdsRows(parent)) return node.parent;
  if (node.type !== 'TreeItem') return undefined;
  // Web pages put the items below an item into a group.
  const above = parent.type === 'Group' ? parent.parent : node.parent;
  const item = tree.nodes[above];
  // Of an item that holds rows itself the group is the row.
  return item?.type === 'TreeItem' && !holdsRows(item) ? containers[above] : undefined;
}

function isBeyond(seen: SeenRows, container: number, node: AxNode, index: number, limit: number): boolean {
  const rows = seen.get(container) ?? new Map();
  seen.set(container, rows);
  // Cells of one row share its number; without one, every child is a row.
  const key = node.patterns.gridItem?.row ?? `#${index}`;
  const ordinal = rows.get(key) ?? rows.size;
  rows.set(key, ordinal);
  return ordinal >= limit;
}

function omittedRows(tree: AxTree, seen: SeenRows, limit: number): Map<number, number> {
  const unread = new Map<number, number>();
  // A toolkit that exposes only the rows near the visible ones does not say how many there are.
  for (const { reason, at, omitted = Number.POSITIVE_INFINITY } of tree.cuts) {
    if (reason === 'rows' && at !== undefined) unread.set(at, omitted);
  }
  const omitted = new Map<number, number>();
  for (const container of new Set([...seen.keys(), ...unread.keys(), ...declaring(tree)])) {
    const present = seen.get(container)?.size ?? 0;
    const declared = tree.nodes[container]?.patterns.grid?.rows ?? 0;
    const counted = present + (unread.get(container) ?? 0);
    const total = counted === Number.POSITIVE_INFINITY && declared > present ? declared : Math.max(declared, counted);
    if (total > Math.min(present, limit)) omitted.set(container, total - Math.min(present, limit));
  }
  return omitted;
}

/** The grids that say how many rows they have: even one that has rendered none of them leaves them out. */
function declaring({ nodes }: AxTree): number[] {
  return nodes.flatMap(({ patterns }, index) => (patterns.grid === undefined ? [] : [index]));
}
