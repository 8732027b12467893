import type { AxNode } from '../../model/element.ts';
import type { Point } from '../../model/hitTest.ts';
import type { InputStep } from '../../model/inputStep.ts';
import { axisOf, parseScroll, type Scroll } from '../../model/scrolling.ts';
import { clicks, drag, hover, press, typeBehind, typeOver } from './gestures.ts';
import { lacks, needsFocusable, needsTypable } from './needs.ts';
import type { PointerRung, Rung } from './rung.ts';

/** Ways that take the pointer or the keys, for the ends of ladders. */

/** Controls that the space bar does to what a click does; in a text it would be a character. */
const SPACE_CLICKS: ReadonlySet<AxNode['type']> = new Set<AxNode['type']>(['Button', 'CheckBox', 'RadioButton']);

/** Milliseconds that a list takes to open. */
const OPEN_MS = 200;

export const spaceBar: Rung = {
  name: 'space bar',
  needs: 'keys',
  suits: ({ type }) => SPACE_CLICKS.has(type),
  unless: needsFocusable,
  steps: () => press('Space'),
};

export const pointerClick: PointerRung = {
  name: 'pointer click',
  needs: 'pointer',
  steps: (at, { button, count }) => clicks(at, button, count),
};

export const doubleClick: PointerRung = {
  name: 'double click',
  needs: 'pointer',
  steps: (at, { button }) => clicks(at, button, 2),
};

export const rightClick: PointerRung = {
  name: 'right click',
  needs: 'pointer',
  steps: (at) => clicks(at, 'right'),
};

export const clickWithControl: PointerRung = {
  name: 'click with Control',
  needs: 'pointer',
  steps: (at) => clicks(at, 'left', 1, 'Control'),
};

export const hovering: PointerRung = { name: 'hover', needs: 'pointer', steps: (at) => hover(at) };

export const dragging: PointerRung = {
  name: 'drag',
  needs: 'pointer',
  steps: (at, { button }, to) => drag(at, to, button),
};

/** Tab commits what is typed into a spin box. */
export const typeOverIt: Rung = {
  name: 'type over',
  needs: 'keys',
  suits: ({ type }) => type !== 'DataItem',
  unless: needsTypable,
  steps: ({ value = '' }, { type }) => [...typeOver(value), ...(type === 'Spinner' ? press('Tab') : [])],
};

const isChoice = ({ type, patterns }: AxNode): boolean => type === 'ComboBox' && patterns.value?.readOnly !== false;

/** Lists that are not open choose the item whose name begins with what is typed. */
export const typeChoice: Rung = {
  name: 'type the choice',
  needs: 'keys',
  suits: isChoice,
  unless: (node) => lacks('value')(node) ?? needsFocusable(node),
  steps: ({ value = '' }) => [{ input: 'type', text: value }],
};

/** So do open ones. A combo box of Qt takes the focus only from the pointer, which opens it. */
export const typeIntoList: PointerRung = {
  name: 'open the list and type the choice',
  needs: 'pointer',
  suits: isChoice,
  // What it has chosen could not be told.
  unless: lacks('value'),
  steps: (at, { value = '' }) => [
    ...clicks(at),
    { input: 'pause', ms: OPEN_MS },
    { input: 'type', text: value },
    ...press('Enter'),
  ],
};

export const typeBehindIt: Rung = {
  name: 'type behind',
  needs: 'keys',
  unless: needsTypable,
  steps: ({ value = '' }) => typeBehind(value),
};

/** A cell takes what is typed once it is selected, in place of what it holds. */
export const typeIntoCell: Rung = {
  name: 'select the cell and type',
  needs: 'keys',
  suits: ({ type }) => type === 'DataItem',
  unless: lacks('value'),
  steps: ({ value = '' }) =>
    value === '' ? press('Delete') : [{ input: 'type', text: value } as const, ...press('Enter')],
};

/** Notches of the wheel that move about a page. */
const NOTCHES = 5;

/** Over the control that was named, which is not the scroll bar. */
export const wheel: PointerRung = {
  name: 'wheel',
  needs: 'pointer',
  unless: (_, { value = '' }) => ('percent' in (parseScroll(value) ?? {}) ? 'the wheel has no percentages' : undefined),
  steps: (at, { value = '' }) => turned(at, parseScroll(value)),
};

function turned(at: Point, scroll: Scroll | undefined): readonly InputStep[] {
  const notches = scroll && 'forward' in scroll && !scroll.forward ? -NOTCHES : NOTCHES;
  const isSideways = scroll !== undefined && axisOf(scroll) === 'horizontal';
  const turn = isSideways ? { vertical: 0, horizontal: notches } : { vertical: notches, horizontal: 0 };
  return [...hover(at), { input: 'wheel', ...turn }];
}
