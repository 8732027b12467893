import type { AxNode, AxTree, Cut, Handle, Rect } from '../../../model/element.ts';
import type { Patterns } from '../../../model/pattern.ts';
import type { Scope } from '../adapter.ts';
import type { Scene, SceneControl, SceneRows } from './scene.ts';

/** A window of the simulated desktop as it stands now. */
export interface SceneState {
  readonly scene: Scene;
  readonly stage: number;
  /** Pixels by which it has moved. */
  readonly moved: readonly [x: number, y: number];
}

/** Reads everything, for calls that look for one control. */
export const WHOLE: Omit<Scope, 'timeBudget'> = { includeOffscreen: true, rows: Infinity, maxNodes: Infinity };

/** Height of a control that has no box of its own. */
const LINE_HEIGHT = 24;

type Contents = Omit<AxNode, 'handle' | 'parent' | 'patterns'> & { readonly patterns?: Patterns };

/** The tree of a simulated window as `scope` bounds it. */
export function treeOf(state: SceneState, scope: Omit<Scope, 'timeBudget'>): AxTree {
  const { scene, stage } = state;
  const [left, top, width, height] = windowRect(state);
  const nodes: AxNode[] = [];
  const cuts: Cut[] = [];
  let unread = 0;
  let line = 0;

  const root = add(-1, '', {
    type: 'Window',
    name: scene.title,
    className: scene.className,
    rect: [left, top, width, height],
    patterns: { window: { modal: scene.modal === true } },
  });
  for (const control of scene.stages[stage] ?? []) addControl(root, control);
  if (unread > 0) cuts.push({ reason: 'elements', omitted: unread });
  return { nodes, cuts, notes: notesOf(scene) };

  function add(parent: number, key: string, contents: Contents): number {
    if (nodes.length >= scope.maxNodes) {
      unread++;
      return -2;
    }
    return nodes.push({ patterns: {}, ...contents, handle: handleOf(scene, key), parent }) - 1;
  }

  function addControl(parent: number, control: SceneControl): void {
    if (control.flags?.includes('offscreen') && !scope.includeOffscreen) return;
    const at = add(parent, control.key, contentsOf(control, boxOf(control)));
    for (const child of control.children ?? []) addControl(at, child);
    if (control.rows) addRows(at, control.key, control.rows);
  }

  function boxOf(control: SceneControl): Rect {
    const box = control.box ?? [10, 40 + LINE_HEIGHT * line++, width - 20, LINE_HEIGHT - 4];
    return [left + box[0], top + box[1], box[2], box[3]];
  }

  function addRows(grid: number, key: string, rows: SceneRows): void {
    const header = add(grid, `${key}.header`, { type: 'Header', name: '' });
    for (const [column, name] of rows.columns.entries()) {
      add(header, `${key}.h${column}`, { type: 'HeaderItem', name, patterns: { invoke: true } });
    }
    const { from, count } = rows.rendered ?? { from: 0, count: rows.count };
    const read = Math.min(count, scope.rows);
    for (let row = from; row < from + read; row++) addRow(grid, key, rows, row);
    if (grid < 0) unread += (count - read) * (1 + rows.columns.length);
    else if (read < count) cuts.push({ reason: 'rows', at: grid, omitted: count - read });
  }

  function addRow(grid: number, key: string, rows: SceneRows, row: number): void {
    const texts = cellTexts(rows, row);
    const at = add(grid, `${key}.r${row}`, {
      type: 'DataItem',
      name: texts.join(' · '),
      patterns: { selectionItem: { selected: false } },
    });
    for (const [column, name] of texts.entries()) {
      add(at, `${key}.r${row}c${column}`, { type: 'Text', name, patterns: { gridItem: { row, column } } });
    }
  }
}

/** The control with this handle and all that lies in it, as a tree of its own; undefined when it is not there. */
export function subtreeOf(tree: AxTree, handle: Handle): AxTree | undefined {
  const start = tree.nodes.findIndex((node) => node.handle === handle);
  if (start < 0) return undefined;
  let end = start + 1;
  while ((tree.nodes[end]?.parent ?? -1) >= start) end++;
  const nodes = tree.nodes.slice(start, end).map((node) => ({ ...node, parent: Math.max(node.parent - start, -1) }));
  const cuts = tree.cuts.flatMap((cut) => {
    if (cut.at === undefined) return [cut];
    return cut.at >= start && cut.at < end ? [{ ...cut, at: cut.at - start }] : [];
  });
  return { nodes, cuts, notes: tree.notes };
}

export function windowRect({ scene, moved }: SceneState): Rect {
  const [left, top, width, height] = scene.rect;
  return [left + moved[0], top + moved[1], width, height];
}

/** Texts of one row; empty where it is not rendered. */
export function cellTexts(rows: SceneRows, row: number): string[] {
  const { from, count } = rows.rendered ?? { from: 0, count: rows.count };
  if (row < from || row >= from + count) return rows.columns.map(() => '');
  return rows.cells.map((cell) => cell.replaceAll('{row}', String(row + 1)));
}

/** The control of the scene's present stage that `handle` names. */
export function controlOf({ scene, stage }: SceneState, handle: Handle): SceneControl | undefined {
  const search = (controls: readonly SceneControl[]): SceneControl | undefined => {
    for (const control of controls) {
      const found = handleOf(scene, control.key) === handle ? control : search(control.children ?? []);
      if (found) return found;
    }
    return undefined;
  };
  return search(scene.stages[stage] ?? []);
}

function handleOf(scene: Scene, key: string): Handle {
  return `${scene.key}/${key}`;
}

function contentsOf(control: SceneControl, rect: Rect): Contents {
  const { type, name = '', automationId, className, orientation, accelerator, actions, flags = [] } = control;
  return {
    type,
    name,
    rect,
    patterns: withoutSecret(control),
    ...(automationId === undefined ? {} : { automationId }),
    ...(orientation === undefined ? {} : { orientation }),
    ...(className === undefined ? {} : { className }),
    ...(accelerator === undefined ? {} : { accelerator }),
    ...(actions === undefined ? {} : { actions }),
    ...Object.fromEntries(flags.map((flag) => [flag, true])),
  };
}

/** A provider never gives out what is in a password field. */
function withoutSecret({ patterns = {}, flags }: SceneControl): Patterns {
  if (!flags?.includes('password') || patterns.value === undefined) return patterns;
  return { ...patterns, value: { ...patterns.value, value: '' } };
}

function notesOf({ note, state }: Scene): AxTree['notes'] {
  return [...(note ? [note] : []), ...(state === 'minimized' ? [{ code: 'minimized' as const }] : [])];
}
