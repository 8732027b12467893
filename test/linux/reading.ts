import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlatformAdapter, Scope } from '../../src/engine/adapters/adapter.ts';
import { AccessibilityBus } from '../../src/engine/adapters/linux/accessibilityBus.ts';
import { CALLS } from '../../src/engine/adapters/linux/atspi.ts';
import type { AxNode, AxTree, Rect, WindowInfo } from '../../src/model/element.ts';
import { type TestDesktop, until } from './desktop.ts';

/** The Python that has the GTK bindings; the first on the path may be another one. */
export const PYTHON = '/usr/bin/python3';

export const SCOPE: Scope = { includeOffscreen: false, rows: 12, maxNodes: 5_000, timeBudget: 5_000 };

/** A signal that never comes. */
export const NEVER = new AbortController().signal;

/** Where the widgets of a fixture are, as the fixture itself knows it. */
type Truth = Readonly<Record<string, Rect>>;

export interface Fixture {
  readonly process: ChildProcess;
  readonly truth: () => Truth;
}

/** Starts a fixture program and waits until it has said where its widgets are. */
export async function launchFixture(desktop: TestDesktop, name: string, extra?: NodeJS.ProcessEnv): Promise<Fixture> {
  const path = join(desktop.directory, `${name}-${Date.now()}.json`);
  const script = join(import.meta.dirname, '../fixtures', `${name}.py`);
  const process = desktop.launch(PYTHON, [script, path], extra);
  await until(() => existsSync(path), `the fixture ${name}`);
  // JSON of our own fixture, whose shape is the type.
  return { process, truth: () => JSON.parse(readFileSync(path, 'utf8')) as Truth };
}

/** The window whose title contains `title`, once it is there. */
export async function windowTitled(adapter: PlatformAdapter, title: string): Promise<WindowInfo> {
  let found: WindowInfo | undefined;
  await until(
    async () => {
      const { windows } = await adapter.windows([], NEVER);
      found = windows.find((window) => window.title.includes(title));
      return found !== undefined;
    },
    `the window ${title}`,
    30_000,
  );
  if (!found) throw new Error('unreachable');
  return found;
}

/** Ends a program and waits until its window is no longer listed: the next of this title is another program's. */
export async function endProgram(adapter: PlatformAdapter, program: ChildProcess, title: string): Promise<void> {
  program.kill('SIGKILL');
  await until(async () => {
    const { windows } = await adapter.windows([], NEVER);
    return !windows.some((window) => window.title.includes(title));
  }, `the end of the window ${title}`);
}

/** The tree of a window once it has `atLeast` elements and rests: programs build their windows step by step. */
export async function treeOf(adapter: PlatformAdapter, title: string, atLeast = 2, scope = SCOPE): Promise<AxTree> {
  const { handle } = await windowTitled(adapter, title);
  let tree = await adapter.capture(handle, scope, NEVER);
  await until(
    async () => {
      const before = tree;
      tree = await adapter.capture(handle, scope, NEVER);
      return tree.nodes.length >= atLeast && isSameTree(tree, before);
    },
    `${atLeast} elements of ${title} at rest`,
    20_000,
  );
  return tree;
}

function isSameTree({ nodes, cuts, notes }: AxTree, other: AxTree): boolean {
  return JSON.stringify([nodes, cuts, notes]) === JSON.stringify([other.nodes, other.cuts, other.notes]);
}

/** The only node with this name and, where given, type. */
export function nodeNamed(tree: AxTree, name: string, type?: string): AxNode {
  const found = tree.nodes.filter((node) => node.name === name && (type === undefined || node.type === type));
  const [node] = found;
  if (!node || found.length > 1) throw new Error(`${found.length} nodes are named ${JSON.stringify(name)}`);
  return node;
}

/** The largest difference of any side of two rectangles, in pixels. */
export function difference(a: Rect | undefined, b: Rect | undefined): number {
  if (!a || !b) return Number.POSITIVE_INFINITY;
  return Math.max(...a.map((side, index) => Math.abs(side - (b[index] ?? Number.NaN))));
}

/** Whether accessibility is switched on for the desktop. */
export async function isEnabled(desktop: TestDesktop): Promise<boolean> {
  const bus = new AccessibilityBus(desktop.env);
  try {
    return await bus.askSession('org.a11y.Bus', '/org/a11y/bus', CALLS.enabled);
  } finally {
    bus.close();
  }
}

/** Switches accessibility as the user's settings would. */
export async function setEnabled(desktop: TestDesktop, value: boolean): Promise<void> {
  const bus = new AccessibilityBus(desktop.env);
  try {
    await bus.askSession('org.a11y.Bus', '/org/a11y/bus', CALLS.setEnabled, ['b', value]);
  } finally {
    bus.close();
  }
}
