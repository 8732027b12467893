import type { AxNode } from '../../model/element.ts';
import type { PatternCall } from '../../model/patternCall.ts';
import type { Action } from '../../model/receipt.ts';
import { parseScroll, percentOf, valueAt } from '../../model/scrolling.ts';
import {
  anyChange,
  caretIs,
  clicked,
  collapsed,
  endsWithText,
  expanded,
  focused,
  inView,
  isNumber,
  numberIs,
  scrolled,
  selected,
  textReplaced,
  textSelected,
  toggled,
  valueIs,
} from './checks.ts';
import {
  clickWithControl,
  doubleClick,
  dragging,
  hovering,
  pointerClick,
  rightClick,
  spaceBar,
  typeBehindIt,
  typeChoice,
  typeIntoCell,
  typeIntoList,
  typeOverIt,
  wheel,
} from './foregroundRungs.ts';
import { lacks, needsFocusable, needsWritable } from './needs.ts';
import type { Ladder, Rung } from './rung.ts';
import type { Wish } from './wish.ts';

/** A spin box whose text is set shows the text and keeps its number. */
function isNumberBox({ type, patterns }: AxNode, { value }: Wish): boolean {
  return type === 'Spinner' && patterns.rangeValue !== undefined && isNumber(value);
}

/** What only the pointer does; whether it did anything is seen in the window. */
function pointed(rung: Rung): Ladder {
  return { rungs: [rung], check: anyChange, idempotent: false };
}

function numberRefusal({ patterns: { rangeValue } }: AxNode, { value }: Wish): string | undefined {
  if (!rangeValue) return 'the control has no RangeValue pattern';
  if (rangeValue.readOnly) return 'the control is read-only';
  const { minimum, maximum } = rangeValue;
  const wanted = Number(value);
  // Some say that both limits are 0 where they have none.
  if (minimum >= maximum || (wanted >= minimum && wanted <= maximum)) return undefined;
  return `${wanted} is outside of ${minimum} to ${maximum}`;
}

const invoke: Rung = { name: 'Invoke', unless: lacks('invoke'), attempt: () => ({ call: 'invoke' }) };
const toggle: Rung = { name: 'Toggle', unless: lacks('toggle'), attempt: () => ({ call: 'toggle' }) };
const select: Rung = {
  name: 'SelectionItem.Select',
  unless: lacks('selectionItem'),
  attempt: () => ({ call: 'select' }),
};
const setNumber: Rung = {
  name: 'RangeValue.SetValue',
  unless: lacks('rangeValue'),
  attempt: (_, { value }) => ({ call: 'setNumber', value: Number(value) }),
};

/** Whatever opens or closes it, by its present state. */
const flip: Rung = {
  name: 'ExpandCollapse',
  unless: lacks('expandCollapse'),
  attempt: ({ patterns }) => ({ call: patterns.expandCollapse === 'expanded' ? 'collapse' : 'expand' }),
};

function needsBar({ type, patterns }: AxNode): string | undefined {
  if (type !== 'ScrollBar') return 'it has no scroll bar on this axis; scroll_into_view shows one element';
  // GTK 4 (4.8) tells nothing of its scroll bars but that they are there.
  return patterns.rangeValue ? undefined : 'its scroll bar has no RangeValue pattern';
}

/** Said of scroll bars, once there is nothing more on that side. */
function atLimit({ type, patterns: { rangeValue } }: AxNode, { value = '' }: Wish): string | undefined {
  if (type !== 'ScrollBar' || !rangeValue) return undefined;
  const scroll = parseScroll(value);
  const percent = percentOf(rangeValue);
  if (percent === undefined) return 'all of it is in sight';
  if (!scroll || !('forward' in scroll)) return undefined;
  return percent === (scroll.forward ? 100 : 0) ? 'already at the limit' : undefined;
}

function scrollCall({ patterns: { rangeValue } }: AxNode, { value = '' }: Wish): PatternCall {
  const scroll = parseScroll(value) ?? { percent: 0 };
  if ('forward' in scroll) return { call: 'scrollPage', forward: scroll.forward };
  return { call: 'setNumber', value: rangeValue ? valueAt(rangeValue, scroll.percent) : 0 };
}

const NOWHERE = { start: 0, end: 0 };

/** How each action is done, the best way first. A new way is a new row. */
export const LADDERS: Readonly<Record<Action, Ladder>> = {
  click: { rungs: [invoke, toggle, select, flip, spaceBar, pointerClick], check: clicked, idempotent: false },
  click_physical: { ...pointed(pointerClick), check: clicked },
  click_at: { ...pointed(pointerClick), check: clicked },
  double_click: pointed(doubleClick),
  right_click: pointed(rightClick),
  hover: pointed(hovering),
  drag: pointed(dragging),
  set_value: {
    rungs: [
      { ...setNumber, suits: isNumberBox },
      {
        name: 'Selection.Select by name',
        suits: ({ type }) => type === 'ComboBox',
        attempt: ({ patterns }, { value = '' }) => ({
          call: 'choose',
          name: value,
          only: patterns.value?.readOnly !== false,
        }),
      },
      {
        // Cells of LibreOffice take numbers, and no text.
        name: 'Value.SetValue as a number',
        suits: ({ type }, { value }) => type === 'DataItem' && isNumber(value),
        unless: needsWritable,
        attempt: (_, { value }) => ({ call: 'setNumber', value: Number(value) }),
      },
      {
        name: 'Value.SetValue',
        unless: needsWritable,
        attempt: (_, { value = '' }) => ({ call: 'setValue', value }),
      },
      typeChoice,
      typeIntoList,
      typeOverIt,
      typeIntoCell,
    ],
    check: valueIs,
    idempotent: true,
    refuse: (node, wish) => (isNumberBox(node, wish) ? numberRefusal(node, wish) : undefined),
  },
  type: {
    rungs: [
      {
        name: 'Text.Insert',
        unless: needsWritable,
        attempt: (_, { value = '' }) => ({ call: 'appendText', text: value }),
      },
      typeBehindIt,
    ],
    check: endsWithText,
    idempotent: false,
  },
  toggle: {
    rungs: [toggle, invoke, spaceBar, pointerClick],
    check: toggled,
    idempotent: ({ value }) => value !== undefined,
    refuse: lacks('toggle'),
  },
  select: { rungs: [select, invoke, pointerClick], check: selected, idempotent: true, refuse: lacks('selectionItem') },
  add_to_selection: {
    rungs: [
      {
        name: 'SelectionItem.AddToSelection',
        unless: lacks('selectionItem'),
        attempt: () => ({ call: 'addToSelection' }),
      },
      clickWithControl,
    ],
    check: selected,
    idempotent: true,
  },
  expand: {
    rungs: [
      { name: 'ExpandCollapse.Expand', unless: lacks('expandCollapse'), attempt: () => ({ call: 'expand' }) },
      { ...pointerClick, unless: lacks('expandCollapse') },
    ],
    check: expanded,
    idempotent: true,
  },
  collapse: {
    rungs: [
      { name: 'ExpandCollapse.Collapse', unless: lacks('expandCollapse'), attempt: () => ({ call: 'collapse' }) },
      { ...pointerClick, unless: lacks('expandCollapse') },
    ],
    check: collapsed,
    idempotent: true,
  },
  set_number: {
    rungs: [setNumber, { ...typeOverIt, suits: ({ type }) => type === 'Spinner' }],
    check: numberIs,
    idempotent: true,
    refuse: numberRefusal,
  },
  set_caret: {
    rungs: [{ name: 'Text.SetCaret', attempt: (_, { range }) => ({ call: 'setCaret', offset: range?.start ?? 0 }) }],
    check: caretIs,
    idempotent: true,
  },
  select_text: {
    rungs: [{ name: 'Text.Select', attempt: (_, { range = NOWHERE }) => ({ call: 'selectText', range }) }],
    check: textSelected,
    idempotent: true,
  },
  replace_text: {
    rungs: [
      {
        name: 'Text.Replace',
        unless: needsWritable,
        attempt: (_, { range = NOWHERE, value = '' }) => ({ call: 'replaceText', range, text: value }),
      },
    ],
    check: textReplaced,
    idempotent: false,
  },
  // The control is the scroll bar of the one that was named.
  scroll: {
    rungs: [{ name: 'scroll bar', unless: needsBar, attempt: scrollCall }, wheel],
    check: scrolled,
    idempotent: ({ value = '' }) => 'percent' in (parseScroll(value) ?? {}),
    done: atLimit,
  },
  scroll_into_view: {
    rungs: [
      { name: 'ScrollItem.ScrollIntoView', unless: lacks('scrollItem'), attempt: () => ({ call: 'scrollIntoView' }) },
    ],
    check: inView,
    idempotent: true,
  },
  focus: {
    rungs: [
      { name: 'SetFocus', needs: 'focus', unless: needsFocusable },
      { ...pointerClick, suits: ({ type }) => type === 'Edit' || type === 'Document', unless: needsFocusable },
    ],
    check: focused,
    idempotent: true,
  },
  secondary: {
    rungs: [
      {
        name: 'secondary action',
        unless: ({ actions = [] }, { value = '' }) =>
          actions.includes(value) ? undefined : `it has no action of this name, but ${listed(actions)}`,
        attempt: (_, { value = '' }) => ({ call: 'secondary', name: value }),
      },
    ],
    check: anyChange,
    idempotent: false,
  },
};

function listed(actions: readonly string[]): string {
  return actions.length === 0 ? 'none' : actions.map((action) => `'${action}'`).join(', ');
}

/** Actions that say nothing without a value, and those that take none. */
export const TAKES_VALUE: Readonly<Record<Action, 'required' | 'optional' | 'none'>> = {
  click: 'none',
  click_physical: 'none',
  double_click: 'none',
  right_click: 'none',
  click_at: 'none',
  hover: 'none',
  drag: 'none',
  set_value: 'required',
  type: 'required',
  toggle: 'optional',
  select: 'none',
  add_to_selection: 'none',
  expand: 'none',
  collapse: 'none',
  set_number: 'required',
  set_caret: 'none',
  select_text: 'none',
  replace_text: 'required',
  scroll: 'required',
  scroll_into_view: 'none',
  focus: 'none',
  secondary: 'required',
};
