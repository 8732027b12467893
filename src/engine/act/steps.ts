import { EngineError } from '../../model/errors.ts';
import type { Point } from '../../model/hitTest.ts';
import type { Button } from '../../model/inputStep.ts';
import type { Action } from '../../model/receipt.ts';
import { parseScroll } from '../../model/scrolling.ts';
import type { TextPlace } from '../../model/textPlace.ts';
import type { Known } from '../session/elementTable.ts';
import type { Session } from '../session/session.ts';
import { TAKES_VALUE } from './ladders.ts';
import type { Wish } from './wish.ts';

/** One step as a client asks for it. */
export interface Step {
  readonly action: Action;
  readonly id?: number | undefined;
  readonly value?: string | number | undefined;
  readonly at?: Point | undefined;
  readonly to?: { readonly id: number } | Point | undefined;
  readonly button?: Button | undefined;
  readonly count?: number | undefined;
  readonly text?: TextPlace | undefined;
}

/** A step that is well-formed. */
export interface Prepared {
  /** Counted from 1. */
  readonly number: number;
  readonly action: Action;
  /** The control, or the point of which it is asked when the step is done. */
  readonly target: Known | Point;
  readonly wish: Wish;
  /** Where in its text, for a step on that. */
  readonly place?: TextPlace;
}

/** Actions of the pointer that say with which button. */
const TAKES_BUTTON: ReadonlySet<Action> = new Set<Action>(['click_physical', 'click_at', 'double_click', 'drag']);

const TAKES_COUNT: ReadonlySet<Action> = new Set<Action>(['click_physical', 'click_at']);

/** Actions on a part of a text. */
const ON_TEXT: ReadonlySet<Action> = new Set<Action>(['set_caret', 'select_text', 'replace_text']);

/** Checks a step. Fails with `invalid_argument` or `unknown_element`. */
export function prepared(session: Session, step: Step, number: number): Prepared {
  const problem = problemOf(step);
  if (problem !== undefined) throw invalid(number, problem);
  const { elements } = session.shared;
  const { action, id, value, at, to, button, count, text } = step;
  const target = id === undefined ? at : elements.get(id);
  if (target === undefined) throw invalid(number, `${action} needs an id.`);
  return {
    number,
    action,
    target,
    ...(text && { place: text }),
    wish: {
      value: value === undefined ? undefined : String(value),
      ...(at && { at }),
      ...(to && { to: 'id' in to ? elements.get(to.id) : to }),
      ...(button && { button }),
      ...(count !== undefined && { count }),
    },
  };
}

function problemOf(step: Step): string | undefined {
  return valueProblem(step) ?? placeProblem(step) ?? clickProblem(step) ?? textProblem(step);
}

function valueProblem({ action, value }: Step): string | undefined {
  const takes = TAKES_VALUE[action];
  const hasValue = value !== undefined;
  if (takes === 'required' && !hasValue) return `${action} needs a value.`;
  if (takes === 'none' && hasValue) return `${action} takes no value.`;
  if (action === 'set_number' && !Number.isFinite(Number(value))) return 'set_number needs a number.';
  if (action === 'scroll' && !parseScroll(String(value))) return 'scroll takes up, down, left, right or a percentage.';
  const isSwitch = value === undefined || value === 'on' || value === 'off';
  return action === 'toggle' && !isSwitch ? 'toggle takes on or off, or no value.' : undefined;
}

function placeProblem({ action, id, at, to }: Step): string | undefined {
  if (action === 'click_at') {
    if (at === undefined) return 'click_at needs at, a point of the screen.';
    return id === undefined ? undefined : 'click_at takes no id.';
  }
  if (at !== undefined) return `${action} takes no at.`;
  if ((action === 'drag') === (to !== undefined)) return undefined;
  return action === 'drag' ? 'drag needs to, a point of the screen or an id.' : `${action} takes no to.`;
}

function clickProblem({ action, button, count }: Step): string | undefined {
  if (button !== undefined && !TAKES_BUTTON.has(action)) return `${action} takes no button.`;
  return count !== undefined && !TAKES_COUNT.has(action) ? `${action} takes no count.` : undefined;
}

function textProblem({ action, text }: Step): string | undefined {
  if (ON_TEXT.has(action) === (text !== undefined)) return undefined;
  return ON_TEXT.has(action) ? `${action} needs text, with quote or start.` : `${action} takes no text.`;
}

function invalid(number: number, problem: string): EngineError {
  const next = 'Nothing was done. Correct the step and call again.';
  return new EngineError('invalid_argument', { problem: `Step ${number}: ${problem}`, next });
}
