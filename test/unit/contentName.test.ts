import { describe, expect, test } from 'vitest';
import { withContentNames } from '../../src/model/contentName.ts';
import type { AxNode } from '../../src/model/element.ts';
import { node } from './arbitraries.ts';

const namesOf = (nodes: readonly AxNode[]) =>
  withContentNames({ nodes, cuts: [], notes: [] }).nodes.map(({ name }) => name);

describe('withContentNames', () => {
  test('a nameless row is called by the texts in it, a named one keeps its name', () => {
    expect(
      namesOf([
        node({ type: 'List', parent: -1 }),
        node({ type: 'ListItem', parent: 0 }),
        node({ type: 'Group', parent: 1 }),
        node({ type: 'Text', name: 'Ada', parent: 2 }),
        node({ type: 'Image', name: 'online', parent: 1 }),
        node({ type: 'ListItem', name: 'Bob', parent: 0 }),
        node({ type: 'Text', name: 'other', parent: 5 }),
      ]),
    ).toEqual(['', 'Ada · online', '', 'Ada', 'online', 'Bob', 'other']);
  });

  test('menus and buttons in a row are not its name', () => {
    expect(
      namesOf([
        node({ type: 'ListItem' }),
        node({ type: 'Button', name: 'Delete', parent: 0 }),
        node({ type: 'Text', name: 'Mail', parent: 0 }),
      ])[0],
    ).toBe('Mail');
  });

  test('a row of nameless cells is called by the texts in its cells, in their order', () => {
    expect(
      namesOf([
        node({ type: 'DataItem' }),
        node({ type: 'DataItem', parent: 0 }),
        node({ type: 'Text', name: 'Ada', parent: 1 }),
        node({ type: 'Text', name: 'between', parent: 0 }),
        node({ type: 'DataItem', parent: 0 }),
        node({ type: 'Text', name: 'London', parent: 4 }),
      ]),
    ).toEqual(['Ada · between · London', 'Ada', 'Ada', 'between', 'London', 'London']);
  });

  test('a row with fifty thousand texts is named at once', () => {
    const texts = Array.from({ length: 50_000 }, () => node({ type: 'Text', name: 'x', parent: 0 }));
    const start = performance.now();
    expect(namesOf([node({ type: 'ListItem' }), ...texts])[0]).toMatch(/^x · x/);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  test('a text is not cut within a character', () => {
    const [name = ''] = namesOf([
      node({ type: 'ListItem' }),
      node({ type: 'Text', name: `${'a'.repeat(89)}🤖`, parent: 0 }),
    ]);
    expect(name.isWellFormed()).toBe(true);
  });
});
