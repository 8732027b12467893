import type { States } from './atspi.ts';

/** Bit numbers of the states that the reader looks at (`AtspiStateType`). */
const STATE = {
  active: 1,
  checked: 4,
  defunct: 6,
  editable: 7,
  enabled: 8,
  expandable: 9,
  expanded: 10,
  focusable: 11,
  focused: 12,
  horizontal: 14,
  iconified: 15,
  modal: 16,
  multiLine: 17,
  pressed: 20,
  selectable: 22,
  selected: 23,
  sensitive: 24,
  showing: 25,
  vertical: 29,
  visible: 30,
  managesDescendants: 31,
  indeterminate: 32,
  required: 33,
  checkable: 41,
  readOnly: 43,
} as const;

export type StateName = keyof typeof STATE;

/** Whether the state is set. */
export function has(states: States, name: StateName): boolean {
  const bit = STATE[name];
  return bit < 32 ? ((states[0] >>> bit) & 1) === 1 : ((states[1] >>> (bit - 32)) & 1) === 1;
}
