import type { AxNode, AxTree } from './element.ts';
import { headOf, NAME_LIMIT } from './text.ts';

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
  const contents = contentsOf(tree.nodes);
  if (contents.size === 0) return tree;
  const nodes = tree.nodes.map((node, index) => {
    const texts = contents.get(index);
    return texts === undefined ? node : { ...node, name: texts.join(' · ') };
  });
  return { ...tree, nodes };
}

/** The texts within each nameless control, by its index. What lies in a nameless cell is in its row as well. */
function contentsOf(nodes: readonly AxNode[]): Map<number, string[]> {
  const contents = new Map<number, string[]>();
  /** For each node the nearest nameless control that it lies in or is. */
  const owners: (number | undefined)[] = [];
  /** For each nameless control the one that takes its content, too. */
  const outer = new Map<number, number | undefined>();
  for (const [index, node] of nodes.entries()) {
    const nearest = ownerBelow(nodes, owners, contents, node.parent);
    const nameless = isNameless(node);
    owners.push(nameless ? index : nearest);
    if (nameless) outer.set(index, GIVES_CONTENT.has(node.type) ? nearest : undefined);
    else if (GIVES_CONTENT.has(node.type) && node.name !== '') addTo(contents, outer, nearest, node.name);
  }
  return contents;
}

/** What opens is called by its first text: the others are in it only while it is open. */
function ownerBelow(
  nodes: readonly AxNode[],
  owners: readonly (number | undefined)[],
  contents: ReadonlyMap<number, readonly string[]>,
  parent: number,
): number | undefined {
  const owner = owners[parent];
  const holder = owner === undefined ? undefined : nodes[owner];
  const isNamed = owner !== undefined && contents.has(owner);
  return isNamed && holder?.type === 'Button' && holder.patterns.expandCollapse ? undefined : owner;
}

/** Cells in cells end somewhere: a chain of any length would cost its square. */
const NESTED_CELLS = 3;

function addTo(
  contents: Map<number, string[]>,
  outer: ReadonlyMap<number, number | undefined>,
  nearest: number | undefined,
  name: string,
): void {
  let owner = nearest;
  for (let level = 0; owner !== undefined && level < NESTED_CELLS; level++) {
    const texts = contents.get(owner) ?? [];
    texts.push(headOf(name, NAME_LIMIT));
    contents.set(owner, texts);
    owner = outer.get(owner);
  }
}

function isNameless(node: AxNode): boolean {
  return node.name.trim() === '' && NAMED_BY_CONTENT.has(node.type);
}
