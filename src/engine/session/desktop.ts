import type { Handle, Note, WindowInfo } from '../../model/element.ts';
import type { WindowView } from '../../model/view.ts';
import type { PlatformAdapter } from '../adapters/adapter.ts';
import { withDeadline } from './deadline.ts';
import type { Foreground } from './foreground.ts';
import { LIMITS } from './limits.ts';
import { TreeCache } from './treeCache.ts';
import { Turns } from './turns.ts';

export type DesktopName = 'user' | 'sim' | 'sandbox';

/** A window together with the id that answers call it by. */
export interface ListedWindow {
  readonly desktop: Desktop;
  readonly info: WindowInfo;
  readonly id: string;
}

interface DesktopOptions {
  readonly notes?: readonly Note[];
  readonly foreground?: Foreground;
}

/** One desktop of the engine: its adapter, and the ids of its windows. */
export class Desktop {
  readonly name: DesktopName;
  readonly adapter: PlatformAdapter;
  readonly trees: TreeCache;
  /** Steps on one window are done one after the other, whoever asks for them. */
  readonly turns = new Turns(LIMITS.turnMs);
  /** Absent where the desktop takes no input. */
  readonly foreground: Foreground | undefined;
  /** What to know about this desktop, said with every listing. */
  readonly notes: readonly Note[];
  readonly #nextId: () => number;
  readonly #ids = new Map<Handle, { readonly id: string; readonly pid: number }>();

  constructor(
    name: DesktopName,
    adapter: PlatformAdapter,
    nextId: () => number,
    { notes = [], foreground }: DesktopOptions = {},
  ) {
    this.name = name;
    this.adapter = adapter;
    this.trees = new TreeCache(adapter);
    this.#nextId = nextId;
    this.notes = notes;
    this.foreground = foreground;
  }

  /** The open windows, the one that last had the focus first, without those of processes that are left out. */
  async windows(
    leftOut: readonly number[],
    signal: AbortSignal,
  ): Promise<{ windows: readonly ListedWindow[]; notes: readonly Note[] }> {
    const list = await withDeadline(signal, LIMITS.windowsMs, `Desktop ${this.name}`, (own) =>
      this.adapter.windows(leftOut, own),
    );
    const windows = list.windows.map((info) => ({ desktop: this, info, id: this.#idOf(info) }));
    this.#forgetClosed(list.windows);
    return { windows, notes: [...this.notes, ...list.notes] };
  }

  /** The process of a window that was listed, by its handle or its id. */
  processOf(window: Handle): number | undefined {
    return [...this.#ids].find(([handle, { id }]) => handle === window || id === window)?.[1].pid;
  }

  /** The window as an answer shows it. */
  view({ info, id }: ListedWindow): WindowView {
    const { handle: _, owner, ...shown } = info;
    const ownerId = owner === undefined ? undefined : this.#ids.get(owner)?.id;
    return { ...shown, id, ...(ownerId === undefined ? {} : { owner: ownerId }) };
  }

  /** Stable as long as the window is open. Window systems re-use handles, but not soon for the same process. */
  #idOf({ handle, pid }: WindowInfo): string {
    const known = this.#ids.get(handle);
    if (known?.pid === pid) return known.id;
    const number = this.#nextId();
    const id = this.name === 'user' ? String(number) : `${this.name}:${number}`;
    this.#ids.set(handle, { id, pid });
    return id;
  }

  /** Only when there are many: a window may be missing from one list because its program was busy. */
  #forgetClosed(open: readonly WindowInfo[]): void {
    if (this.#ids.size <= open.length + LIMITS.closedWindows) return;
    const handles = new Set(open.map(({ handle }) => handle));
    for (const handle of this.#ids.keys()) if (!handles.has(handle)) this.#ids.delete(handle);
  }
}

/** The windows of the second list that are not in the first. */
export function missingIn(list: readonly ListedWindow[], windows: readonly ListedWindow[]): readonly ListedWindow[] {
  const ids = new Set(list.map(({ id }) => id));
  return windows.filter(({ id }) => !ids.has(id));
}
