import { type Outcome, refused } from '../../../model/patternCall.ts';
import { CALLS, INTERFACES } from './atspi.ts';
import { answered, type CallTarget, doAction } from './callTarget.ts';
import { usable } from './rectangles.ts';
import { ROLE } from './roles.ts';

/** Of GTK 3 the smallest step is a tenth of what can be seen; a line of it stays in sight. */
const GTK_STEPS = 9;
/** Of what is seen, where that is measured in pixels. */
const PAGE = 0.9;
/** Pixels of a line: of Qt, which counts some contents in lines. */
const LINE = 20;

/**
 * Moves a scroll bar by a page. No toolkit tells the length of one. LibreOffice has an action for it, GTK 3 a smallest step
 * that is a part of it, and Qt counts in pixels, of which the bar is as long as a page, or in lines.
 */
export async function scrollPage(target: CallTarget, forward: boolean): Promise<Outcome> {
  const { batch, path, interfaces, application } = target;
  if (application.toolkit.family === 'vcl') {
    return doAction(target, (names) => names.indexOf(forward ? 'incrementBlock' : 'decrementBlock'));
  }
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
  const isTenth = application.toolkit.family === 'gtk3' && step > 0;
  const page = isTenth ? GTK_STEPS * step : Math.min(length * PAGE, Math.max(step, 1) * (length / LINE));
  const wanted = Math.min(maximum, Math.max(minimum, value + (forward ? page : -page)));
  return answered(batch.ask(path, CALLS.setCurrentValue, ['d', wanted]).then(() => true));
}

/** LibreOffice takes a number for a scroll bar that is no whole one in its own form for 0, and AT-SPI has no other form. */
export function losesNumber({ application, role }: CallTarget, value: number): boolean {
  return application.toolkit.family === 'vcl' && role === ROLE.scrollBar && value !== 0;
}
