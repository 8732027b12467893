import { type Outcome, refused } from '../../../model/patternCall.ts';
import { CALLS, INTERFACES } from './atspi.ts';
import { answered, type CallTarget } from './callTarget.ts';
import { usable } from './rectangles.ts';

/** Of the part that is seen, so that a line stays in sight. */
const PAGE = 0.9;
/** Pixels of a line: what toolkits move a list by, where they count in lines. */
const LINE = 20;

/**
 * Moves a scroll bar by a page. No toolkit tells the length of one. Where they count in pixels it is the length of the bar;
 * where they count in lines, which their smallest step of 1 tells, it is as many lines as the bar is long.
 */
export async function scrollPage(target: CallTarget, forward: boolean): Promise<Outcome> {
  const { batch, path, interfaces } = target;
  if (!interfaces.includes(INTERFACES.value)) return refused('it has no Value interface');
  const [value, minimum, maximum, step, extents] = await Promise.all([
    batch.ask(path, CALLS.currentValue),
    batch.ask(path, CALLS.minimumValue),
    batch.ask(path, CALLS.maximumValue),
    batch.optional(path, CALLS.minimumIncrement, 0),
    batch.ask(path, CALLS.extents),
  ]);
  const [, , width = 0, height = 0] = usable(extents) ?? [];
  const length = Math.max(width, height, LINE);
  const lines = (step > 0 ? step : 1) * (length / LINE);
  const page = Math.min(lines, length * PAGE);
  const wanted = Math.min(maximum, Math.max(minimum, value + (forward ? page : -page)));
  return answered(batch.ask(path, CALLS.setCurrentValue, ['d', wanted]).then(() => true));
}
