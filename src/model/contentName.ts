import type { AxNode, AxTree } from './element.ts';
import { NAME_LIMIT } from './text.ts';

/** Types that take their name from what they contain when they have none, as ARIA's name-from-content roles do. */
const NAMED_BY_CONTENT: ReadonlySet<string> = new Set([
  'Button',
  'CheckBox',
  'DataItem',
  'Hyperlink',
  'ListItem',
  'MenuItem',
  'RadioButton',
  'TabItem',
  'TreeItem',
]);

/** Only what is plainly a label: a row's name is its cells, not its menus. */
const GIVES_CONTENT: ReadonlySet<string> = new Set(['Text', 'Image', 'HeaderItem', 'DataItem', 'Hyperlink']);

/** The tree with names for nameless rows and buttons: the texts within them, parted by ` · `. */
export function withContentNames(tree: AxTree): AxTree {
  const contents = new Map<number, string[]>();
  const owners: (number | undefined)[] = [];
  for (const [index, node] of tree.nodes.entries()) {
    const nearest = owners[node.parent];
    const gives = nearest !== undefined && GIVES_CONTENT.has(node.type) && node.name !== '';
    if (gives) contents.set(nearest, [...(contents.get(nearest) ?? []), node.name.slice(0, NAME_LIMIT)]);
    // What a named cell holds is its own label once more.
    owners.push(isNameless(node) ? index : gives ? undefined : nearest);
  }
  if (contents.size === 0) return tree;
  const nodes = tree.nodes.map((node, index) => {
    const texts = contents.get(index);
    return texts === undefined ? node : { ...node, name: texts.join(' · ') };
  });
  return { ...tree, nodes };
}

function isNameless(node: AxNode): boolean {
  return node.name.trim() === '' && NAMED_BY_CONTENT.has(node.type);
}
