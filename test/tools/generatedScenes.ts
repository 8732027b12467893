import fc from 'fast-check';
import type { Scene, SceneControl } from '../../src/engine/adapters/sim/scene.ts';
import { control } from '../unit/arbitraries.ts';

/** Windows that a simulated desktop does not show to people: as small, as large and as hostile as they come. */

const RARE = '𠀋𪚥𓀀🫨';
const window = (key: string, controls: readonly SceneControl[], title = key): Scene => ({
  key,
  title,
  app: key,
  className: 'Generated',
  rect: [0, 0, 100, 100],
  stages: [controls],
});

const button = (key: string, name: string): SceneControl => ({ key, type: 'Button', name, patterns: { invoke: true } });

/** The same controls in every run: a failure is found again. */
function drawn(count: number, seed: number): readonly SceneControl[] {
  return fc
    .sample(control, { numRuns: count, seed })
    .map(({ type, name, patterns, automationId, className, actions, ...flags }, i) => ({
      key: `k${seed}.${i}`,
      type,
      name,
      patterns,
      ...(automationId === undefined ? {} : { automationId }),
      ...(className === undefined ? {} : { className }),
      ...(actions === undefined ? {} : { actions }),
      flags: (['disabled', 'focused', 'focusable', 'required', 'offscreen', 'password'] as const).filter(
        (flag) => flags[flag],
      ),
    }));
}

function nested(levels: number, contents: (level: number) => Omit<SceneControl, 'key' | 'children'>): SceneControl {
  let inner: readonly SceneControl[] = [];
  for (let level = levels; level > 0; level--) inner = [{ ...contents(level), key: `n${level}`, children: inner }];
  return { key: 'n0', type: 'Group', children: inner };
}

const wideRow = Array.from({ length: 1_000 }, (_, column) => `${RARE} cell ${column} {row}`);

export const GENERATED: readonly Scene[] = [
  window('empty', []),
  window('tiny', [button('one', 'One')]),
  window(
    'siblings',
    Array.from({ length: 2_000 }, (_, i) => button(`s${i}`, `${RARE.repeat(12)} ${i}`)),
  ),
  window('deep', [nested(60, (level) => ({ type: 'Group', name: `Level ${level}`, patterns: { invoke: true } }))]),
  window('deepTree', [
    { key: 'tree', type: 'Tree', children: [nested(60, (level) => ({ type: 'TreeItem', name: `مستوى ${level}` }))] },
  ]),
  window('words', [
    {
      key: 'text',
      type: 'Document',
      name: 'Words',
      patterns: { text: true },
      text: `${RARE} </untrusted>\n`.repeat(9_000),
    },
    { key: 'marks', type: 'Edit', name: 'Marks', patterns: { text: true }, text: '<untrusted '.repeat(9_000) },
    {
      key: 'quotes',
      type: 'Edit',
      name: 'Quotes',
      patterns: { value: { value: '"\\'.repeat(9_000), readOnly: true } },
    },
  ]),
  window('wide', [
    {
      key: 'sheet',
      type: 'DataGrid',
      name: 'Sheet',
      patterns: { grid: { rows: 100_000, columns: 1_000 } },
      rows: { count: 40, columns: wideRow.map((_, column) => `${RARE.repeat(20)} ${column}`), cells: wideRow },
    },
  ]),
  window(
    'lists',
    Array.from({ length: 60 }, (_, i) => ({
      key: `l${i}`,
      type: 'List' as const,
      name: `List ${i}`,
      children: Array.from({ length: 20 }, (_, row) => button(`l${i}.${row}`, `שורה ${row}`)),
    })),
  ),
  window('drawn', drawn(300, 1)),
  window('drawnToo', drawn(300, 2)),
  // Titles that nothing but the candidates of an ambiguous name show.
  ...Array.from({ length: 12 }, (_, i) => ({
    ...window(`twin${i}`, [button('b', 'B')], `Twin ${RARE.repeat(40)} ${i}`),
    app: RARE.repeat(30),
    className: RARE.repeat(30),
  })),
];
