import type { Found } from '../found.ts';

/** The objects of a tree by their paths, each with the one above it. */
export class FoundIndex {
  readonly #entries = new Map<string, { readonly found: Found; readonly parent: Found | undefined }>();

  constructor(root: Found) {
    this.#add(root, undefined);
  }

  #add(found: Found, parent: Found | undefined): void {
    this.#entries.set(found.path, { found, parent });
    for (const child of found.children) this.#add(child, found);
  }

  get size(): number {
    return this.#entries.size;
  }

  get(path: string): Found | undefined {
    return this.#entries.get(path)?.found;
  }

  parentOf({ path }: Found): Found | undefined {
    return this.#entries.get(path)?.parent;
  }

  all(): Found[] {
    return [...this.#entries.values()].map(({ found }) => found);
  }

  /** Whether one of the objects is `found` or stands above it. */
  isIn(found: Found, tops: ReadonlySet<Found>): boolean {
    let at: Found | undefined = found;
    while (at !== undefined && !tops.has(at)) at = this.parentOf(at);
    return at !== undefined;
  }
}
