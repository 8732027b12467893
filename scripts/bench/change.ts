import type { AccessibilityBus } from '../../src/engine/adapters/linux/accessibilityBus.ts';
import { INTERFACES } from '../../src/engine/adapters/linux/atspi.ts';
import type { Binding } from '../../src/engine/adapters/linux/batch.ts';
import { referenceOf } from '../../src/engine/adapters/linux/handles.ts';
import type { AxNode } from '../../src/model/element.ts';

const DO_ACTION: Binding<boolean> = {
  interface: INTERFACES.action,
  member: 'DoAction',
  signature: 'i',
  fixed: [0],
  read: (value) => value === true,
};
const INSERT_TEXT: Binding<boolean> = {
  interface: INTERFACES.editableText,
  member: 'InsertText',
  signature: 'isi',
  fixed: [0, 'x', 1],
  read: (value) => value === true,
};

/** The third box of a column is no more likely to work than the first two. */
const FEW = 2;

/** Controls of the window that may let themselves be changed: of each kind a few. */
export function changeable(nodes: readonly AxNode[]): readonly AxNode[] {
  const usable = nodes.filter(({ disabled, patterns }) => !disabled && !patterns.gridItem);
  const boxes = usable.filter(({ type, patterns }) => type === 'CheckBox' && patterns.toggle);
  const edits = usable.filter(({ type, patterns }) => type === 'Edit' && patterns.value?.readOnly === false);
  return [...boxes.slice(0, FEW), ...edits.filter(({ password }) => !password).slice(0, FEW)];
}

/** Changes the control as a user would: toggles it, or types a character into it. */
export async function change(bus: AccessibilityBus, { handle, type }: AxNode): Promise<void> {
  const [name, path] = referenceOf(handle);
  await bus.ask(name, path, type === 'CheckBox' ? DO_ACTION : INSERT_TEXT);
}
