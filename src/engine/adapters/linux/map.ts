import type { ControlType } from '../../../model/controlType.ts';
import type { AxNode, Handle, Rect } from '../../../model/element.ts';
import type { Patterns, RangeValue } from '../../../model/pattern.ts';
import { INTERFACES } from './atspi.ts';
import { isClick } from './mainAction.ts';
import { givenName } from './names.ts';
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
  /** The texts inside an object whose name or value depends on them. */
  readonly content?: string;
}

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

const CLICKED: ReadonlySet<ControlType> = new Set<ControlType>(['Button', 'Hyperlink', 'MenuItem']);

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
  const type = raw.window ? 'Window' : typeOfRole(raw.role);
  const main = mainAction(raw, type);
  const others = (raw.actions ?? []).filter((action) => action !== main && isWorthNaming(action, raw));
  return {
    handle,
    parent,
    type,
    name: nameOf(raw, place),
    ...(raw.id && { automationId: raw.id }),
    ...(raw.className && { className: raw.className }),
    ...(rect && { rect }),
    ...(isDisabled(raw, place.toolkit) && { disabled: true }),
    ...(has(raw.states, 'focused') && { focused: true }),
    ...(has(raw.states, 'focusable') && { focusable: true }),
    ...(has(raw.states, 'required') && { required: true }),
    ...(has(raw.states, 'multiLine') && { multiline: true }),
    ...(type === 'ScrollBar' && orientationOf(raw, place)),
    ...(offscreen && { offscreen: true }),
    ...(raw.role === ROLE.passwordText && { password: true }),
    patterns: patternsOf(raw, type, main, place),
    ...(others.length > 0 && { actions: [...new Set(others)] }),
  };
}

/** Qt says of every scroll bar that it is horizontal; its shape tells. */
function orientationOf({ states }: RawNode, { toolkit, rect }: Place): Pick<AxNode, 'orientation'> {
  if (toolkit.family === 'qt') return rect ? { orientation: rect[2] > rect[3] ? 'horizontal' : 'vertical' } : {};
  if (has(states, 'vertical')) return { orientation: 'vertical' };
  return has(states, 'horizontal') ? { orientation: 'horizontal' } : {};
}

/** GTK 3 pads the names of menu items for the keys that it draws behind them. */
function nameOf(raw: RawNode, { toolkit, content }: Place): string {
  const type = typeOfRole(raw.role);
  const given = givenName(raw.role, raw.name, toolkit);
  // A combo box that is named after its choice is known by the label beside it.
  const name = (type === 'ComboBox' ? raw.label || given : given || raw.label)?.trim();
  if (name) return content !== undefined && name === `${content} ${content}` ? content : name;
  return TEXT_TYPES.has(type) || type === 'Spinner' || type === 'ComboBox' ? '' : (raw.text ?? '');
}

/** The action that a click does; of what is there to be clicked the first one, whatever it is called. */
function mainAction({ actions = [] }: RawNode, type: ControlType): string | undefined {
  const named = actions.find(isClick);
  return named ?? (CLICKED.has(type) ? actions[0] : undefined);
}

/** Chromium gives every object a default action that does nothing, and a context menu, which is that of its page. */
function isWorthNaming(action: string, { states }: RawNode): boolean {
  if (action === '' || action === 'doDefault') return false;
  return action !== 'showContextMenu' || has(states, 'focusable');
}

/**
 * Toolkits set SENSITIVE on all that works, GTK 4 without ENABLED; LibreOffice sets ENABLED without SENSITIVE, and
 * Chromium sets neither on what can only be read.
 */
export function isDisabled({ states }: Pick<RawNode, 'states'>, { lacksSensitive, family }: Toolkit): boolean {
  if (family === 'chromium' && has(states, 'readOnly') && has(states, 'focusable')) return false;
  return !has(states, 'sensitive') && !(lacksSensitive && has(states, 'enabled'));
}

function patternsOf(raw: RawNode, type: ControlType, main: string | undefined, place: Place): Patterns {
  const { states, interfaces, role } = raw;
  const offers = (name: string) => interfaces.includes(name);
  const toggles = togglesOf(raw);
  const selectable = RADIOS.has(role) || (isChoice(raw, type) && !toggles);
  const value = heldValue(raw, type, place);
  return {
    ...(isClicked(raw, type, main, place) &&
      !toggles &&
      !RADIOS.has(role) &&
      !NEVER_INVOKED.has(type) && { invoke: true }),
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

/** GTK 3 calls menu items and the lines between them selectable, because the pointer marks them. */
function isChoice({ choice, states }: RawNode, type: ControlType): boolean {
  return (choice ?? has(states, 'selectable')) && type !== 'MenuItem' && type !== 'Separator';
}

/** Qt takes away the actions of what is disabled, which is there to be clicked all the same. */
function isClicked(raw: RawNode, type: ControlType, main: string | undefined, { toolkit }: Place): boolean {
  return main !== undefined || (CLICKED.has(type) && isDisabled(raw, toolkit));
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

function heldValue(raw: RawNode, type: ControlType, { toolkit, content }: Place): Patterns['value'] {
  const readOnly = isReadOnly(raw, type);
  if (raw.role === ROLE.passwordText) return { value: '', readOnly };
  if (type === 'ComboBox') {
    const value = choiceOf(raw, toolkit, content);
    return value === undefined ? undefined : { value, readOnly };
  }
  if (raw.text === undefined) return undefined;
  if (type === 'Edit' || type === 'Document' || type === 'Spinner') return { value: raw.text, readOnly };
  // A cell whose name is not its text, such as `A1` in a spreadsheet, holds the text as its value.
  return type === 'DataItem' && raw.name !== '' && raw.text !== raw.name ? { value: raw.text, readOnly } : undefined;
}

/** Spin boxes of Qt can be typed in without being EDITABLE. */
function isReadOnly({ states, interfaces }: RawNode, type: ControlType): boolean {
  if (has(states, 'readOnly')) return true;
  return type === 'Spinner' ? !interfaces.includes(INTERFACES.editableText) : !has(states, 'editable');
}

/** GTK 3 and Qt name a combo box after its choice; others tell it by a text in it or by its selected child. */
function choiceOf(
  { text, selected, name }: RawNode,
  { family }: Toolkit,
  content: string | undefined,
): string | undefined {
  const isNamedAfterChoice = family === 'gtk3' || family === 'qt';
  return text || selected || content || (isNamedAfterChoice ? name : undefined);
}

function rangeOf(raw: RawNode, { value, minimum, maximum }: NonNullable<RawNode['range']>): RangeValue {
  const readOnly = typeOfRole(raw.role) === 'ProgressBar' || has(raw.states, 'readOnly');
  return { value, minimum, maximum, readOnly };
}
