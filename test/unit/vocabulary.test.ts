import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONTROL_TYPES, controlTypeNamed } from '../../src/model/controlType.ts';
import { hasPattern, PATTERN_QUERY_LABELS, patternLabels } from '../../src/model/pattern.ts';
import { patterns } from './arbitraries.ts';

/** UIA_ControlTypeIds as the platform numbers them, from 50000 on. */
const UIA_CONTROL_TYPES =
  'Button Calendar CheckBox ComboBox Edit Hyperlink Image ListItem List Menu MenuBar MenuItem ProgressBar RadioButton ScrollBar Slider Spinner StatusBar Tab TabItem Text ToolBar ToolTip Tree TreeItem Custom Group Thumb DataGrid DataItem Document SplitButton Window Pane Header HeaderItem Table TitleBar Separator SemanticZoom AppBar';

describe('control types', () => {
  test('are those of UI Automation, all of them and no other', () => {
    expect([...CONTROL_TYPES].sort()).toEqual(UIA_CONTROL_TYPES.split(' ').sort());
    expect(UIA_CONTROL_TYPES.split(' ')).toHaveLength(50_040 - 50_000 + 1);
  });

  test('are named in any case, and by nothing else', () => {
    for (const type of CONTROL_TYPES) expect(controlTypeNamed(` ${type.toUpperCase()} `)).toBe(type);
    for (const text of ['', 'Buttons', '__proto__', 'constructor']) expect(controlTypeNamed(text)).toBeUndefined();
  });
});

describe('patterns', () => {
  test('print in their fixed order', () => {
    const order = 'invoke value toggle select expand scroll text grid range window'.split(' ');
    expect(PATTERN_QUERY_LABELS).toEqual([...order, 'scrollinto', 'legacy']);
    fc.assert(
      fc.property(patterns, (some) => {
        const labels = patternLabels(some);
        expect(labels).toEqual(order.filter((label) => labels.includes(label)));
        for (const label of order) expect(hasPattern(some, label)).toBe(labels.includes(label));
        expect(hasPattern(some, 'scrollinto')).toBe(some.scrollItem !== undefined);
        expect(hasPattern(some, 'legacy')).toBe(some.legacy !== undefined);
        expect(hasPattern(some, 'constructor')).toBe(false);
      }),
    );
  });
});
