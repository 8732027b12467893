import type { AxNode, Orientation } from './element.ts';
import type { RangeValue } from './pattern.ts';

/** What a step can ask of a scroll bar: a page in a direction, or a part of the whole in percent. */
export type Scroll = { readonly axis: Orientation; readonly forward: boolean } | { readonly percent: number };

const PAGES: Readonly<Record<string, Scroll>> = {
  up: { axis: 'vertical', forward: false },
  down: { axis: 'vertical', forward: true },
  left: { axis: 'horizontal', forward: false },
  right: { axis: 'horizontal', forward: true },
};

/** What the value of a scroll step means: `up`, `down`, `left`, `right`, or a number from 0 to 100, which is vertical. */
export function parseScroll(value: string): Scroll | undefined {
  const page = Object.hasOwn(PAGES, value) ? PAGES[value] : undefined;
  if (page) return page;
  const percent = Number(value);
  return value.trim() !== '' && percent >= 0 && percent <= 100 ? { percent } : undefined;
}

export function axisOf(scroll: Scroll): Orientation {
  return 'axis' in scroll ? scroll.axis : 'vertical';
}

/** Levels above a control at which the scroll bar of what it is in is looked for. */
const LEVELS = 6;

/**
 * Index of the scroll bar that moves a control on an axis: itself, one in it, or one beside it or beside what it is in,
 * the nearest first. Undefined where there is none.
 */
export function scrollBarFor(nodes: readonly AxNode[], index: number, axis: Orientation): number | undefined {
  const isBar = (at: number): boolean => {
    const { type, orientation, patterns } = nodes[at] ?? {};
    return type === 'ScrollBar' && orientation === axis && patterns?.rangeValue !== undefined;
  };
  const barIn = (parent: number): number | undefined => {
    const found = nodes.findIndex((node, at) => node.parent === parent && isBar(at));
    return found < 0 ? undefined : found;
  };
  if (isBar(index)) return index;
  let at = index;
  for (let level = 0; level <= LEVELS && at >= 0; level++) {
    const bar = barIn(at);
    if (bar !== undefined) return bar;
    at = nodes[at]?.parent ?? -1;
  }
  return undefined;
}

/** How far a range is gone through, from 0 to 100; undefined where it has no length. */
export function percentOf({ value, minimum, maximum }: RangeValue): number | undefined {
  return maximum > minimum ? ((value - minimum) / (maximum - minimum)) * 100 : undefined;
}

/** The value at a percentage of a range. */
export function valueAt({ minimum, maximum }: RangeValue, percent: number): number {
  return minimum + ((maximum - minimum) * percent) / 100;
}
