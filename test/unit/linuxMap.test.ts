import { describe, expect, test } from 'vitest';
import { mapNode } from '../../src/engine/adapters/linux/map.ts';
import type { RawNode } from '../../src/engine/adapters/linux/raw.ts';
import { toolkitNamed } from '../../src/engine/adapters/linux/toolkits.ts';

const GTK3 = toolkitNamed('gtk', '3.24.38');
const GTK4 = toolkitNamed('GTK', '4.8.3');
const CHROMIUM = toolkitNamed('Chromium', '156.0');
const VCL = toolkitNamed('gtk', '3.24.38', 'soffice');

const interfaces = (...names: readonly string[]) => ['Accessible', ...names].map((name) => `org.a11y.atspi.${name}`);

/** State words with these bits set, as `GetState` answers them. */
function states(...bits: readonly number[]): RawNode['states'] {
  const word = (from: number) =>
    bits.filter((bit) => bit >= from && bit < from + 32).reduce((sum, bit) => sum + 2 ** (bit - from), 0);
  return [word(0), word(32)];
}

const place = { handle: ':1.2/a', parent: 0, toolkit: GTK3, offscreen: false } as const;

/** Recorded from GTK 3.24. */
const BUTTON: RawNode = {
  role: 43,
  name: 'Save',
  states: states(8, 11, 24, 25, 30),
  interfaces: interfaces('Action', 'Component', 'Image', 'Collection'),
  rect: [899, 20, 168, 34],
  actions: ['Click'],
};

const CHECK_BOX: RawNode = { ...BUTTON, role: 7, name: 'Wrap lines', states: states(4, 8, 11, 24, 25, 30) };

const ENTRY: RawNode = {
  role: 61,
  name: '',
  states: states(7, 8, 11, 24, 25, 26, 30),
  interfaces: interfaces('Action', 'Component', 'EditableText', 'Text', 'Collection'),
  actions: ['Activate'],
  text: 'ada',
  label: 'User',
};

describe('mapNode', () => {
  test('a button of GTK 3', () => {
    expect(mapNode(BUTTON, { ...place, rect: [1, 2, 3, 4] })).toEqual({
      handle: ':1.2/a',
      parent: 0,
      type: 'Button',
      name: 'Save',
      rect: [1, 2, 3, 4],
      focusable: true,
      patterns: { invoke: true },
    });
  });

  test('an unknown role is a custom control', () => {
    expect(mapNode({ ...BUTTON, role: 9_999 }, place).type).toBe('Custom');
  });

  test('what is not sensitive is disabled, also without ENABLED as in GTK 4', () => {
    expect(mapNode({ ...BUTTON, states: states(11, 25, 30) }, place).disabled).toBe(true);
    expect(mapNode({ ...BUTTON, states: states(11, 24, 30) }, { ...place, toolkit: GTK4 }).disabled).toBeUndefined();
  });

  test('a check box is toggled and not invoked', () => {
    expect(mapNode(CHECK_BOX, place).patterns).toEqual({ toggle: 'on' });
    expect(mapNode({ ...CHECK_BOX, states: states(8, 24, 32) }, place).patterns).toEqual({ toggle: 'indeterminate' });
    expect(mapNode({ ...CHECK_BOX, states: states(8, 24) }, place).patterns).toEqual({ toggle: 'off' });
  });

  test('a toggle button of GTK 4 is on while it is pressed', () => {
    const raw = { ...BUTTON, role: 62, states: states(11, 20, 24, 30) };
    expect(mapNode(raw, { ...place, toolkit: GTK4 }).patterns).toEqual({ toggle: 'on' });
  });

  test('a radio button is selected where it is checked', () => {
    expect(mapNode({ ...CHECK_BOX, role: 44 }, place).patterns).toEqual({ selectionItem: { selected: true } });
  });

  test('an entry has its text as its value, its label as its name, and other actions by name', () => {
    expect(mapNode(ENTRY, place)).toMatchObject({
      type: 'Edit',
      name: 'User',
      patterns: { value: { value: 'ada', readOnly: false }, text: true },
    });
    expect(mapNode({ ...ENTRY, actions: ['Activate', 'menu.popup'] }, place).actions).toEqual(['menu.popup']);
  });

  test('a password has no value, whatever was read', () => {
    const node = mapNode({ ...ENTRY, role: 40, text: 'hunter2' }, place);
    expect(node).toMatchObject({ password: true, patterns: { value: { value: '' } } });
    expect(JSON.stringify(node)).not.toContain('hunter2');
  });

  test('a text that cannot be edited is read only', () => {
    const node = mapNode({ ...ENTRY, states: states(8, 11, 24) }, place);
    expect(node.patterns.value).toEqual({ value: 'ada', readOnly: true });
  });

  test('a label has the name of its text, and no value', () => {
    const raw: RawNode = { role: 29, name: '', states: states(8, 24), interfaces: interfaces('Text'), text: 'Ready' };
    expect(mapNode(raw, place)).toMatchObject({ type: 'Text', name: 'Ready', patterns: {} });
  });

  test('GTK 4 class names and role names are no names', () => {
    const gtk4 = { ...place, toolkit: GTK4 };
    expect(mapNode({ ...ENTRY, name: 'GtkEntry', label: '' }, gtk4).name).toBe('');
    expect(mapNode({ ...BUTTON, role: 37, name: 'Tab' }, gtk4).name).toBe('');
    expect(mapNode({ ...ENTRY, name: 'GtkEntry' }, place).name).toBe('GtkEntry');
  });

  test('GTK 4 names said twice are said once, but only where the content is said once', () => {
    const gtk4 = { ...place, toolkit: GTK4 };
    expect(mapNode({ ...BUTTON, name: '7 7' }, { ...gtk4, content: '7' }).name).toBe('7');
    expect(mapNode({ ...BUTTON, name: 'bye bye' }, { ...gtk4, content: 'bye bye' }).name).toBe('bye bye');
  });

  test('a combo box tells its choice as its value', () => {
    const raw: RawNode = { ...BUTTON, role: 11, name: 'Size', interfaces: interfaces('Selection'), selected: 'Medium' };
    expect(mapNode(raw, place).patterns.value).toEqual({ value: 'Medium', readOnly: true });
    expect(mapNode({ ...raw, selected: '', name: 'Medium' }, place).patterns.value?.value).toBe('Medium');
  });

  test('a progress bar cannot be set, a slider can', () => {
    const range = { value: 40, minimum: 0, maximum: 100 };
    const raw = { ...BUTTON, interfaces: interfaces('Value'), range };
    expect(mapNode({ ...raw, role: 42 }, place).patterns).toEqual({ rangeValue: { ...range, readOnly: true } });
    expect(mapNode({ ...raw, role: 51 }, place).patterns).toEqual({ rangeValue: { ...range, readOnly: false } });
  });

  test('selection and expansion are told only where there is such a thing', () => {
    const item = { ...BUTTON, role: 91, states: states(9, 10, 22, 23, 24) };
    expect(mapNode(item, place).patterns).toMatchObject({
      selectionItem: { selected: true },
      expandCollapse: 'expanded',
    });
    // SELECTED and EXPANDED alone are leftovers.
    const leftover = mapNode({ ...item, states: states(10, 23, 24) }, place).patterns;
    expect(leftover).toEqual({ invoke: true });
  });

  test('a check box in a cell of GTK 3 is known by its action', () => {
    const cell = { ...BUTTON, role: 56, name: '', actions: ['expand or contract', 'toggle'], states: states(4, 24) };
    expect(mapNode(cell, place)).toMatchObject({ patterns: { toggle: 'on' }, actions: ['expand or contract'] });
  });

  test('a cell of a spreadsheet is named by its address and holds its text', () => {
    const cell = { ...ENTRY, role: 56, name: 'A1', text: '42', cell: { row: 0, column: 0 }, states: states(24) };
    expect(mapNode(cell, { ...place, toolkit: VCL })).toMatchObject({
      name: 'A1',
      patterns: { value: { value: '42', readOnly: true }, gridItem: { row: 0, column: 0 } },
    });
  });

  test('only Chromium scrolls to an object', () => {
    expect(mapNode(BUTTON, { ...place, toolkit: CHROMIUM }).patterns.scrollItem).toBe(true);
    expect(mapNode(BUTTON, place).patterns.scrollItem).toBeUndefined();
  });

  test('an action without a name is the default one', () => {
    expect(mapNode({ ...BUTTON, actions: ['', 'showContextMenu'] }, { ...place, toolkit: CHROMIUM })).toMatchObject({
      patterns: { invoke: true },
      actions: ['showContextMenu'],
    });
  });

  test('a dialog says whether it is modal', () => {
    const raw = { ...BUTTON, role: 16, actions: [], states: states(8, 16, 24) };
    expect(mapNode(raw, { ...place, parent: -1 }).patterns).toEqual({ window: { modal: true } });
  });
});
