import { readActions, wantsActions } from './actions.ts';
import { CALLS, INTERFACES, NO_OBJECT, NULL_PATH, ROOT_PATH } from './atspi.ts';
import type { Batch } from './batch.ts';
import { type Attributes, declaredSize } from './declaredSize.ts';
import type { DetailContext } from './detailContext.ts';
import { readRect } from './extents.ts';
import type { Basics, Child } from './found.ts';
import { readPosition } from './position.ts';
import type { RawNode } from './raw.ts';
import { ROLE } from './roles.ts';
import { has } from './states.ts';
import type { Toolkit } from './toolkits.ts';

/** Characters of a text that are read as a value; longer ones are read by part through `text`. */
const VALUE_CHARACTERS = 20_000;

/** Stands in a text for an object in it, such as the choice in a combo box. */
export const EMBEDDED_OBJECT = '\uFFFC';

/** Kinds of controls that a label beside them names. */
const LABELLED: ReadonlySet<number> = new Set([
  ROLE.comboBox,
  ROLE.passwordText,
  ROLE.slider,
  ROLE.spinButton,
  ROLE.text,
  ROLE.entry,
  ROLE.list,
  ROLE.listBox,
  ROLE.table,
  ROLE.tree,
  ROLE.treeTable,
]);

/** Items of lists and grids. */
const ITEMS: ReadonlySet<number> = new Set([ROLE.listItem, ROLE.tableRow, ROLE.tableCell, ROLE.treeItem]);

/** Kinds of objects whose text is their value or stands in for a name that they lack. */
const HOLDS_TEXT: ReadonlySet<number> = new Set([
  ROLE.text,
  ROLE.entry,
  ROLE.spinButton,
  ROLE.comboBox,
  ROLE.tableCell,
  ROLE.paragraph,
  ROLE.heading,
  ROLE.label,
  ROLE.static,
]);

/** Reads everything of an object that its basic facts promise. */
export async function readDetails(context: DetailContext, child: Child, basics: Basics): Promise<RawNode> {
  const { role, name, states, interfaces } = basics;
  const [own, related, identity] = await Promise.all([
    readOwn(context, child, basics),
    readRelated(context, child, basics),
    readIdentity(context, child.path, basics),
  ]);
  return { role, name, states, interfaces, ...own, ...related, ...identity };
}

/** Where it is, what it does and what it holds. */
async function readOwn(
  context: DetailContext,
  { path, rect: known }: Child,
  basics: Basics,
): Promise<Pick<RawNode, 'rect' | 'actions' | 'range' | 'text'>> {
  const { batch, toolkit } = context;
  const [rect, actions, range, text] = await Promise.all([
    basics.interfaces.includes(INTERFACES.component) && known === undefined ? readRect(batch, path) : known,
    wantsActions(toolkit, basics) ? readActions(context, path, basics) : undefined,
    basics.interfaces.includes(INTERFACES.value) ? readRange(batch, path) : undefined,
    wantsText(basics) ? readText(batch, path) : undefined,
  ]);
  return {
    ...(rect && { rect }),
    ...(actions && { actions }),
    ...(range && { range }),
    ...(text !== undefined && { text }),
  };
}

/** How the page calls it; asked only of what can have the focus, because it costs a call. */
async function readIdentity(
  { batch, toolkit }: DetailContext,
  path: string,
  { states }: Basics,
): Promise<Pick<RawNode, 'id' | 'className'>> {
  if (!toolkit.hasPageIds || !has(states, 'focusable')) return {};
  const attributes = await batch.optional<ReadonlyMap<string, string>>(path, CALLS.attributes, new Map());
  const id = attributes.get('id');
  const className = attributes.get('class');
  return { ...(id && { id }), ...(className && { className }) };
}

/** Its place among other objects, and what others say of it. */
async function readRelated(
  { batch, toolkit }: DetailContext,
  { path, cell: known }: Child,
  { role, name, interfaces }: Basics,
): Promise<Pick<RawNode, 'table' | 'cell' | 'choice' | 'label' | 'selected' | 'window'>> {
  const [window, table, cell, choice, label, selected] = await Promise.all([
    toolkit.family === 'qt' && role === ROLE.filler && isTopLevel(batch, path),
    interfaces.includes(INTERFACES.table) ? readTable(batch, path, toolkit) : undefined,
    known ?? (isCell(role, interfaces) ? readPosition(batch, path, toolkit) : undefined),
    readChoice({ batch, toolkit }, path, role),
    (name === '' || role === ROLE.comboBox) && LABELLED.has(role) ? readLabel(batch, path) : undefined,
    role === ROLE.comboBox ? readSelected(batch, path, interfaces) : undefined,
  ]);
  return {
    ...(window && { window }),
    ...(table && { table }),
    ...(cell && { cell }),
    ...choice,
    ...(label !== undefined && { label }),
    ...(selected !== undefined && { selected }),
  };
}

function wantsText({ role, name, states, interfaces }: Basics): boolean {
  if (role === ROLE.passwordText || !interfaces.includes(INTERFACES.text)) return false;
  if (!HOLDS_TEXT.has(role) && !has(states, 'editable')) return false;
  const isStatic = role === ROLE.label || role === ROLE.static || role === ROLE.heading;
  return !(isStatic && name !== '');
}

async function readRange(batch: Batch, path: string): Promise<RawNode['range']> {
  const [value, minimum, maximum] = await Promise.all([
    batch.optional<number | undefined>(path, CALLS.currentValue, undefined),
    batch.optional(path, CALLS.minimumValue, 0),
    batch.optional(path, CALLS.maximumValue, 0),
  ]);
  return value === undefined ? undefined : { value, minimum, maximum };
}

/** The text in two steps: GTK 4 answers "" to an end of −1, so the end has to be asked for first. */
async function readText(batch: Batch, path: string): Promise<string | undefined> {
  const count = await batch.optional(path, CALLS.characterCount, -1);
  if (count < 0) return undefined;
  if (count === 0) return '';
  const text = await batch.optional(path, CALLS.text, '', 0, Math.min(count, VALUE_CHARACTERS));
  const own = text.replaceAll(EMBEDDED_OBJECT, '');
  return own === '' ? undefined : own;
}

/** A web grid may declare more rows than it has rendered. */
async function readTable(batch: Batch, path: string, { hasPageIds }: Toolkit): Promise<RawNode['table']> {
  const [rows, columns, attributes] = await Promise.all([
    batch.optional(path, CALLS.rowCount, -1),
    batch.optional(path, CALLS.columnCount, -1),
    hasPageIds ? batch.optional<Attributes>(path, CALLS.attributes, new Map()) : new Map(),
  ]);
  if (rows < 0 || columns < 0) return undefined;
  const declared = declaredSize(attributes);
  return { rows: Math.max(rows, declared.rows ?? 0), columns: Math.max(columns, declared.columns ?? 0) };
}

function isCell(role: number, interfaces: readonly string[]): boolean {
  return role === ROLE.tableCell || interfaces.includes(INTERFACES.tableCell);
}

/** Qt calls a window that is a plain widget a filler. */
async function isTopLevel(batch: Batch, path: string): Promise<true | undefined> {
  const [, parent] = await batch.optional(path, CALLS.parent, NO_OBJECT);
  return parent === ROOT_PATH ? true : undefined;
}

/** GTK 4 calls an item SELECTABLE only from when it was selected first, and the cells of a selected row as well. */
async function readChoice(
  { batch, toolkit }: DetailContext,
  path: string,
  role: number,
): Promise<Pick<RawNode, 'choice'>> {
  if (toolkit.family !== 'gtk4' || !ITEMS.has(role)) return {};
  const [bus, parent] = await batch.optional(path, CALLS.parent, NO_OBJECT);
  if (bus !== batch.destination || parent === NULL_PATH) return { choice: false };
  const interfaces = await batch.optional(parent, CALLS.interfaces, []);
  return { choice: interfaces.includes(INTERFACES.selection) };
}

async function readLabel(batch: Batch, path: string): Promise<string | undefined> {
  const [label] = await batch.optional(path, CALLS.labels, []);
  return label && label[0] === batch.destination ? batch.optional(label[1], CALLS.name, '') : undefined;
}

/** The choice of a combo box: selected in it, or in the list that Chromium keeps inside. */
async function readSelected(batch: Batch, path: string, interfaces: readonly string[]): Promise<string | undefined> {
  const [holderBus, holder] = interfaces.includes(INTERFACES.selection)
    ? [batch.destination, path]
    : await batch.optional(path, CALLS.childAt, NO_OBJECT, 0);
  if (holderBus !== batch.destination || holder === NULL_PATH) return undefined;
  const [bus, selected] = await batch.optional(holder, CALLS.selectedChild, NO_OBJECT, 0);
  return bus === batch.destination && selected !== NULL_PATH ? batch.optional(selected, CALLS.name, '') : undefined;
}
