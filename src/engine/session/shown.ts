import { difference, type Shown } from '../../model/diff.ts';
import type { AxNode, AxTree } from '../../model/element.ts';
import type { Placed } from '../../model/placement.ts';
import { type Element, elementOf } from '../../model/view.ts';
import type { ListedWindow } from './desktop.ts';
import type { Session } from './session.ts';

/** The controls that are placed in an answer, by their identity. */
export function shownOf(tree: AxTree, placed: readonly Placed[]): Shown {
  const nodes = placed.flatMap(({ index, more }) => (more === undefined ? (tree.nodes[index] ?? []) : []));
  return new Map(nodes.map((node) => [node.handle, node]));
}

/** How a window differs from what was shown of it, each list in document order. */
export interface ListedChanges {
  readonly added: readonly Element[];
  readonly changed: readonly Element[];
  readonly removed: readonly Element[];
}

export function changesOf(session: Session, { desktop, info }: ListedWindow, before: Shown, now: Shown): ListedChanges {
  const { added, changed, removed } = difference(before, now);
  const listed = (nodes: readonly AxNode[]) =>
    nodes.map((node) => elementOf(node, session.idOf(desktop, info.handle, node)));
  return { added: listed(added), changed: listed(changed), removed: listed(removed) };
}
