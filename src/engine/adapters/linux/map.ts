import type { ControlType } from '../../../model/controlType.ts';
import type { AxNode, Handle, Rect } from '../../../model/element.ts';
import type { Patterns, RangeValue } from '../../../model/pattern.ts';
import { INTERFACES } from './atspi.ts';
import type { RawNode } from './raw.ts';
import { ROLE, typeOfRole } from './roles.ts';
import { has } from './states.ts';
import type { Toolkit } from './toolkits.ts';

/** Where an object stands in the tree, and what its surroundings say of it. */
export interface Place {
  readonly handle: Handle;
  readonly parent: number;
  readonly toolkit: Toolkit;
  readonly offscreen: boolean;
  /** Where it is on the screen; absent where nobody knows. */
  readonly rect?: Rect;
  /** The texts inside an object that may lack a name. */
  readonly content?: string;
}

/** Action names that mean what a click does, in the spelling of the toolkits, without blanks and lower case. */
const MAIN_ACTIONS: ReadonlySet<string> = new Set([
  'click',
  'clickancestor',
  'dodefault',
  'press',
  'activate',
  'jump',
  'open',
  'check',
  'uncheck',
  'select',
  'toggle',
  'switch',
  'push',
]);

/** Types whose click has a pattern of its own, or none: a field is not invoked. */
const NEVER_INVOKED: ReadonlySet<ControlType> = new Set<ControlType>([
  'CheckBox',
  'RadioButton',
  'Edit',
  'Document',
  'Slider',
  'Spinner',
  'ProgressBar',
  'ScrollBar',
  'Window',
  'Pane',
  'Text',
]);

const TEXT_TYPES: ReadonlySet<ControlType> = new Set<ControlType>(['Edit', 'Document']);
const RANGE_TYPES: ReadonlySet<ControlType> = new Set<ControlType>([
  'Slider',
  'Spinner',
  'ProgressBar',
  'ScrollBar',
  'Pane',
]);

const TOGGLES: ReadonlySet<number> = new Set([ROLE.checkBox, ROLE.checkMenuItem, ROLE.toggleButton, ROLE.switch]);
const RADIOS: ReadonlySet<number> = new Set([ROLE.radioButton, ROLE.radioMenuItem]);

/** Translates what AT-SPI says of an object into the product's vocabulary. Pure: the same record gives the same node. */
export function mapNode(raw: RawNode, place: Place): AxNode {
  const { handle, parent, offscreen, rect } = place;
  const type = controlType(raw, place.toolkit);
  const main = mainAction(raw);
  const others = (raw.actions ?? []).filter((action) => action !== '' && action !== main);
  return {
    handle,
    parent,
    type,
    name: nameOf(raw, place),
    ...(raw.id && { automationId: raw.id }),
    ...(rect && { rect }),
    ...(isDisabled(raw) && { disabled: true }),
    ...(has(raw.states, 'focused') && { focused: true }),
    ...(has(raw.states, 'focusable') && { focusable: true }),
    ...(has(raw.states, 'required') && { required: true }),
    ...(offscreen && { offscreen: true }),
    ...(raw.role === ROLE.passwordText && { password: true }),
    patterns: patternsOf(raw, type, main, place),
    ...(others.length > 0 && { actions: [...new Set(others)] }),
  };
}

/** The role decides, but a text that nobody can edit or put the caret in is a label. */
function controlType(raw: RawNode, toolkit: Toolkit): ControlType {
  if (raw.role === ROLE.tableCell && toolkit.family === 'qt' && has(raw.states, 'expandable')) return 'TreeItem';
  return typeOfRole(raw.role);
}

/** GTK 4 names a widget without a label after its class, such as `GtkEntry`. */
const CLASS_NAME = /^(Gtk|Adw|Gdk)[A-Z][A-Za-z0-9]*$/;
/** ... and some after their role. */
const ROLE_NAMES: ReadonlyMap<number, string> = new Map([
  [ROLE.pageTab, 'Tab'],
  [ROLE.pageTabList, 'Tab list'],
  [ROLE.panel, 'Tab'],
]);

function nameOf(raw: RawNode, { toolkit, content }: Place): string {
  const isInvented = toolkit.family === 'gtk4' && (CLASS_NAME.test(raw.name) || ROLE_NAMES.get(raw.role) === raw.name);
  if (raw.name !== '' && !isInvented) return raw.name;
  if (raw.label) return raw.label;
  const type = typeOfRole(raw.role);
  if (TEXT_TYPES.has(type) || type === 'Spinner' || type === 'ComboBox') return '';
  return raw.text || content || '';
}

function mainAction(raw: RawNode): string | undefined {
  const { actions = [] } = raw;
  const named = actions.find((action) => MAIN_ACTIONS.has(action.replaceAll(/[\s_-]/g, '').toLowerCase()));
  // Chromium and LibreOffice leave names empty; the first action is then the default one.
  return named ?? (actions[0] === '' ? '' : undefined);
}

/** Toolkits set SENSITIVE on all that works, GTK 4 without ENABLED. */
function isDisabled({ states }: RawNode): boolean {
  return !has(states, 'sensitive');
}

function patternsOf(raw: RawNode, type: ControlType, main: string | undefined, place: Place): Patterns {
  const { states, interfaces, role } = raw;
  const offers = (name: string) => interfaces.includes(name);
  const toggles = togglesOf(raw);
  const selectable = RADIOS.has(role) || (has(states, 'selectable') && !toggles);
  const value = heldValue(raw, type, place.content);
  return {
    ...(main !== undefined && !toggles && !RADIOS.has(role) && !NEVER_INVOKED.has(type) && { invoke: true }),
    ...(value && { value }),
    ...(toggles && { toggle: toggleState(raw) }),
    ...(selectable && { selectionItem: { selected: isSelected(raw) } }),
    ...(has(states, 'expandable') && { expandCollapse: has(states, 'expanded') ? 'expanded' : 'collapsed' }),
    ...(raw.range && RANGE_TYPES.has(type) && { rangeValue: rangeOf(raw, raw.range) }),
    ...(place.toolkit.scrollsTo && offers(INTERFACES.component) && { scrollItem: true }),
    ...(TEXT_TYPES.has(type) && offers(INTERFACES.text) && { text: true }),
    ...(raw.table && { grid: raw.table }),
    ...(raw.cell && { gridItem: raw.cell }),
    ...(type === 'Window' && { window: { modal: has(states, 'modal') } }),
  };
}

/** Cells of GTK 3 that hold a check box say so by their action alone. */
function togglesOf({ role, states, actions = [] }: RawNode): boolean {
  if (TOGGLES.has(role)) return true;
  if (RADIOS.has(role)) return false;
  return has(states, 'checkable') || (role === ROLE.tableCell && actions.includes('toggle'));
}

function toggleState({ states }: RawNode): 'off' | 'on' | 'indeterminate' {
  if (has(states, 'indeterminate')) return 'indeterminate';
  return has(states, 'checked') || has(states, 'pressed') ? 'on' : 'off';
}

function isSelected({ role, states }: RawNode): boolean {
  return RADIOS.has(role) ? has(states, 'checked') : has(states, 'selected');
}

function heldValue(raw: RawNode, type: ControlType, content: string | undefined): Patterns['value'] {
  const readOnly = !has(raw.states, 'editable') || has(raw.states, 'readOnly');
  if (raw.role === ROLE.passwordText) return { value: '', readOnly };
  if (type === 'ComboBox') return comboValue(raw, readOnly, content);
  if (raw.text === undefined) return undefined;
  if (type === 'Edit' || type === 'Document' || type === 'Spinner') return { value: raw.text, readOnly };
  // A cell whose name is not its text, such as `A1` in a spreadsheet, holds the text as its value.
  return type === 'DataItem' && raw.name !== '' && raw.text !== raw.name ? { value: raw.text, readOnly } : undefined;
}

/** GTK 3 names a combo box after its choice; the others tell the choice by its selected child or by a text in it. */
function comboValue(
  { text, selected, name }: RawNode,
  readOnly: boolean,
  content: string | undefined,
): Patterns['value'] {
  const value = text || selected || content || (selected === undefined ? undefined : name);
  return value === undefined ? undefined : { value, readOnly };
}

function rangeOf(raw: RawNode, { value, minimum, maximum }: NonNullable<RawNode['range']>): RangeValue {
  const readOnly = typeOfRole(raw.role) === 'ProgressBar' || has(raw.states, 'readOnly');
  return { value, minimum, maximum, readOnly };
}
