import type { Handle } from '../../../model/element.ts';
import type { Joined } from './join.ts';
import type { XWindow } from './xWindows.ts';

/** Whether the window is a menu, a list or a tool tip that its program shows without the window manager. */
export function isPopup({ x }: Joined): boolean {
  return x?.popup !== undefined;
}

/** Tells which window another one belongs to. */
export class Owners {
  readonly #handles: ReadonlyMap<number, Handle>;
  readonly #windows: ReadonlyMap<number, XWindow>;

  /** `handles` are those of the listed windows, by the numbers of their X windows. */
  constructor(joined: readonly Joined[], handles: ReadonlyMap<number, Handle>) {
    this.#handles = handles;
    this.#windows = new Map(joined.flatMap(({ x }) => (x ? [[x.id, x] as const] : [])));
  }

  of({ x }: Joined): Handle | undefined {
    if (!x) return undefined;
    return this.#named(x) ?? (x.popup === undefined ? undefined : this.#likely(x));
  }

  /** The owner that the program names; a submenu names its menu, which may stand in the tree of the window alone. */
  #named({ id, transientFor }: XWindow): Handle | undefined {
    const seen = new Set([id]);
    for (let next = transientFor; next !== undefined && !seen.has(next); next = this.#windows.get(next)?.transientFor) {
      const handle = this.#handles.get(next);
      if (handle !== undefined) return handle;
      seen.add(next);
    }
    return undefined;
  }

  /** Of a popup whose program names no owner: the active window of the program, or its topmost one. */
  #likely({ pid }: XWindow): Handle | undefined {
    const own = [...this.#windows.values()].filter((window) => window.pid === pid && window.popup === undefined);
    const owner = own.find(({ active }) => active) ?? own.at(-1);
    return owner && this.#handles.get(owner.id);
  }
}
