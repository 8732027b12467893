import { AccessibilityBus } from '../../src/engine/adapters/linux/accessibilityBus.ts';
import {
  CACHE_PATH,
  CALLS,
  type CacheItem,
  INTERFACES,
  NULL_PATH,
  type Reference,
  ROOT_PATH,
} from '../../src/engine/adapters/linux/atspi.ts';
import type { Binding } from '../../src/engine/adapters/linux/batch.ts';
import { BusConnection } from '../../src/engine/adapters/linux/bus.ts';
import { ROLE } from '../../src/engine/adapters/linux/roles.ts';

/** How much is asked of each object. */
export type Facts = 'least' | 'same';

/** What of a table with too many children to be listed is on the screen. */
export interface ToldTable {
  /** Rows and columns, counted from 0. */
  readonly cells: readonly { readonly row: number; readonly column: number }[];
  /** Paths of the headers. */
  readonly headers: readonly string[];
}

/** What a raw read is told beforehand. */
export interface RawTask {
  readonly window: string;
  /** Take the objects from the application's cache, as GTK 4 offers them. */
  readonly cache: boolean;
  readonly facts: Facts;
  /** By the path of the table. */
  readonly tables: ReadonlyMap<string, ToldTable>;
}

/** What is known of an object before its details are asked for. */
interface Basics {
  states: number;
  name: string;
  role: number;
  interfaces: readonly string[];
}

const SHOWING = 1 << 25;
const FOCUSABLE = 1 << 11;
const EDITABLE = 1 << 7;

/** Containers with more children are not enumerated: asking a spreadsheet for all of them ends it. */
const MOST_CHILDREN = 2_000;

/** Asked of every object that offers the interface. */
const BY_INTERFACE: Readonly<Record<string, readonly Binding<unknown>[]>> = {
  [INTERFACES.component]: [CALLS.extents],
  [INTERFACES.value]: [CALLS.currentValue, CALLS.minimumValue, CALLS.maximumValue],
  [INTERFACES.table]: [CALLS.rowCount, CALLS.columnCount],
  [INTERFACES.tableCell]: [CALLS.position],
};

/** Kinds of controls that a label beside them names. */
const LABELLED: ReadonlySet<number> = new Set([
  ...[ROLE.comboBox, ROLE.passwordText, ROLE.slider, ROLE.spinButton, ROLE.text, ROLE.entry],
  ...[ROLE.list, ROLE.listBox, ROLE.table, ROLE.tree, ROLE.treeTable],
]);

/** Kinds of objects whose text stands in for a name that they lack. */
const TEXTS: ReadonlySet<number> = new Set([ROLE.label, ROLE.static, ROLE.heading, ROLE.paragraph, ROLE.tableCell]);

/**
 * A client without any engineering: every call at once, nothing translated, joined, bounded or checked. What ours is
 * measured against. Of every object that is SHOWING below a window it reads
 * - with `least`: states, name, role, interfaces, number of children, and the rectangle, whether it has one or not;
 * - with `same` what our reader reads: the five, then by interface the rectangle (Component), the names of the actions
 *   (Action; one by one where the list leaves them empty), the value and its limits (Value), rows and columns (Table), the
 *   position (TableCell), and the text of what is editable, or has no name and is a label or a cell (Text); the label of a
 *   control that has no name, and the choice of a combo box.
 * Of GTK 4 it takes states, name, role and interfaces of all objects from one reply of the cache, and asks with `same` for
 * the children, which the cache does not know for certain.
 */
export class RawReader {
  readonly #connection: BusConnection;
  readonly #destination: string;
  #task: RawTask = { window: '', cache: false, facts: 'least', tables: new Map() };
  #open = 0;
  #elements = 0;
  #calls = 0;
  #done: () => void = () => {};

  private constructor(connection: BusConnection, destination: string) {
    this.#connection = connection;
    this.#destination = destination;
  }

  /** A reader with an open connection, to the application itself where it offers one. */
  static async connect(env: NodeJS.ProcessEnv, destination: string): Promise<RawReader> {
    const bus = new AccessibilityBus(env);
    const address = await bus.askSession('org.a11y.Bus', '/org/a11y/bus', CALLS.accessibilityAddress);
    const shared = await BusConnection.open(address, false);
    const reader = new RawReader(shared, destination);
    const own = await reader.#value(ROOT_PATH, CALLS.privateAddress).catch(() => '');
    bus.close();
    if (own === '') return reader;
    shared.close();
    return new RawReader(await BusConnection.open(own, true), destination);
  }

  /** Calls that the last read made. */
  get calls(): number {
    return this.#calls;
  }

  /** Reads what the task says; gives the number of objects. */
  async read(task: RawTask): Promise<number> {
    this.#task = task;
    this.#elements = 0;
    this.#calls = 0;
    const end = new Promise<void>((resolve) => {
      this.#done = resolve;
    });
    if (task.cache) this.#readCache();
    else this.#visit(task.window);
    await end;
    return this.#elements;
  }

  #visit(path: string): void {
    this.#ask(path, CALLS.states, ([states]) => {
      if ((states & SHOWING) === 0) return;
      this.#elements++;
      this.#readBasics(path, { states, name: '', role: 0, interfaces: [] });
      if (this.#task.facts === 'least') this.#ask(path, CALLS.extents, nothing);
      this.#ask(path, CALLS.childCount, (count) => this.#readChildren(path, count));
    });
  }

  /** The three come in their order, over one connection, so that the last one has the others behind it. */
  #readBasics(path: string, basics: Basics): void {
    this.#ask(path, CALLS.name, (name) => {
      basics.name = name;
    });
    this.#ask(path, CALLS.role, (role) => {
      basics.role = role;
    });
    this.#ask(path, CALLS.interfaces, (interfaces) => {
      basics.interfaces = interfaces;
      if (this.#task.facts === 'same') this.#readDetails(path, basics);
    });
  }

  #readDetails(path: string, basics: Basics): void {
    const { states, name, role, interfaces } = basics;
    for (const offered of interfaces) for (const fact of BY_INTERFACE[offered] ?? []) this.#ask(path, fact, nothing);
    const isFocusable = (states & FOCUSABLE) !== 0;
    // GTK 4 lists the editing commands of every label as actions.
    if (interfaces.includes(INTERFACES.action) && (!this.#task.cache || isFocusable))
      this.#readActions(path, isFocusable);
    const isText = (states & EDITABLE) !== 0 || (name === '' && TEXTS.has(role));
    if (isText && interfaces.includes(INTERFACES.text)) this.#readText(path);
    this.#readRelated(path, basics);
  }

  #readRelated(path: string, { name, role, interfaces }: Basics): void {
    if (LABELLED.has(role) && (name === '' || role === ROLE.comboBox)) this.#readLabel(path);
    if (role === ROLE.comboBox && interfaces.includes(INTERFACES.selection)) this.#readChoice(path);
  }

  #readLabel(path: string): void {
    this.#ask(path, CALLS.labels, ([label]) => {
      if (label?.[0] === this.#destination) this.#ask(label[1], CALLS.name, nothing);
    });
  }

  #readChoice(path: string): void {
    const then = ([bus, selected]: Reference) => {
      if (bus === this.#destination && selected !== NULL_PATH) this.#ask(selected, CALLS.name, nothing);
    };
    this.#ask(path, CALLS.selectedChild, then, 0);
  }

  #readActions(path: string, isFocusable: boolean): void {
    this.#ask(path, CALLS.actions, (names) => {
      if (names.some((name) => name !== '')) return;
      const asked = isFocusable ? names : names.slice(0, 1);
      for (const index of asked.keys()) this.#ask(path, CALLS.actionName, nothing, index);
    });
  }

  #readText(path: string): void {
    this.#ask(path, CALLS.characterCount, (count) => {
      if (count > 0) this.#ask(path, CALLS.text, nothing, 0, count);
    });
  }

  #readChildren(path: string, count: number): void {
    if (count > MOST_CHILDREN) this.#readCells(path);
    else if (count > 0) this.#ask(path, CALLS.children, (children) => this.#visitAll(children));
  }

  #readCells(path: string): void {
    const { cells = [], headers = [] } = this.#task.tables.get(path) ?? {};
    for (const { row, column } of cells) this.#ask(path, CALLS.cellAt, (cell) => this.#visitAll([cell]), row, column);
    for (const header of headers) this.#visit(header);
  }

  #visitAll(children: readonly Reference[]): void {
    for (const [bus, path] of children) if (path !== NULL_PATH && bus === this.#destination) this.#visit(path);
  }

  #readCache(): void {
    this.#ask(CACHE_PATH, CALLS.cacheItems, (items) => {
      this.#elements = items.length;
      for (const item of items) {
        if (this.#task.facts === 'least') this.#ask(item.path, CALLS.extents, nothing);
        else this.#readCached(item);
      }
    });
  }

  #readCached({ path, name, role, interfaces, states, childCount }: CacheItem): void {
    this.#readDetails(path, { states: states[0], name, role, interfaces });
    if (childCount > 0) this.#ask(path, CALLS.children, nothing);
  }

  #ask<T>(path: string, binding: Binding<T>, then: (value: T) => void, ...args: readonly unknown[]): void {
    this.#open++;
    this.#calls++;
    const { interface: name, member, signature, fixed } = binding;
    const call = {
      destination: this.#destination,
      path,
      interface: name,
      member,
      signature,
      body: [...fixed, ...args],
    };
    this.#connection.send(call, (error, value) => {
      if (error === null) then(binding.read(value));
      if (--this.#open === 0) this.#done();
    });
  }

  #value<T>(path: string, binding: Binding<T>): Promise<T> {
    const { interface: name, member, signature, fixed } = binding;
    const call = { destination: this.#destination, path, interface: name, member, signature, body: fixed };
    return new Promise((resolve, reject) => {
      this.#connection.send(call, (error, value) => (error ? reject(error) : resolve(binding.read(value))));
    });
  }

  close(): void {
    this.#connection.close();
  }
}

function nothing(): void {}
