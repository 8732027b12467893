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

/**
 * Index of the scroll bar that moves a control on an axis: itself, or the nearest one that is in it or beside what it is
 * in. Bars that have nowhere to go are passed over where another one has. Undefined where there is none.
 */
export function scrollBarFor(nodes: readonly AxNode[], index: number, axis: Orientation): number | undefined {
  const isMeant = (at: number) => nodes[at]?.type === 'ScrollBar' && nodes[at]?.orientation === axis;
  if (isMeant(index)) return index;
  let idle: number | undefined;
  for (let at = index; at >= 0; at = nodes[at]?.parent ?? -1) {
    const bars = barsIn(nodes, at).filter(isMeant);
    const moving = bars.find((bar) => mayMove(nodes[bar]));
    if (moving !== undefined) return moving;
    idle ??= bars[0];
  }
  return idle;
}

/** Scroll bars in a container. Qt puts each of them into a group of its own; other groups have theirs for themselves. */
function barsIn(nodes: readonly AxNode[], container: number): readonly number[] {
  const inside = (at: number) => nodes.flatMap(({ parent }, index) => (parent === at ? [index] : []));
  return inside(container).flatMap((index) => {
    const type = nodes[index]?.type;
    if (type === 'ScrollBar') return [index];
    const held = type === 'Group' ? inside(index) : [];
    return held.every((child) => nodes[child]?.type === 'ScrollBar') ? held : [];
  });
}

/** One that does not tell its range may. */
function mayMove(bar: AxNode | undefined): boolean {
  const range = bar?.patterns.rangeValue;
  return range === undefined || range.maximum > range.minimum;
}

/** How far a range is gone through, from 0 to 100; undefined where it has no length. */
export function percentOf({ value, minimum, maximum }: RangeValue): number | undefined {
  return maximum > minimum ? ((value - minimum) / (maximum - minimum)) * 100 : undefined;
}

/** The value at a percentage of a range. */
export function valueAt({ minimum, maximum }: RangeValue, percent: number): number {
  return minimum + ((maximum - minimum) * percent) / 100;
}
