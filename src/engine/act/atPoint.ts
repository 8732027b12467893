import type { AxNode } from '../../model/element.ts';
import { EngineError } from '../../model/errors.ts';
import type { Point } from '../../model/hitTest.ts';
import { rereadOf } from '../session/capture.ts';
import { describeAt } from '../session/describeAt.ts';
import type { Known } from '../session/elementTable.ts';
import type { Session } from '../session/session.ts';

/**
 * The control that is clicked where a point is: what is seen there, or the nearest one around it that can be used or is
 * disabled, as for the text in a button. Fails with `point_outside_window` where none is known.
 */
export async function atPoint(session: Session, point: Point, signal: AbortSignal): Promise<Known> {
  const { element, ancestors, window } = await describeAt(session, point, signal);
  if (!element) {
    const problem = `Which control is at ${point.x},${point.y} of window ${window.id} is not known.`;
    throw new EngineError('point_outside_window', { problem, next: 'Look with deskhand_describe_at.' });
  }
  const { elements } = session.shared;
  for (const { id } of [element, ...ancestors.toReversed()]) {
    const known = elements.get(id);
    const node = await rereadOf(known, signal);
    if (node && isUsed(node)) return known;
  }
  return elements.get(element.id);
}

function isUsed({ disabled, focusable, patterns: { text: _, scrollItem: __, ...patterns } }: AxNode): boolean {
  return disabled === true || focusable === true || Object.keys(patterns).length > 0;
}
