import type { PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import type { AxNode, AxTree, Rect, WindowInfo } from '../../src/model/element.ts';
import { NEVER, SCOPE } from './reading.ts';

/** What a probe found: `yes`, `no`, or a word that says more. The generated page explains the words. */
export type Answer = 'yes' | 'no' | 'part' | 'counted' | 'said' | 'letters' | 'window' | 'inside' | 'absent';

/** A control of a fixture and what it holds. */
export interface Held<T> {
  readonly name: string;
  readonly value: T;
}

/** What the window of a fixture has, which the probes compare with what is read. Absent is what it does not have. */
export interface Facts {
  readonly names: readonly string[];
  readonly disabled: string;
  readonly enabled: string;
  readonly focused: string;
  readonly entry: Held<string>;
  readonly password?: string;
  readonly checked: string;
  readonly unchecked: string;
  readonly choice: Held<string>;
  readonly slider?: Held<{ readonly value: number; readonly minimum: number; readonly maximum: number }>;
  readonly table: TableFacts;
  readonly story: StoryFacts;
  readonly popupItem: string;
}

interface TableFacts {
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  readonly headers: readonly string[];
  /** The grid that has more rows than objects, where it is not the table itself. */
  readonly virtual?: string;
  /** Row that holds `name 900`, its title, and its cells. */
  readonly far: number;
  readonly farTitle: string;
}

interface StoryFacts {
  readonly name: string;
  readonly text: string;
  /** In code points; the caret stands where the bold word begins or ends. */
  readonly bold: readonly [start: number, end: number];
}

/** The running fixture. */
export interface MatrixProgram {
  readonly facts: Facts;
  /** Where its controls are on the screen, as it knows itself; empty where it cannot know. */
  truth(): Promise<Readonly<Record<string, Rect>>>;
  version(): Promise<string>;
  /** Gives a button, or a cell, another text. */
  rename(name: string): Promise<void>;
  /** Opens a menu with the item of the facts; false where the program itself says that none has opened. */
  popup(tree: AxTree): Promise<boolean>;
}

/** What a probe is given. */
export interface Subject {
  readonly adapter: PlatformAdapter;
  readonly window: WindowInfo;
  readonly program: MatrixProgram;
  readonly tree: AxTree;
  /** Milliseconds in which an event, a menu or the expected answer must come. */
  readonly patience: number;
}

/** The answer to what either holds or does not. */
export function yes(holds: boolean): Answer {
  return holds ? 'yes' : 'no';
}

/** `yes` where it holds for all, `part` where it does for some. */
export function share<T>(all: readonly T[], holds: (one: T) => boolean): Answer {
  const count = all.filter(holds).length;
  if (count === 0) return 'no';
  return count === all.length ? 'yes' : 'part';
}

/** Whether a control has this name. */
export function has({ nodes }: AxTree, name: string): boolean {
  return nodes.some((node) => node.name === name);
}

/** Labels have the names of what they label. */
export function control(tree: AxTree, name: string, fits: (node: AxNode) => boolean = () => true): AxNode | undefined {
  const named = tree.nodes.filter((node) => node.name === name && node.type !== 'Text');
  return named.find(fits) ?? named[0];
}

/** Whether it has this name, or lies in what has it. */
export function isWithin(tree: AxTree, node: AxNode | undefined, name: string): boolean {
  return node !== undefined && (node.name === name || isWithin(tree, tree.nodes[node.parent], name));
}

/** The tree of the window as it is now. */
export function captured({ adapter, window }: Subject): Promise<AxTree> {
  return adapter.capture(window.handle, SCOPE, NEVER);
}
