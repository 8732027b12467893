import type { AxNode, AxTree, Cut } from '../../../model/element.ts';
import type { Scope } from '../adapter.ts';
import type { Application } from './accessibilityBus.ts';
import { type Assembled, assemble } from './assemble.ts';
import type { Desktop } from './desktop.ts';
import type { Joined } from './join.ts';
import { windowNotes } from './notes.ts';
import { originOf } from './origin.ts';
import type { Attempt } from './windowRead.ts';

/** The tree of a window as the product shows it, from what was read of its objects and what the X server says of it. */
export async function describeTree(
  desktop: Desktop,
  application: Application,
  joined: Joined | undefined,
  attempt: Attempt,
  scope: Scope,
): Promise<AxTree> {
  const { bus, toolkit } = application;
  const scale = desktop.scaleOf(application);
  const origin = originOf(toolkit, joined, await desktop.placing(), scale);
  const { includeOffscreen } = scope;
  const popups = (joined?.x && joined.popups) ?? [];
  const assembled = assemble(attempt.root, { bus, toolkit, origin, scale, popups, includeOffscreen });
  const notes = [...(await desktop.notes(joined)), ...(await windowNotes(application, joined, assembled.nodes, scope))];
  return { nodes: withWindowRect(assembled, joined, scope), cuts: [...assembled.cuts, ...endCuts(attempt)], notes };
}

function endCuts({ ended, full }: Attempt): readonly Cut[] {
  if (ended) return [{ reason: 'time' }];
  return full ? [{ reason: 'elements' }] : [];
}

/** The X server knows the window's place better than the toolkit, which may count the title bar or the shadow. */
function withWindowRect({ nodes }: Assembled, joined: Joined | undefined, { within }: Scope): readonly AxNode[] {
  const [root, ...others] = nodes;
  if (!root || !joined?.x || joined.undecided || within !== undefined) return nodes;
  return [{ ...root, rect: joined.x.rect }, ...others];
}
