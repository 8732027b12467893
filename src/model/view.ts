import { actionsOf } from './actions.ts';
import type { AxNode, Rect, WindowInfo } from './element.ts';
import { type Patterns, patternLabels } from './pattern.ts';
import { ACCELERATOR_LIMIT, cell, NAME_LIMIT, quoted, VALUE_LIMIT } from './text.ts';

/** One control as an answer shows it. Its texts are harmless. */
export interface Element {
  readonly id: number;
  readonly type: string;
  readonly name: string;
  /** State tokens in their fixed order, such as `disabled`, `on`, `value='…'`. */
  readonly states: readonly string[];
  readonly patterns: readonly string[];
  readonly actions: readonly string[];
  readonly secondary: readonly string[];
  readonly value: string | null;
  readonly flags: readonly ('focusable' | 'required' | 'multiline' | 'offscreen')[];
  readonly automationId?: string;
  readonly rect?: Rect;
  /** Levels below the first element shown. */
  readonly depth: number;
}

/** Rows of a grid, list or tree that an observation leaves out, said after the last one shown. */
export interface Remainder {
  /** Infinite where nobody knows how many; JSON has null for that. */
  readonly more: number;
  /** Id of the container, to read the others with. */
  readonly of: number;
  readonly depth: number;
}

export type Entry = Element | Remainder;

/** A window as answers name it. */
export interface WindowView extends Omit<WindowInfo, 'handle' | 'owner'> {
  readonly id: string;
  readonly owner?: string;
}

export function isElement(entry: Entry): entry is Element {
  return !('more' in entry);
}

/** The control as an answer shows it. */
export function elementOf(node: AxNode, id: number, depth = 0): Element {
  return {
    id,
    type: node.type,
    name: nameOf(node),
    states: statesOf(node),
    patterns: patternLabels(node.patterns),
    actions: actionsOf(node),
    secondary: (node.actions ?? []).map((action) => cell(action, 40)),
    value: shownValue(node),
    flags: (['focusable', 'required', 'multiline', 'offscreen'] as const).filter((flag) => node[flag]),
    ...(node.automationId === undefined ? {} : { automationId: cell(node.automationId, NAME_LIMIT) }),
    ...(node.rect === undefined ? {} : { rect: node.rect }),
    depth,
  };
}

/** The name; without one the automation id, then the class; with the accelerator behind it. */
function nameOf(node: AxNode): string {
  const name = cell(node.name, NAME_LIMIT) || cell(node.automationId ?? '', NAME_LIMIT) || classOf(node);
  return node.accelerator ? `${name} [${cell(node.accelerator, ACCELERATOR_LIMIT)}]` : name;
}

function classOf(node: AxNode): string {
  return node.className ? `.${cell(node.className, NAME_LIMIT - 1)}` : '';
}

function shownValue(node: AxNode): string | null {
  if (node.patterns.value === undefined) return null;
  return node.password ? '***' : cell(node.patterns.value.value, VALUE_LIMIT);
}

function statesOf(node: AxNode): string[] {
  return [
    node.focused ? 'focused' : '',
    node.disabled ? 'disabled' : '',
    ...patternStates(node.patterns),
    ...valueStates(node),
    node.patterns.rangeValue ? `number=${formatNumber(node.patterns.rangeValue.value)}` : '',
    ...scrollStates(node.patterns.scroll),
  ].filter((state) => state !== '');
}

function patternStates({ toggle, selectionItem, expandCollapse }: Patterns): string[] {
  return [toggle ?? '', selectionItem?.selected ? 'selected' : '', expandCollapse ?? ''];
}

function valueStates(node: AxNode): string[] {
  const value = node.patterns.value;
  if (value === undefined) return [];
  const shown = node.password ? 'value=***' : `value=${quoted(shownValue(node) ?? '')}`;
  return [shown, value.readOnly ? 'readonly' : ''];
}

function scrollStates(scroll: Patterns['scroll']): string[] {
  if (scroll === undefined) return [];
  return [
    scroll.vertical === undefined ? '' : `scroll-v=${Math.round(scroll.vertical)}%`,
    scroll.horizontal === undefined ? '' : 'scroll-h',
  ];
}

/** Six significant digits, no trailing zeros. */
function formatNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}
