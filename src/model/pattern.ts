/**
 * The UI Automation control patterns of one control. A pattern's state lives inside the pattern, so that a state can
 * be read only where its pattern exists: providers answer defaults for patterns they do not have.
 */
export interface Patterns {
  readonly invoke?: true;
  readonly value?: { readonly value: string; readonly readOnly: boolean };
  readonly toggle?: ToggleState;
  readonly selectionItem?: { readonly selected: boolean };
  readonly expandCollapse?: ExpandCollapseState;
  readonly rangeValue?: RangeValue;
  /** Percent scrolled on each axis that can scroll, 0 to 100; undefined on an axis that cannot or does not say. */
  readonly scroll?: { readonly horizontal?: number; readonly vertical?: number };
  readonly scrollItem?: true;
  readonly text?: true;
  /** Logical size; a virtualised grid declares more rows than it renders. */
  readonly grid?: { readonly rows: number; readonly columns: number };
  readonly gridItem?: { readonly row: number; readonly column: number };
  readonly window?: { readonly modal: boolean };
  readonly legacy?: true;
}

type ToggleState = 'off' | 'on' | 'indeterminate';
type ExpandCollapseState = 'collapsed' | 'expanded' | 'partially-expanded';
export interface RangeValue {
  readonly value: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly readOnly: boolean;
}

interface PatternLabel {
  readonly label: string;
  readonly pattern: keyof Patterns;
  /** Printed in the table; nearly everything has the others, so that printing them would say nothing. */
  readonly printed: boolean;
}

/** Label of each pattern, in the order in which a row lists them. */
const PATTERN_LABELS: readonly PatternLabel[] = [
  { label: 'invoke', pattern: 'invoke', printed: true },
  { label: 'value', pattern: 'value', printed: true },
  { label: 'toggle', pattern: 'toggle', printed: true },
  { label: 'select', pattern: 'selectionItem', printed: true },
  { label: 'expand', pattern: 'expandCollapse', printed: true },
  { label: 'scroll', pattern: 'scroll', printed: true },
  { label: 'text', pattern: 'text', printed: true },
  { label: 'grid', pattern: 'grid', printed: true },
  { label: 'range', pattern: 'rangeValue', printed: true },
  { label: 'window', pattern: 'window', printed: true },
  { label: 'scrollinto', pattern: 'scrollItem', printed: false },
  { label: 'legacy', pattern: 'legacy', printed: false },
];

/** Every label that a query by pattern may name. */
export const PATTERN_QUERY_LABELS: readonly string[] = PATTERN_LABELS.map(({ label }) => label);

/** Labels of the patterns that a row prints. */
export function patternLabels(patterns: Patterns): string[] {
  return PATTERN_LABELS.filter((row) => row.printed && patterns[row.pattern] !== undefined).map(({ label }) => label);
}

/** Whether the pattern with this label is there; false for a label that names none. */
export function hasPattern(patterns: Patterns, label: string): boolean {
  return PATTERN_LABELS.some((row) => row.label === label && patterns[row.pattern] !== undefined);
}
