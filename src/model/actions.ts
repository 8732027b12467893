import type { AxNode } from './element.ts';

/** The actions that a control's patterns support, by the names that `act` takes. */
export function actionsOf({ type, patterns: p, disabled, focusable, actions = [] }: AxNode): string[] {
  if (disabled) return [];
  const supported: readonly (readonly [boolean, string])[] = [
    [p.invoke !== undefined, 'click'],
    // Of a combo box the value is one of its choices.
    [p.value !== undefined && (!p.value.readOnly || type === 'ComboBox'), 'set_value'],
    [p.toggle !== undefined, 'toggle'],
    [p.selectionItem !== undefined, 'select'],
    [p.expandCollapse !== undefined && p.expandCollapse !== 'expanded', 'expand'],
    [p.expandCollapse !== undefined && p.expandCollapse !== 'collapsed', 'collapse'],
    [p.rangeValue?.readOnly === false, 'set_number'],
    [p.scrollItem !== undefined, 'scroll_into_view'],
    [focusable === true, 'focus'],
    [actions.length > 0, 'secondary'],
  ];
  return supported.filter(([has]) => has).map(([, action]) => action);
}
