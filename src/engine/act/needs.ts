import type { AxNode } from '../../model/element.ts';
import type { Patterns } from '../../model/pattern.ts';
import type { Wish } from './wish.ts';

/** Why a way is not open for a control; undefined where it is. */

/** As UI Automation calls the patterns. */
const PATTERN_NAMES = {
  invoke: 'Invoke',
  value: 'Value',
  toggle: 'Toggle',
  selectionItem: 'SelectionItem',
  expandCollapse: 'ExpandCollapse',
  rangeValue: 'RangeValue',
  scrollItem: 'ScrollItem',
  text: 'Text',
} as const satisfies Partial<Record<keyof Patterns, string>>;

type Named = keyof typeof PATTERN_NAMES;

export const lacks =
  (pattern: Named) =>
  ({ patterns }: AxNode): string | undefined =>
    patterns[pattern] === undefined ? `the control has no ${PATTERN_NAMES[pattern]} pattern` : undefined;

export function needsWritable(node: AxNode): string | undefined {
  return lacks('value')(node) ?? (node.patterns.value?.readOnly ? 'the control is read-only' : undefined);
}

export function needsFocusable({ focusable }: AxNode): string | undefined {
  return focusable ? undefined : 'the control cannot have the focus';
}

/** A line break or a tab that is typed into a line leaves it, and may send a form. */
export function needsTypable(node: AxNode, { value = '' }: Wish): string | undefined {
  if (value.includes('\t')) return 'a tab that is typed leaves the control';
  const isLine = node.type !== 'Document' && !node.multiline;
  if (isLine && /[\n\r]/.test(value)) return 'line breaks cannot be typed into a line';
  return needsWritable(node) ?? needsFocusable(node);
}
