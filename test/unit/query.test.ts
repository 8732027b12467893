import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contains, matches, nearest } from '../../src/model/query.ts';
import { cell } from '../../src/model/text.ts';
import { hostileText, node } from './arbitraries.ts';

const named = (names: readonly string[]) => names.map((name, index) => node({ handle: `h${index}`, name }));
const found = (names: readonly string[], query: string) =>
  matches(named(names), query, 'auto', contains(query)).map(({ index, rank }) => [names[index], rank]);

describe('matches', () => {
  test('exact comes before prefix before any part, in document order within each', () => {
    expect(found(['Do not save', 'Save as', 'Save', 'save', 'Load', 'Savings'], 'save')).toEqual([
      ['Save', 0],
      ['save', 0],
      ['Save as', 1],
      ['Do not save', 2],
    ]);
  });

  test('finds what a plain search finds, ranked and stable', () => {
    const word = fc.stringMatching(/^[ab]{0,4}$/);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20, size: 'max' }), fc.stringMatching(/^[ab]{1,3}$/), (names, query) => {
        const rank = (name: string) => (name === query ? 0 : name.startsWith(query) ? 1 : name.includes(query) ? 2 : 3);
        const wanted = names
          .map((name, index) => ({ index, rank: rank(name) }))
          .filter((hit) => hit.rank < 3)
          .sort((a, b) => a.rank - b.rank || a.index - b.index);
        expect(matches(named(names), query, 'name', contains(query))).toEqual(wanted);
      }),
      { numRuns: 500 },
    );
  });

  test('looks at the field that it is told, and at name, automation id and class by default', () => {
    const nodes = [node({ name: 'Save' }), node({ automationId: 'save' }), node({ className: 'Save' }), node()];
    const hits = (by: 'auto' | 'name' | 'automation_id' | 'class') =>
      matches(nodes, 'save', by, contains('save')).map(({ index }) => index);
    expect(hits('auto')).toEqual([0, 1, 2]);
    expect(hits('name')).toEqual([0]);
    expect(hits('automation_id')).toEqual([1]);
    expect(hits('class')).toEqual([2]);
  });

  test('a type matches whole, a pattern by its label, in any case', () => {
    const nodes = [
      node({ type: 'Tab' }),
      node({ type: 'TabItem', patterns: { selectionItem: { selected: false } } }),
      node({ patterns: { scrollItem: true, legacy: true } }),
    ];
    const hits = (query: string, by: 'type' | 'pattern') =>
      matches(nodes, query, by, contains(query)).map(({ index }) => index);
    expect(hits('tab', 'type')).toEqual([0]);
    expect(hits('TABITEM', 'type')).toEqual([1]);
    expect(hits('Select', 'pattern')).toEqual([1]);
    expect(hits('scrollinto', 'pattern')).toEqual([2]);
    expect(hits('legacy', 'pattern')).toEqual([2]);
  });

  test.each([
    ['ΟΔΟΣ', 'οδοσα'],
    ['STRASSE', 'Straße'],
    ['ﬁle', 'FILE'],
    ['１２３', 'a 123'],
    ['two  words', 'Two\u00a0\nwords'],
    ['Settings', 'Set\u00adtings\u200b'],
    ['é', 'e\u0301'],
  ])('%s finds %j', (query, name) => {
    expect(found([name], query)).toHaveLength(1);
  });

  test('a name is found by what an answer shows of it', () => {
    fc.assert(
      fc.property(hostileText, (name) => {
        const shown = cell(name, 10_000).replaceAll('‹', '<');
        fc.pre(shown.trim() !== '' && !/data:|\ufffd/i.test(shown));
        expect(found([name], shown)).toHaveLength(1);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('nearest', () => {
  test('offers the names most like the query, the best first', () => {
    const nodes = named(['Quit', 'Settings', 'Setting', 'Save']);
    expect(nearest(nodes, 'setings', 3).map(({ index }) => index)).toEqual([1, 2]);
    expect(nearest(nodes, 'xyzzy', 3)).toEqual([]);
    expect(nearest(nodes, 'a', 3)).toEqual([]);
  });
});
