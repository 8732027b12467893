import type { AxNode } from './element.ts';
import { contains, fold, matches, type QueryField } from './query.ts';
import { elementOf } from './view.ts';

/** What can be waited for. */
export const CONDITIONS = ['appears', 'gone', 'state', 'value', 'count', 'text'] as const;

/** A condition on the controls of a window. */
export interface Condition {
  readonly for: (typeof CONDITIONS)[number];
  readonly query?: string | undefined;
  readonly by: QueryField;
  readonly value?: string | undefined;
  readonly count?: number | undefined;
}

/** States that can be waited for; `not` before one turns it round. */
export const STATES = [
  ...['enabled', 'disabled', 'focused', 'on', 'off', 'indeterminate', 'selected'],
  ...['collapsed', 'expanded', 'partially-expanded', 'readonly', 'focusable', 'required', 'multiline'],
] as const;

/** The state that a condition names, and whether it must hold or must not. */
export function stateOf(value = ''): { readonly state: string; readonly isWanted: boolean } {
  const state = value.replace(/^not\s+/, '');
  return { state, isWanted: state === value };
}

/** The controls that a condition is about: those that match its query, or show its text. */
export function concerned(nodes: readonly AxNode[], { for: kind, query = '', by, value = '' }: Condition): AxNode[] {
  const shown = nodes.filter(({ offscreen }) => !offscreen);
  if (kind === 'text') return shown.filter((node) => shows(node, fold(value)));
  return matches(shown, query, by, contains(query)).flatMap(({ index }) => shown[index] ?? []);
}

function shows(node: AxNode, text: string): boolean {
  const value = node.password ? undefined : node.patterns.value?.value;
  return [node.name, value].some((own) => own !== undefined && fold(own).includes(text));
}

/** Whether the condition holds for the controls that it is about. */
export function holds(condition: Condition, about: readonly AxNode[]): boolean {
  switch (condition.for) {
    case 'appears':
    case 'text':
      return about.length > 0;
    case 'gone':
      return about.length === 0;
    case 'count':
      return about.length === condition.count;
    case 'state':
      return about.some((node) => isIn(node, condition.value));
    case 'value':
      return about.some((node) => isWorth(node, condition.value ?? ''));
  }
}

function isIn(node: AxNode, value: string | undefined): boolean {
  const { state, isWanted } = stateOf(value);
  const { states, flags } = elementOf(node, 0);
  const tokens: readonly string[] = [...states, ...flags, ...(node.disabled ? [] : ['enabled'])];
  return tokens.includes(state) === isWanted;
}

function isWorth({ password, patterns: { value, rangeValue } }: AxNode, wanted: string): boolean {
  if (value !== undefined && !password && fold(value.value) === fold(wanted)) return true;
  return rangeValue !== undefined && wanted.trim() !== '' && rangeValue.value === Number(wanted);
}
