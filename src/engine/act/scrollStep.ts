import type { AxNode } from '../../model/element.ts';
import { axisOf, parseScroll, scrollBarFor } from '../../model/scrolling.ts';
import { capture, rereadOf } from '../session/capture.ts';
import type { ListedWindow } from '../session/desktop.ts';
import type { Known } from '../session/elementTable.ts';
import { LIMITS } from '../session/limits.ts';
import type { Session } from '../session/session.ts';

/** A scroll bar, and its state. */
interface Bar {
  readonly known: Known;
  readonly node: AxNode;
}

/** All that is shown: the control may be in any row. The scope of a search, whose tree serves both. */
const SCOPE = { includeOffscreen: false, rows: Number.MAX_SAFE_INTEGER, timeBudget: LIMITS.captureMs };

/** The scroll bar that moves a control as the value of a step says; undefined where it has none. */
export async function barOf(
  session: Session,
  window: ListedWindow,
  known: Known,
  value: string | undefined,
  signal: AbortSignal,
): Promise<Bar | undefined> {
  const scroll = parseScroll(value ?? '');
  const { nodes } = await capture({ window }, SCOPE, signal);
  const index = nodes.findIndex(({ handle }) => handle === known.handle);
  const bar = scroll && index >= 0 ? nodes[scrollBarFor(nodes, index, axisOf(scroll)) ?? -1] : undefined;
  if (!bar) return undefined;
  const own = session.shared.elements.get(session.idOf(known.desktop, known.window, bar));
  // Its number may have changed since the tree was read.
  const node = await rereadOf(own, signal);
  return node && { known: own, node };
}
