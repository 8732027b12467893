import type { AxNode } from './element.ts';

/** The filters of an observation, in the order in which messages list them. */
export const FILTERS = ['interactive', 'text', 'table', 'all'] as const;
export type Filter = (typeof FILTERS)[number];

/** Whether a filter keeps a control. Controls that are off the screen are a question of its own. */
export const KEEPS: Readonly<Record<Filter, (node: AxNode) => boolean>> = {
  interactive: ({ patterns: p }) =>
    [p.invoke, p.value, p.toggle, p.selectionItem, p.expandCollapse, p.rangeValue].some((state) => state !== undefined),
  text: ({ patterns, type }) => patterns.text !== undefined || type === 'Text' || type === 'Document',
  table: ({ patterns }) => patterns.grid !== undefined,
  all: () => true,
};
