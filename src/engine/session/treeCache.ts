import { withContentNames } from '../../model/contentName.ts';
import type { AxTree, Handle } from '../../model/element.ts';
import type { PlatformAdapter, Scope } from '../adapters/adapter.ts';
import { LIMITS } from './limits.ts';

/** The latest trees of a desktop: one that its adapter says still holds is neither read nor sent again. */
export class TreeCache {
  readonly #adapter: PlatformAdapter;
  /** In order of use, the least recent first. */
  readonly #trees = new Map<string, AxTree>();

  constructor(adapter: PlatformAdapter) {
    this.#adapter = adapter;
  }

  /** The tree of a window as it is now, with names for what is known by its content. */
  async capture(window: Handle, scope: Scope, signal: AbortSignal): Promise<AxTree> {
    const key = JSON.stringify([window, scope]);
    const known = this.#trees.get(key);
    if (known?.version !== undefined && (await this.#adapter.isCurrent(known.version, signal))) {
      this.#keep(key, known);
      return known;
    }
    const tree = withContentNames(await this.#adapter.capture(window, scope, signal));
    this.#keep(key, tree);
    return tree;
  }

  #keep(key: string, tree: AxTree): void {
    this.#trees.delete(key);
    if (tree.version !== undefined) this.#trees.set(key, tree);
    for (const oldest of [...this.#trees.keys()].slice(0, -LIMITS.trees)) this.#trees.delete(oldest);
  }
}
