import type { AxNode } from '../../model/element.ts';
import type { RangeValue } from '../../model/pattern.ts';
import { parseScroll, percentOf } from '../../model/scrolling.ts';
import { replacedIn } from '../../model/textPlace.ts';
import type { TextSlice } from '../adapters/adapter.ts';
import type { Wish } from './wish.ts';

/** How a text is to be once a step is done. */
interface TextCheck {
  readonly shown: (slice: TextSlice) => string;
  readonly holds: (slice: TextSlice, wish: Wish, before: TextSlice) => boolean;
}

/** How a control is to be once a step is done. */
export interface Check {
  /** Of steps on a text: its text is looked at, and not the control. */
  readonly text?: TextCheck;
  /** What is looked at, as text; undefined where it cannot be read. */
  readonly shown: (node: AxNode) => string | undefined;
  /** Whether it is as it was asked to be; undefined where that cannot be told from the control alone. */
  readonly holds: (node: AxNode, wish: Wish, before: AxNode) => boolean | undefined;
  /** Whether any change of the window tells that it was done. */
  readonly byChange?: (before: AxNode, wish: Wish) => boolean;
}

const secret = ({ password }: AxNode) => password === true;

/** Spin boxes commit a typed text late, or never: their number tells. */
export const valueIs: Check = {
  shown: (node) => (secret(node) ? undefined : (numberOf(node) ?? node.patterns.value?.value)),
  holds: (node, { value = '' }) => {
    if (secret(node)) return undefined;
    // A formula is shown as what it comes to.
    if (node.type === 'DataItem' && value.startsWith('=')) return undefined;
    const { rangeValue, value: held } = node.patterns;
    if (rangeValue && node.type === 'Spinner') return rangeValue.value === Number(value);
    return held && (held.value === value || isSameNumber(node, held.value, value));
  },
};

/** Text was put behind what the control held. */
export const endsWithText: Check = {
  shown: (node) => (secret(node) ? undefined : node.patterns.value?.value),
  holds: (node, { value = '' }, before) => {
    const [held, earlier] = [node.patterns.value?.value, before.patterns.value?.value];
    return secret(node) || held === undefined || earlier === undefined ? undefined : held === earlier + value;
  },
};

export const numberIs: Check = {
  shown: (node) => numberOf(node),
  holds: (node, { value }) => node.patterns.rangeValue && isNear(node.patterns.rangeValue.value, Number(value)),
};

export const toggled: Check = {
  shown: ({ patterns }) => patterns.toggle,
  holds: ({ patterns: { toggle } }, { value }, before) => {
    if (toggle === undefined) return undefined;
    return value === undefined ? toggle !== before.patterns.toggle : toggle === value;
  },
};

export const selected: Check = {
  shown: ({ patterns: { selectionItem } }) => selectionItem && (selectionItem.selected ? 'selected' : 'not selected'),
  holds: ({ patterns }) => patterns.selectionItem?.selected,
};

export const expanded: Check = {
  shown: ({ patterns }) => patterns.expandCollapse,
  holds: ({ patterns: { expandCollapse } }) => expandCollapse && expandCollapse === 'expanded',
};

export const collapsed: Check = {
  shown: ({ patterns }) => patterns.expandCollapse,
  holds: ({ patterns: { expandCollapse } }) => expandCollapse && expandCollapse === 'collapsed',
};

export const focused: Check = {
  shown: (node) => (node.focused ? 'focused' : 'not focused'),
  holds: (node) => node.focused === true,
};

/** Moved on its own axis, in the direction or to the place that was asked for. */
export const scrolled: Check = {
  shown: ({ patterns: { rangeValue } }) => {
    const percent = rangeValue && percentOf(rangeValue);
    return percent === undefined ? undefined : `${percent.toFixed(1)}%`;
  },
  holds: ({ patterns: { rangeValue } }, { value = '' }, before) => {
    const [scroll, earlier] = [parseScroll(value), before.patterns.rangeValue];
    if (!rangeValue || !earlier || !scroll) return undefined;
    if ('percent' in scroll) return isAtPercent(rangeValue, scroll.percent);
    return scroll.forward ? rangeValue.value > earlier.value : rangeValue.value < earlier.value;
  },
  byChange: ({ patterns }) => patterns.rangeValue === undefined,
};

/** Toolkits round to whole lines or pixels, of which some bars have few. */
function isAtPercent(range: RangeValue, wanted: number): boolean {
  const unit = 50 / Math.max(1, range.maximum - range.minimum);
  return Math.abs((percentOf(range) ?? 0) - wanted) <= Math.max(0.5, unit);
}

export const inView: Check = {
  shown: ({ offscreen }) => (offscreen ? 'off the screen' : 'on the screen'),
  holds: ({ offscreen }) => !offscreen,
};

/** Only the change of the window can tell. */
export const anyChange: Check = { shown: () => undefined, holds: () => undefined, byChange: () => true };

/** A click flips what can be on or off; of other controls only the change of the window can tell. */
export const clicked: Check = {
  shown: ({ patterns }) => patterns.toggle,
  holds: (node, _, before) =>
    before.patterns.toggle === undefined ? undefined : node.patterns.toggle !== before.patterns.toggle,
  byChange: ({ patterns }, wish) => patterns.toggle === undefined || !flips(wish),
};

/** Of two clicks the second takes back what the first did, and other buttons open menus. */
function flips({ button = 'left', count = 1 }: Wish): boolean {
  return button === 'left' && count % 2 === 1;
}

const unread = { shown: () => undefined, holds: () => undefined };

export const caretIs: Check = {
  ...unread,
  text: {
    shown: ({ caret }) => (caret === undefined ? 'no caret' : `caret at ${caret}`),
    holds: ({ caret }, { range }) => caret === range?.start,
  },
};

export const textSelected: Check = {
  ...unread,
  text: {
    shown: ({ selections = [] }) =>
      selections.length === 0 ? 'nothing selected' : selections.map(({ start, end }) => `${start}–${end}`).join(', '),
    holds: ({ selections = [] }, { range }) =>
      selections.length === 1 && selections[0]?.start === range?.start && selections[0]?.end === range?.end,
  },
};

export const textReplaced: Check = {
  ...unread,
  text: {
    shown: ({ text }) => text,
    holds: ({ text }, { range, value = '' }, before) =>
      range !== undefined && text === replacedIn(before.text, range, value),
  },
};

/** A cell shows a number in its own form. */
function isSameNumber({ type }: AxNode, held: string, wanted: string): boolean {
  return type === 'DataItem' && isNumber(held) && isNumber(wanted) && Number(held) === Number(wanted);
}

export function isNumber(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '' && Number.isFinite(Number(text));
}

function numberOf({ patterns: { rangeValue } }: AxNode): string | undefined {
  return rangeValue && String(Number(rangeValue.value.toPrecision(12)));
}

/** Toolkits keep numbers in single precision, or round them to their step. */
function isNear(value: number, wanted: number): boolean {
  return Math.abs(value - wanted) <= 1e-6 * Math.max(1, Math.abs(wanted));
}
