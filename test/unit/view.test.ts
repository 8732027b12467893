import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AxNode } from '../../src/model/element.ts';
import { elementJson, LINE, tableRow } from '../../src/model/renderLine.ts';
import { elementOf } from '../../src/model/view.ts';
import { control, node } from './arbitraries.ts';

const statesOf = (contents: Partial<AxNode>) => elementOf(node(contents), 1).states;

/** The state words of each pattern, and the place in a row that every state has. */
const ORDER = [
  /^focused$/,
  /^disabled$/,
  /^(off|on|indeterminate)$/,
  /^selected$/,
  /^(collapsed|expanded|partially-expanded)$/,
].concat([/^value=/, /^readonly$/, /^number=/, /^scroll-v=\d+%$/, /^scroll-h$/]);

describe('states', () => {
  test('there is a state only where its pattern is, always in the same order', () => {
    fc.assert(
      fc.property(control, (contents) => {
        const { patterns: p, focused, disabled } = contents;
        const { states } = elementOf({ ...contents, handle: 'h', parent: -1 }, 1);
        const places = states.map((state) => ORDER.findIndex((form) => form.test(state)));
        expect(places).not.toContain(-1);
        expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
        const wanted = [focused, disabled, p.toggle, p.selectionItem?.selected, p.expandCollapse, p.value]
          .concat([p.value?.readOnly || undefined, p.rangeValue, p.scroll?.vertical, p.scroll?.horizontal] as never[])
          .map((value) => value !== undefined && value !== false);
        expect(ORDER.map((_, place) => places.includes(place))).toEqual(wanted);
      }),
      { numRuns: 1_000 },
    );
  });

  test('each state reads as the row format says', () => {
    expect(statesOf({})).toEqual([]);
    expect(statesOf({ disabled: true, patterns: { toggle: 'on' } })).toEqual(['disabled', 'on']);
    expect(statesOf({ patterns: { value: { value: 'a', readOnly: true } } })).toEqual(["value='a'", 'readonly']);
    expect(statesOf({ patterns: { scroll: { vertical: 33.4, horizontal: 0 } } })).toEqual(['scroll-v=33%', 'scroll-h']);
    const range = (value: number) =>
      statesOf({ patterns: { rangeValue: { value, minimum: 0, maximum: 1, readOnly: false } } });
    expect(range(61.5)).toEqual(['number=61.5']);
    expect(range(1 / 3)).toEqual(['number=0.333333']);
    expect(range(-0)).toEqual(['number=0']);
  });

  test('a value cannot forge the end of itself and other states', () => {
    const row = tableRow(elementOf(node({ patterns: { value: { value: "a',disabled", readOnly: false } } }), 1));
    expect(row).not.toContain("',disabled");
    expect(statesOf({ patterns: { value: { value: "It's", readOnly: false } } })).toEqual(["value='It's'"]);
    expect(elementOf(node({ patterns: { value: { value: "a',b", readOnly: false } } }), 1).value).toBe("a',b");
  });
});

describe('names', () => {
  test('a control without a name is called by its automation id, else by its class', () => {
    expect(elementOf(node({ name: ' ', automationId: 'ok|1', className: 'C' }), 1).name).toBe('ok/1');
    expect(elementOf(node({ className: 'Gtk|Button' }), 1).name).toBe('.Gtk/Button');
    expect(elementOf(node({ name: 'Close', accelerator: 'Ctrl+W' }), 1).name).toBe('Close [Ctrl+W]');
    expect(elementOf(node({ name: '\u200b\u202e', automationId: 'real' }), 1).name).toBe('real');
  });
});

describe('rows', () => {
  test('a row of the table has five cells on one line, whatever the control is called', () => {
    fc.assert(
      fc.property(control, (contents) => {
        const row = tableRow(elementOf({ ...contents, handle: 'h', parent: -1 }, 7));
        expect(row.split('|')).toHaveLength(5);
        expect(row).not.toMatch(/[\n\r\u2028\u2029]/);
        expect(row.startsWith(`7|${contents.type}|`)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('the name of a line of the tree ends at its quotation mark', () => {
    const line = LINE.tree(elementOf(node({ name: 'a" disabled actions=[x]' }), 1));
    expect(line.split('"')).toHaveLength(3);
  });

  test('the password of a control is in no format', () => {
    const secret = 'hunter2';
    fc.assert(
      fc.property(control, (contents) => {
        const patterns = { ...contents.patterns, value: { value: secret, readOnly: false } };
        const element = elementOf({ ...contents, patterns, password: true, handle: 'h', parent: -1 }, 1);
        expect(LINE.table(element) + LINE.tree(element) + LINE.json(element)).not.toContain(secret);
        expect(element.states).toContain('value=***');
        expect(elementJson(element)).toMatchObject({ value: '***' });
      }),
    );
  });

  test('JSON says enabled and disabled, and says an absent rectangle as null', () => {
    expect(elementJson(elementOf(node(), 1))).toMatchObject({ state: ['enabled'], rect: null, value: null });
    const off = elementOf(node({ disabled: true, offscreen: true, rect: [-5, 0, 1, 1] }), 1);
    expect(elementJson(off)).toMatchObject({ state: ['disabled', 'offscreen'], rect: [-5, 0, 1, 1] });
  });
});
