import type { CellRows } from '../../../model/cellRows.ts';
import type { AxNode, AxTree, Handle, Rect } from '../../../model/element.ts';
import { EngineError } from '../../../model/errors.ts';
import { contains, hitTest } from '../../../model/hitTest.ts';
import type { Program, ProgramState } from '../../../model/launching.ts';
import type { Outcome, PatternCall } from '../../../model/patternCall.ts';
import { harmless, quoted } from '../../../model/text.ts';
import type { WindowChange } from '../../../model/windowChange.ts';
import type {
  AtPoint,
  CellRange,
  Diagnosis,
  PlatformAdapter,
  Scope,
  TextPart,
  TextSlice,
  WindowList,
} from '../adapter.ts';
import type { ForegroundAdapter } from '../foregroundAdapter.ts';
import { SimForeground } from './foreground.ts';
import type { Scene, SceneControl, SceneRows } from './scene.ts';
import { SCENES } from './scenes/index.ts';
import { type Actor, type Performed, SimWindow, untilAborted } from './simWindow.ts';
import { cellTexts, controlOf, subtreeOf, treeOf, WHOLE } from './tree.ts';

/** Simulated applications have process numbers of their own, so that windows can be asked for by them. */
const FIRST_PID = 1001;

/** Room for every window of the scenes; some stand out on the left. */
const SCREEN: Rect = [-400, 0, 2400, 1200];

/** The simulated desktop: windows held as data. No native code, the same everywhere. */
export class SimAdapter implements PlatformAdapter {
  readonly #windows: Map<Handle, SimWindow>;

  constructor(scenes: readonly Scene[] = SCENES) {
    this.#windows = new Map(scenes.map((scene, index) => [scene.key, new SimWindow(scene, FIRST_PID + index)]));
  }

  windows(leftOut: readonly number[]): Promise<WindowList> {
    const alive = [...this.#windows.values()].filter((window) => window.isListed());
    const windows = alive.map((window, index) => window.info(index === 0));
    return Promise.resolve({ windows: windows.filter(({ pid }) => !leftOut.includes(pid)), notes: [] });
  }

  /** Scenes change by themselves, and reading one costs nothing. */
  isCurrent(): Promise<boolean> {
    return Promise.resolve(false);
  }

  /** There are no events. */
  changed(): Promise<boolean> {
    return Promise.resolve(false);
  }

  async capture(window: Handle, scope: Scope, signal: AbortSignal): Promise<AxTree> {
    const state = await this.#window(window).read(signal);
    const tree = treeOf(state, scope);
    if (scope.within === undefined) return tree;
    const subtree = subtreeOf(tree, scope.within) ?? subtreeOf(treeOf(state, { ...WHOLE }), scope.within);
    if (subtree === undefined) throw new EngineError('stale_element');
    return subtree;
  }

  async reread(handles: readonly Handle[], signal: AbortSignal): Promise<readonly (AxNode | null)[]> {
    const nodes: (AxNode | null)[] = [];
    for (const handle of handles) {
      const window = this.#windows.get(windowOf(handle));
      const tree = window && !window.dead && !window.closed ? treeOf(await window.read(signal), WHOLE) : undefined;
      const node = tree?.nodes.find((candidate) => candidate.handle === handle);
      nodes.push(node ? { ...node, parent: -1 } : null);
    }
    return nodes;
  }

  async text(handle: Handle, part: TextPart, signal: AbortSignal): Promise<TextSlice> {
    const node = (await this.reread([handle], signal))[0];
    if (!node) throw new EngineError('stale_element');
    const control = controlOf(this.#window(windowOf(handle)).state, handle);
    const secret = control?.flags?.includes('password') ? '' : undefined;
    const text = secret ?? control?.text ?? control?.patterns?.value?.value ?? node.name;
    const source = control?.text !== undefined ? 'Text' : node.patterns.value !== undefined ? 'Value' : 'Name';
    const characters = Array.from(text);
    const { start, count, attributes } = part;
    const { runs = [], ...marks } = (secret === undefined && control?.marks) || {};
    return {
      source,
      text: characters.slice(start, start + count).join(''),
      total: characters.length,
      ...marks,
      ...(attributes && source === 'Text' && { runs }),
    };
  }

  async cells(handle: Handle, range: CellRange, signal: AbortSignal): Promise<CellRows> {
    const state = await this.#window(windowOf(handle)).read(signal);
    const control = controlOf(state, handle);
    if (control?.rows) return gridRows(control.rows, range);
    if (control === undefined) throw new EngineError('stale_element');
    if (control.children === undefined) throw new EngineError('unsupported_action', { action: 'the Grid pattern' });
    const { row: start = 0, rows: count, column: startColumn = 0 } = range;
    const rows = rowsIn(control.children);
    const cells = rows.slice(start, start + count).map(({ name = '' }) => (startColumn === 0 ? [name] : []));
    return { rows: rows.length, columns: 1, headers: [], rowHeaders: [], start, startColumn, cells, spans: [] };
  }

  async perform(handle: Handle, call: PatternCall, signal: AbortSignal): Promise<Outcome> {
    await this.#window(windowOf(handle)).read(signal);
    const { outcome, blocks } = this.#perform(handle, call);
    return blocks ? untilAborted(signal) : outcome;
  }

  #perform(handle: Handle, call: PatternCall, by: Actor = 'program'): Performed {
    const performed = this.#window(windowOf(handle)).perform(keyOf(handle), call, by);
    for (const { kind, scene } of performed.consequences) this.#window(scene).closed = kind === 'closes';
    return performed;
  }

  /** A program is a scene by the name of its application, whose window may have closed. */
  program(name: string): Promise<Program> {
    const scenes = [...this.#windows.values()].map(({ scene }) => scene);
    const found = scenes.find(({ app, owner }) => app === name && owner === undefined);
    if (found) return Promise.resolve({ name: found.app, command: [found.key] });
    const next = `There are ${[...new Set(scenes.map(({ app }) => app))].join(', ')}.`;
    throw new EngineError('invalid_argument', { problem: `There is no program ${quoted(harmless(name, 60))}.`, next });
  }

  launch({ command }: Program): Promise<number> {
    const window = this.#window(command[0] ?? '');
    window.closed = false;
    return Promise.resolve(window.info(false).pid);
  }

  programState(pid: number): Promise<ProgramState> {
    return Promise.resolve({ processes: [pid] });
  }

  /** A pointer and a keyboard for these windows. */
  foreground(): ForegroundAdapter {
    const { signal } = new AbortController();
    const top = () => [...this.#windows.values()].find(({ dead, closed }) => !dead && !closed);
    return new SimForeground({
      seenAt: async (point) => {
        const at = await this.at(point.x, point.y, [], signal);
        if (at.kind !== 'window') return undefined;
        const { nodes } = await this.capture(at.window, { ...WHOLE, includeOffscreen: false, timeBudget: 0 }, signal);
        const index = hitTest(nodes, point);
        return index === undefined ? undefined : nodes[index];
      },
      focused: async () => {
        const window = top();
        return window && treeOf(await window.read(signal), WHOLE).nodes.find(({ focused }) => focused);
      },
      focus: (handle) => {
        this.#window(windowOf(handle)).focus(keyOf(handle));
        return Promise.resolve();
      },
      raise: (window) => this.#raise(window),
      use: (handle, call) => {
        this.#perform(handle, call, 'person');
        return Promise.resolve();
      },
    });
  }

  /** The list of windows is in the order of the stack. */
  #raise(handle: Handle): void {
    const window = this.#window(handle);
    const others = [...this.#windows].filter(([key]) => key !== handle);
    this.#windows.clear();
    for (const [key, value] of [[handle, window] as const, ...others]) this.#windows.set(key, value);
  }

  async changeWindow(handle: Handle, change: WindowChange, signal: AbortSignal): Promise<Outcome> {
    signal.throwIfAborted();
    return this.#window(handle).change(change);
  }

  /** The list is in the order of the stack. */
  async at(x: number, y: number, leftOut: readonly number[], signal: AbortSignal): Promise<AtPoint> {
    signal.throwIfAborted();
    if (!contains(SCREEN, { x, y })) return { kind: 'outside', screen: SCREEN };
    const { windows } = await this.windows([]);
    const top = windows.find(({ rect, state }) => state !== 'minimized' && rect && contains(rect, { x, y }));
    if (top && leftOut.includes(top.pid)) return { kind: 'leftOut', pid: top.pid };
    return top ? { kind: 'window', window: top.handle } : { kind: 'desktop' };
  }

  /** Made-up programs lack nothing. */
  async diagnose(_: readonly number[], signal: AbortSignal): Promise<Diagnosis> {
    signal.throwIfAborted();
    return { session: [], programs: [] };
  }

  /** Shows another page of a window, as its application would. */
  showStage(window: Handle, stage: number): void {
    this.#window(window).stage = stage;
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }

  #window(handle: Handle): SimWindow {
    const window = this.#windows.get(handle);
    if (window === undefined) throw new EngineError('unknown_window', { window: handle });
    return window;
  }
}

function gridRows(rows: SceneRows, range: CellRange): CellRows {
  const { rendered, columns } = rows;
  const start = range.row ?? (range.column === undefined ? (rendered?.from ?? 0) : 0);
  const startColumn = range.column ?? 0;
  const end = Math.min(start + range.rows, rows.count);
  const part = (texts: readonly string[]) => texts.slice(startColumn, startColumn + range.columns);
  return {
    rows: rows.count,
    columns: columns.length,
    headers: part(columns),
    rowHeaders: [],
    start,
    startColumn,
    cells: Array.from({ length: Math.max(end - start, 0) }, (_, index) => part(cellTexts(rows, start + index))),
    spans: [],
    ...(rendered && { rendered: [{ start: rendered.from, count: rendered.count }] }),
  };
}

/** Every child is a row; an item of a tree brings its own items along. */
function rowsIn(children: readonly SceneControl[]): readonly SceneControl[] {
  return children.flatMap((child) => (child.type === 'TreeItem' ? [child, ...rowsIn(child.children ?? [])] : [child]));
}

/** The key of the control within its scene. */
function keyOf(handle: Handle): string {
  return handle.slice(handle.indexOf('/') + 1);
}

/** The key of the scene that a handle belongs to. */
function windowOf(handle: Handle): Handle {
  return handle.split('/', 1)[0] ?? handle;
}
