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

/** A control of the window that can be changed and back again; undefined where there is none. */
export function changeable(nodes: readonly AxNode[]): AxNode | undefined {
  const usable = nodes.filter(({ disabled, patterns }) => !disabled && !patterns.gridItem);
  return (
    usable.find(({ type, patterns }) => type === 'CheckBox' && patterns.toggle) ??
    usable.find(({ type, patterns, password }) => type === 'Edit' && patterns.value?.readOnly === false && !password)
  );
}

/** Changes the control as a user would: toggles it, or types a character into it. */
export async function change(bus: AccessibilityBus, { handle, type }: AxNode): Promise<void> {
  const [name, path] = referenceOf(handle);
  await bus.ask(name, path, type === 'CheckBox' ? DO_ACTION : INSERT_TEXT);
}
