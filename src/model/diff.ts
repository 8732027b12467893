import { type AxNode, type Handle, isSameControl } from './element.ts';
import { tableRow } from './renderLine.ts';
import { elementOf } from './view.ts';

/** The controls that a snapshot showed, by their identity. */
export type Shown = ReadonlyMap<Handle, AxNode>;

/** How the controls shown now differ from those of an earlier snapshot, each list in document order. */
export interface Difference {
  readonly added: readonly AxNode[];
  readonly changed: readonly AxNode[];
  readonly removed: readonly AxNode[];
}

/** A control has changed when its row reads differently, or when another kind of control took its identity. */
export function difference(before: Shown, now: Shown): Difference {
  const added: AxNode[] = [];
  const changed: AxNode[] = [];
  for (const [handle, node] of now) {
    const earlier = before.get(handle);
    if (earlier === undefined || !isSameControl(earlier, node)) added.push(node);
    else if (rowOf(earlier) !== rowOf(node)) changed.push(node);
  }
  const removed = [...before.values()].filter((node) => {
    const later = now.get(node.handle);
    return later === undefined || !isSameControl(node, later);
  });
  return { added, changed, removed };
}

function rowOf(node: AxNode): string {
  return tableRow(elementOf(node, 0));
}
