import type { Binding } from './batch.ts';

/** Bus name and object path of an accessible object. */
export type Reference = readonly [bus: string, path: string];

/** The 64 state bits, low word first. */
export type States = readonly [low: number, high: number];

/** Left, top, width and height as the toolkit reports them. */
export type Extents = readonly [x: number, y: number, width: number, height: number];

/** An entry of the cache of an application: all that GTK 4 says of an object in one reply for all objects. */
export interface CacheItem {
  readonly path: string;
  readonly parent: string;
  readonly index: number;
  readonly childCount: number;
  readonly interfaces: readonly string[];
  readonly name: string;
  readonly role: number;
  readonly states: States;
}

export const ROOT_PATH = '/org/a11y/atspi/accessible/root';
/** The path that stands for "no object". */
export const NULL_PATH = '/org/a11y/atspi/null';
/** What a call gives that has no object to give. */
export const NO_OBJECT: Reference = ['', NULL_PATH];
export const CACHE_PATH = '/org/a11y/atspi/cache';
export const REGISTRY = 'org.a11y.atspi.Registry';
export const REGISTRY_PATH = '/org/a11y/atspi/registry';
export const MESSAGE_BUS = 'org.freedesktop.DBus';
export const MESSAGE_BUS_PATH = '/org/freedesktop/DBus';

/** Interface names as `GetInterfaces` answers them. */
export const INTERFACES = {
  accessible: 'org.a11y.atspi.Accessible',
  action: 'org.a11y.atspi.Action',
  application: 'org.a11y.atspi.Application',
  cache: 'org.a11y.atspi.Cache',
  component: 'org.a11y.atspi.Component',
  editableText: 'org.a11y.atspi.EditableText',
  hyperlink: 'org.a11y.atspi.Hyperlink',
  hypertext: 'org.a11y.atspi.Hypertext',
  selection: 'org.a11y.atspi.Selection',
  table: 'org.a11y.atspi.Table',
  tableCell: 'org.a11y.atspi.TableCell',
  text: 'org.a11y.atspi.Text',
  value: 'org.a11y.atspi.Value',
} as const;

const PROPERTIES = 'org.freedesktop.DBus.Properties';

/** Coordinates of the whole screen; 1 would be those of the window, which Qt answers with garbage. */
export const SCREEN = 0;

/** `ATSPI_RELATION_LABELLED_BY`. */
const LABELLED_BY = 2;

const asText = (value: unknown) => (typeof value === 'string' ? value : '');
const asNumber = (value: unknown) =>
  typeof value === 'bigint' ? Number(value) : typeof value === 'number' ? value : 0;
const asFlag = (value: unknown) => value === true;
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const asTexts = (value: unknown) => asList(value).map(asText);
const nothing = () => undefined;

function asReference(value: unknown): Reference {
  const [bus, path] = asList(value);
  return [asText(bus), typeof path === 'string' ? path : NULL_PATH];
}

const asReferences = (value: unknown) =>
  asList(value)
    .map(asReference)
    .filter(([, path]) => path !== NULL_PATH);

function asStates(value: unknown): States {
  const [low, high] = asList(value);
  return [asNumber(low), asNumber(high)];
}

function asExtents(value: unknown): Extents {
  const [x, y, width, height] = asList(value);
  return [asNumber(x), asNumber(y), asNumber(width), asNumber(height)];
}

function asPair(value: unknown): readonly [number, number] {
  const [first, second] = asList(value);
  return [asNumber(first), asNumber(second)];
}

/** Two results of one method. */
const asRange = (start: unknown, end: unknown) => ({ start: asNumber(start), end: asNumber(end) });

/** The attributes at a character, and the stretch of text that has the same. */
const asRun = (attributes: unknown, start: unknown, end: unknown) => ({
  attributes: asAttributes(attributes),
  ...asRange(start, end),
});

/** Names of the actions; each entry is name, description and key binding. */
const asActions = (value: unknown) => asList(value).map((entry) => asText(asList(entry)[0]));

/** What a web page says of an element, such as its `id`. */
function asAttributes(value: unknown): ReadonlyMap<string, string> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return new Map(entries.map(([name, text]) => [name, asText(text)]));
}

function asLabels(value: unknown): readonly Reference[] {
  return asList(value).flatMap((entry) => {
    const [type, targets] = asList(entry);
    return type === LABELLED_BY ? asReferences(targets) : [];
  });
}

const asItems = (value: unknown) => asList(value).map(asItem);

function asItem(value: unknown): CacheItem {
  const [self, , parent, index, childCount, interfaces, name, role, , states] = asList(value);
  return {
    path: asReference(self)[1],
    parent: asReference(parent)[1],
    index: asNumber(index),
    childCount: asNumber(childCount),
    interfaces: asTexts(interfaces),
    name: asText(name),
    role: asNumber(role),
    states: asStates(states),
  };
}

function method<T>(name: string, member: string, read: Binding<T>['read'], signature = ''): Binding<T> {
  return { interface: name, member, signature, fixed: [], read };
}

function property<T>(name: string, member: string, read: (value: unknown) => T): Binding<T> {
  return { interface: PROPERTIES, member: 'Get', signature: 'ss', fixed: [name, member], read };
}

const {
  accessible,
  action,
  application,
  cache,
  component,
  editableText,
  hyperlink,
  hypertext,
  selection,
  table,
  tableCell,
  text,
  value,
} = INTERFACES;

/** Every call that the reader makes. `Properties.GetAll` is not among them: it ends Qt 5 and Qt 6 applications. */
export const CALLS = {
  name: property(accessible, 'Name', asText),
  childCount: property(accessible, 'ChildCount', asNumber),
  parent: property(accessible, 'Parent', asReference),
  indexInParent: method(accessible, 'GetIndexInParent', asNumber),
  role: method(accessible, 'GetRole', asNumber),
  states: method(accessible, 'GetState', asStates),
  interfaces: method(accessible, 'GetInterfaces', asTexts),
  children: method(accessible, 'GetChildren', asReferences),
  childAt: method(accessible, 'GetChildAtIndex', asReference, 'i'),
  attributes: method(accessible, 'GetAttributes', asAttributes),
  labels: method(accessible, 'GetRelationSet', asLabels),
  toolkit: property(application, 'ToolkitName', asText),
  toolkitVersion: property(application, 'Version', asText),
  privateAddress: method(application, 'GetApplicationBusAddress', asText),
  cacheItems: method(cache, 'GetItems', asItems),
  extents: { ...method(component, 'GetExtents', asExtents, 'u'), fixed: [SCREEN] },
  atPoint: method(component, 'GetAccessibleAtPoint', asReference, 'iiu'),
  actions: method(action, 'GetActions', asActions),
  actionName: method(action, 'GetName', asText, 'i'),
  doAction: method(action, 'DoAction', asFlag, 'i'),
  setText: method(editableText, 'SetTextContents', asFlag, 's'),
  insertText: method(editableText, 'InsertText', asFlag, 'isi'),
  deleteText: method(editableText, 'DeleteText', asFlag, 'ii'),
  selectChild: method(selection, 'SelectChild', asFlag, 'i'),
  grabFocus: method(component, 'GrabFocus', asFlag),
  scrollTo: method(component, 'ScrollTo', asFlag, 'u'),
  setCurrentValue: {
    interface: PROPERTIES,
    member: 'Set',
    signature: 'ssv',
    fixed: [value, 'CurrentValue'],
    read: nothing,
  },
  currentValue: property(value, 'CurrentValue', asNumber),
  minimumValue: property(value, 'MinimumValue', asNumber),
  maximumValue: property(value, 'MaximumValue', asNumber),
  minimumIncrement: property(value, 'MinimumIncrement', asNumber),
  characterCount: property(text, 'CharacterCount', asNumber),
  text: method(text, 'GetText', asText, 'ii'),
  caret: property(text, 'CaretOffset', asNumber),
  setCaret: method(text, 'SetCaretOffset', asFlag, 'i'),
  addSelection: method(text, 'AddSelection', asFlag, 'ii'),
  removeSelection: method(text, 'RemoveSelection', asFlag, 'i'),
  setSelection: method(text, 'SetSelection', asFlag, 'iii'),
  selectionCount: method(text, 'GetNSelections', asNumber),
  selection: method(text, 'GetSelection', asRange, 'i'),
  attributeRun: method(text, 'GetAttributeRun', asRun, 'ib'),
  link: method(hypertext, 'GetLink', asReference, 'i'),
  linkedObject: method(hyperlink, 'GetObject', asReference, 'i'),
  selectedChild: method(selection, 'GetSelectedChild', asReference, 'i'),
  rowCount: property(table, 'NRows', asNumber),
  columnCount: property(table, 'NColumns', asNumber),
  cellAt: method(table, 'GetAccessibleAt', asReference, 'ii'),
  rowExtent: method(table, 'GetRowExtentAt', asNumber, 'ii'),
  columnExtent: method(table, 'GetColumnExtentAt', asNumber, 'ii'),
  rowAtIndex: method(table, 'GetRowAtIndex', asNumber, 'i'),
  columnAtIndex: method(table, 'GetColumnAtIndex', asNumber, 'i'),
  columnName: method(table, 'GetColumnDescription', asText, 'i'),
  columnHeader: method(table, 'GetColumnHeader', asReference, 'i'),
  rowName: method(table, 'GetRowDescription', asText, 'i'),
  rowHeader: method(table, 'GetRowHeader', asReference, 'i'),
  position: property(tableCell, 'Position', asPair),
  enabled: property('org.a11y.Status', 'IsEnabled', asFlag),
  setEnabled: {
    interface: PROPERTIES,
    member: 'Set',
    signature: 'ssv',
    fixed: ['org.a11y.Status', 'IsEnabled'],
    read: nothing,
  },
  registerEvent: method('org.a11y.atspi.Registry', 'RegisterEvent', nothing, 'sass'),
  deregisterEvent: method('org.a11y.atspi.Registry', 'DeregisterEvent', nothing, 's'),
  addMatch: method('org.freedesktop.DBus', 'AddMatch', nothing, 's'),
  removeMatch: method('org.freedesktop.DBus', 'RemoveMatch', nothing, 's'),
  accessibilityAddress: method('org.a11y.Bus', 'GetAddress', asText),
  processId: method('org.freedesktop.DBus', 'GetConnectionUnixProcessID', asNumber, 's'),
} as const;
