import type { Scope } from '../adapter.ts';
import { CALLS, type Extents, INTERFACES, NO_OBJECT, NULL_PATH, type States } from './atspi.ts';
import { type Batch, BatchEnded } from './batch.ts';
import type { DetailContext } from './detailContext.ts';
import { readDetails } from './details.ts';
import { isGone } from './errors.ts';
import { readExtents, readRect } from './extents.ts';
import { isFlatTable, viewFlatTable } from './flatTable.ts';
import { type Basics, type Child, type Found, found } from './found.ts';
import type { Objects } from './objects.ts';
import type { RawNode } from './raw.ts';
import { intersection } from './rectangles.ts';
import { ROW_CONTAINERS } from './roles.ts';
import { has } from './states.ts';
import { mayHoldMore } from './virtualRows.ts';

/** Children that are listed in one reply at most. A spreadsheet that is asked for its children never answers again. */
const LISTED_CHILDREN = 2_000;
/** Children that are read of a container with more, where they are no rows. */
const SAMPLED_CHILDREN = 200;
/** Rows of cells that are read at once: more than can be seen of most tables. */
const CELL_ROWS_AT_ONCE = 64;
/** Rows whose visibility is asked for at once. */
const ROWS_AT_ONCE = 64;

/** One read of a tree, breadth first: every object is asked as soon as its parent is known. */
export class TreeRead {
  /** Whether the limit of elements ended the read. */
  full = false;
  readonly #context: DetailContext;
  readonly #batch: Batch;
  readonly #objects: Objects;
  readonly #scope: Scope;
  /** Whether an object has no size, as soon as that is known. */
  readonly #unplaced = new Map<Found, Promise<boolean>>();
  #count = 0;

  constructor(context: DetailContext, objects: Objects, scope: Scope) {
    this.#context = context;
    this.#batch = context.batch;
    this.#objects = objects;
    this.#scope = scope;
  }

  /** What is found below an object until everything is read or the batch ends. */
  async read(child: Child): Promise<Found> {
    const root = found(child);
    try {
      await this.#readObject(root, child, await this.#objects.states(child.path));
    } catch (error) {
      if (!(error instanceof BatchEnded)) throw error;
    }
    return root;
  }

  async #visit(entry: Found, child: Child, parent: Found): Promise<void> {
    try {
      const states = child.states ?? (await this.#objects.states(child.path));
      if (this.isWanted(states)) await this.#readObject(entry, child, states, parent);
    } catch (error) {
      this.#ignoreGone(error);
    }
  }

  /** Objects end while a read goes on; one that did is simply no part of the tree. */
  #ignoreGone(error: unknown): undefined {
    if (!isGone(error) || this.#batch.closed) throw error;
  }

  async #readObject(entry: Found, child: Child, states: States, parent?: Found): Promise<void> {
    if (this.#isFull()) return;
    this.#count++;
    const basics = await this.#objects.basics(child.path, states);
    entry.childCount = basics.childCount;
    const details = readDetails(this.#context, child, basics).then((raw) => {
      entry.raw = raw;
      return isUnplaced(raw);
    });
    this.#unplaced.set(entry, details);
    await Promise.all([details, this.#readBelow(entry, basics, parent)]);
  }

  /** GTK 4 shows a page that is not the current one by its lack of a size alone, and then nothing in it has been laid out. */
  async #readBelow(entry: Found, basics: Basics, parent: Found | undefined): Promise<void> {
    const isHideable = !this.#context.toolkit.setsShowing && !this.#scope.includeOffscreen;
    if (isHideable && parent && (await this.#unplaced.get(parent)) && (await this.#unplaced.get(entry))) {
      entry.unread = true;
      return;
    }
    await this.#readChildren(entry, basics);
  }

  /** Hidden objects are never read; those that are merely not on the screen where they are asked for. */
  isWanted(states: States): boolean {
    if (has(states, 'defunct')) return false;
    if (this.#context.toolkit.setsShowing && !this.#scope.includeOffscreen) return has(states, 'showing');
    return has(states, 'visible') || has(states, 'showing');
  }

  async #readChildren(parent: Found, basics: Basics): Promise<void> {
    if (basics.childCount <= 0 || this.#isFull()) return;
    if (this.#context.toolkit.flatTables && isFlatTable(basics)) return this.#readCells(parent);
    const isRows = ROW_CONTAINERS.has(basics.role);
    if (basics.childCount > LISTED_CHILDREN) return this.#readSample(parent, basics.childCount, isRows);
    const paths = await this.#objects.children(parent.path, basics);
    const { role, states } = basics;
    const isPart = isRows && mayHoldMore(this.#context.toolkit, role, states, paths.length);
    if (isPart || (isRows && paths.length > this.#scope.rows)) return this.#readRows(parent, paths, isPart);
    await this.#visitAll(
      parent,
      paths.map((path) => ({ path })),
    );
  }

  /** Notes down that something is left out when the limit is reached. */
  #isFull(): boolean {
    if (this.#count < this.#scope.maxNodes) return false;
    this.full = true;
    return true;
  }

  async #visitAll(parent: Found, children: readonly Child[]): Promise<void> {
    await Promise.all(
      children.map((child) => {
        const entry = found(child);
        parent.children.push(entry);
        return this.#visit(entry, child, parent);
      }),
    );
  }

  async #readCells(parent: Found): Promise<void> {
    const limit = this.#scope.maxNodes - this.#count;
    const view = await viewFlatTable(this.#context, parent, this.#scope, limit);
    const omittedRows = view.total - view.rows.length;
    if (omittedRows > 0) parent.cuts.push({ reason: 'rows', omitted: omittedRows });
    if (view.omittedCells > 0) parent.cuts.push({ reason: 'children', omitted: view.omittedCells });
    let next: readonly Child[] = view.headers;
    // In parts, so that the first rows are there when the time ends.
    for (let at = 0; at < view.rows.length && !this.#isFull(); at += CELL_ROWS_AT_ONCE) {
      const cells = await view.cells(view.rows.slice(at, at + CELL_ROWS_AT_ONCE));
      await this.#visitAll(parent, [...next, ...cells]);
      next = [];
    }
    await this.#visitAll(parent, next);
  }

  /** The first children of a container that has too many to be listed. */
  async #readSample(parent: Found, count: number, isRows: boolean): Promise<void> {
    const most = Math.min(count, this.#scope.maxNodes - this.#count);
    const limit = Math.min(most, isRows ? this.#scope.rows : SAMPLED_CHILDREN);
    const children = await Promise.all(
      Array.from({ length: limit }, (_, index) => this.#batch.optional(parent.path, CALLS.childAt, NO_OBJECT, index)),
    );
    const own = children.filter(([bus, path]) => bus === this.#batch.destination && path !== NULL_PATH);
    await this.#visitAll(
      parent,
      own.map(([, path]) => ({ path })),
    );
    parent.cuts.push({ reason: isRows ? 'rows' : 'children', omitted: count - own.length });
  }

  async #readRows(parent: Found, paths: readonly string[], isPart: boolean): Promise<void> {
    const area = this.#context.toolkit.setsShowing ? undefined : await readExtents(this.#batch, parent.path);
    const shown: Child[] = [];
    for (let start = 0; start < paths.length && shown.length < this.#scope.rows; start += ROWS_AT_ONCE) {
      const part = paths.slice(start, start + ROWS_AT_ONCE);
      const rows = await Promise.all(part.map((path) => this.#shownRow(path, area)));
      shown.push(...rows.filter((row) => row !== undefined));
    }
    const read = shown.slice(0, this.#scope.rows);
    await this.#visitAll(parent, read);
    const omitted = paths.length - read.length;
    if (isPart) parent.cuts.push({ reason: 'rows' });
    else if (omitted > 0) parent.cuts.push({ reason: 'rows', omitted });
  }

  /** The row as far as it is to be read; where the toolkit does not say what is shown, its place in `area` tells. */
  async #shownRow(path: string, area: Extents | undefined): Promise<Child | undefined> {
    const states = await this.#objects.states(path).catch((error: unknown) => this.#ignoreGone(error));
    if (!states || !this.isWanted(states)) return undefined;
    if (!area || this.#scope.includeOffscreen) return { path, states };
    const rect = await readRect(this.#batch, path);
    return rect && intersection(rect, area) ? { path, states } : undefined;
  }
}

/** What has no size although it is a thing on the screen. */
function isUnplaced({ interfaces, rect }: RawNode): boolean {
  return interfaces.includes(INTERFACES.component) && !rect;
}
