import type { FormState, FormStep } from './forms.ts';

/** One thing to do with a control of every form, and what the form itself must say when it was done. */
export interface ActingRow {
  /** As the page calls it. */
  readonly label: string;
  readonly step: FormStep;
  /** What a toolkit calls the control where that is another name. */
  readonly names?: Readonly<Record<string, string>>;
  /** Toolkits that have no such control. */
  readonly absent?: readonly string[];
  readonly isDone: (after: FormState, before: FormState) => boolean;
}

const more = (key: string) => (after: FormState, before: FormState) =>
  Number(after[key] ?? 0) > Number(before[key] ?? 0);
const is = (key: string, value: unknown) => (after: FormState) => after[key] === value;
const other = (key: string) => (after: FormState, before: FormState) => after[key] !== before[key];
/** What only shows, or takes the focus, tells nothing to the form. */
const nothing = () => true;

const row = (
  label: string,
  step: FormStep,
  isDone: ActingRow['isDone'],
  names: ActingRow['names'] = {},
): ActingRow => ({ label, step, isDone, names });

/** In the order of the page, which is that of the doing. */
export const ACTING_ROWS: readonly ActingRow[] = [
  row('click a button', ['click', 'Save'], more('saved')),
  row('click a disabled button', ['click', 'Delete'], (after) => after['deleted'] !== undefined),
  row('toggle a check box', ['toggle', 'Wrap lines', 'on'], is('wrap', true)),
  row('toggle a toggle button', ['toggle', 'Bold', 'on'], is('bold', true)),
  row('click a toggle button', ['click', 'Bold'], other('bold')),
  row('select a radio button', ['select', 'Right'], is('right', true)),
  row('select an item of a list', ['select', 'Serif'], is('font', 1)),
  row('select a tab', ['select', 'Second'], is('page', 1)),
  row('set_value of an entry', ['set_value', 'User', 'grace'], is('user', 'grace')),
  row('type into an entry', ['type', 'User', ' hopper'], is('user', 'grace hopper')),
  row('select a part of a text', ['select_text', 'User', undefined, { text: { quote: 'hopper' } }], nothing),
  row('set the caret', ['set_caret', 'User', undefined, { text: { start: 2 } }], nothing),
  row(
    'replace a part of a text',
    ['replace_text', 'User', 'murray', { text: { quote: 'hopper' } }],
    is('user', 'grace murray'),
  ),
  row('set_value of a password', ['set_value', 'Secret', 'swordfish'], is('secret', 'swordfish')),
  row('set_value of a read-only entry', ['set_value', 'Serial', 'X'], is('serial', 'X')),
  row('set_value beyond a length limit', ['set_value', 'Short', 'abcdefghij'], is('short', 'abcdefghij')),
  row('set_value of a disabled entry', ['set_value', 'Off', 'on'], is('off', 'on')),
  row('set_value of several lines', ['set_value', 'Notes', 'one\ntwo'], is('notes', 'one\ntwo')),
  row('set_value of a spin box', ['set_value', 'Count', '7'], is('count', 7)),
  row('set_number of a spin box', ['set_number', 'Count', 42], is('count', 42)),
  row('set_number beyond its range', ['set_number', 'Count', 500], is('count', 500)),
  row('set_number of a slider', ['set_number', 'Volume', 75], is('volume', 75)),
  row('set_number of a progress bar', ['set_number', 'Progress', 80], other('progress')),
  row('set_value of a combo box', ['set_value', 'Size', 'Large'], is('size', 'Large'), { qt6: 'Medium' }),
  row('set_value that is no choice', ['set_value', 'Size', 'Huge'], is('size', 'Huge'), { qt6: 'Large' }),
  { ...row('expand', ['expand', 'More'], is('more', true)), absent: ['qt6'] },
  { ...row('collapse', ['collapse', 'More'], is('more', false)), absent: ['qt6'] },
  row('focus an entry', ['focus', 'User'], nothing),
  row('focus a disabled entry', ['focus', 'Off'], nothing),
  row('scroll into view', ['scroll_into_view', 'Notes'], nothing),
  row('double_click', ['double_click', 'Save'], more('saved')),
  row('right_click', ['right_click', 'User'], nothing),
  row('hover', ['hover', 'Save'], nothing),
  row('drag a slider', ['drag', 'Volume', undefined, { to: { x: 40, y: 40 } }], other('volume')),
];
