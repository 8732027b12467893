import type { Scope } from '../../adapter.ts';
import { CALLS, NO_OBJECT, NULL_PATH } from '../atspi.ts';
import type { Batch } from '../batch.ts';
import type { DetailContext } from '../detailContext.ts';
import { isGone } from '../errors.ts';
import type { Effect } from '../events.ts';
import { type Found, holdsRows, takeOver } from '../found.ts';
import { objectsOnBus } from '../objects.ts';
import { TreeRead } from '../treeRead.ts';
import { FoundIndex } from './foundIndex.ts';
import type { Marks } from './marks.ts';
import { isComponent, type Moved, movedOf } from './samples.ts';

/** Levels to go up from an object that is not in the tree, to find one that is. */
const MOST_LEVELS = 12;

/** Thrown where following the marks cannot tell what is there, so that the whole window has to be read. */
export class Lost extends Error {}

/** One pass that brings a kept tree up to date: it reads what is marked, and where everything else is now. */
export class Refresh {
  readonly #root: Found;
  readonly #context: DetailContext;
  readonly #batch: Batch;
  readonly #scope: Scope;
  #index: FoundIndex;
  /** What this pass has read, so that its place is known. */
  readonly #fresh = new Set<Found>();

  constructor(root: Found, context: DetailContext, scope: Scope) {
    this.#root = root;
    this.#context = context;
    this.#batch = context.batch;
    this.#scope = scope;
    this.#index = new FoundIndex(root);
  }

  /** Reads what is marked, and where everything is. Fails with `Lost`. */
  async run(marks: Marks, look: Places): Promise<void> {
    const before = this.#names();
    await this.#read(await this.#targetsOf(marks));
    await this.#readLabelled(before);
    await this.#place(await this.#movedBeside(look));
    if (this.#index.size > this.#scope.maxNodes) throw new Lost();
  }

  /** The objects to read with all that is below them, and those to read alone. */
  async #targetsOf({ effects }: Marks): Promise<Targets> {
    const whole = new Set<Found>();
    const alone = new Set<Found>(await this.#withOtherLimits());
    await Promise.all(
      [...effects].map(async ([path, effect]) => {
        const found = this.#index.get(path);
        if (found) this.#sort(found, effect, whole, alone);
        else if (effect !== 'self') addIfThere(whole, await this.#ancestorOf(path, MOST_LEVELS));
      }),
    );
    return { whole, alone };
  }

  /** A scroll bar gets other limits with a change of the layout, without an event. */
  async #withOtherLimits(): Promise<readonly Found[]> {
    const ranges = this.#index.all().filter(({ raw }) => raw?.range);
    const isOther = await Promise.all(ranges.map((found) => this.#hasOtherLimits(found)));
    return ranges.filter((_, index) => isOther[index]);
  }

  async #hasOtherLimits({ path, raw }: Found): Promise<boolean> {
    const [minimum, maximum] = await Promise.all([
      this.#batch.optional(path, CALLS.minimumValue, 0),
      this.#batch.optional(path, CALLS.maximumValue, 0),
    ]);
    return minimum !== raw?.range?.minimum || maximum !== raw.range.maximum;
  }

  #sort(found: Found, effect: Effect, whole: Set<Found>, alone: Set<Found>): void {
    const parent = this.#index.parentOf(found);
    if (effect === 'below') whole.add(found);
    else if (effect === 'presence') whole.add(parent ?? found);
    else for (const one of group(found, parent, effect)) alone.add(one);
  }

  /** The first object of the tree above one that was not read, such as one that was hidden. */
  async #ancestorOf(path: string, levels: number): Promise<Found | undefined> {
    const [bus, parent] = await this.#batch.optional(path, CALLS.parent, NO_OBJECT);
    if (bus !== this.#batch.destination || parent === NULL_PATH || levels === 0) return undefined;
    return this.#index.get(parent) ?? this.#ancestorOf(parent, levels - 1);
  }

  async #read({ whole, alone }: Targets): Promise<void> {
    const tops = [...whole].filter((found) => !this.#isBelow(found, whole));
    if (tops.includes(this.#root)) throw new Lost();
    const single = [...alone].filter((found) => !this.#index.isIn(found, whole));
    await Promise.all([
      ...tops.map((found) => this.#readWhole(found)),
      ...single.map((found) => this.#readAlone(found)),
    ]);
    this.#index = new FoundIndex(this.#root);
  }

  #isBelow(found: Found, tops: ReadonlySet<Found>): boolean {
    const parent = this.#index.parentOf(found);
    return parent !== undefined && this.#index.isIn(parent, tops);
  }

  async #readWhole(found: Found): Promise<void> {
    const fresh = await this.#readTree(found, this.#scope);
    takeOver(found, fresh);
    const objects = [found];
    for (const object of objects) {
      this.#fresh.add(object);
      objects.push(...object.children);
    }
  }

  async #readAlone(found: Found): Promise<void> {
    const { raw, childCount } = await this.#readTree(found, { ...this.#scope, maxNodes: 1 });
    if (raw) found.raw = raw;
    // It has other children than were announced.
    if (childCount !== found.childCount) throw new Lost();
    this.#fresh.add(found);
  }

  /** Of what is gone although nothing announced it the place in the tree is unknown. */
  async #readTree(found: Found, scope: Scope): Promise<Found> {
    const read = new TreeRead(this.#context, objectsOnBus(this.#batch), scope);
    const cell = found.raw?.cell;
    const fresh = await read.read({ path: found.path, ...(cell && { cell }) }).catch((error: unknown) => {
      if (isGone(error) && !this.#batch.closed) throw new Lost();
      throw error;
    });
    if (!fresh.raw || !read.isWanted(fresh.raw.states)) throw new Lost();
    return fresh;
  }

  #names(): ReadonlyMap<Found, string> {
    return new Map(this.#index.all().map((found) => [found, found.raw?.name ?? '']));
  }

  /** A control whose label has another text now has another name. */
  async #readLabelled(before: ReadonlyMap<Found, string>): Promise<void> {
    const renamed = new Set([...this.#fresh].flatMap((found) => changedName(found, before)));
    if (renamed.size === 0) return;
    const labelled = this.#index.all().filter(({ raw }) => raw?.label !== undefined && renamed.has(raw.label));
    await this.#read({ whole: new Set(), alone: new Set(labelled.filter((found) => !this.#fresh.has(found))) });
  }

  /** What has moved beside what was read: a change of one object may move all the others. */
  async #movedBeside({ moved, asked }: Places): Promise<readonly Moved[]> {
    const isOld = (found: Found) => !this.#fresh.has(found) && this.#index.get(found.path) === found;
    const rest = this.#index.all().filter((found) => isOld(found) && isComponent(found));
    if (!this.#context.toolkit.silentPlaces) return movedOf(this.#batch, rest);
    // The look has asked for what is shown; what is not may come into sight with what is above it.
    const old = moved.filter(({ found }) => isOld(found));
    const tops = new Set(old.map(({ found }) => found));
    const known = new Set(asked);
    const inside = rest.filter((found) => !known.has(found) && this.#index.isIn(found, tops));
    return [...old, ...(await movedOf(this.#batch, inside))];
  }

  async #place(moved: readonly Moved[]): Promise<void> {
    if (moved.length === 0) return;
    // What has been scrolled into sight begins to be SHOWING without an event.
    if (this.#context.toolkit.showingFollowsScroll) throw new Lost();
    const disturbed = this.#disturbed(moved);
    for (const { found, now } of moved) replaceRect(found, now);
    const stale = await Promise.all(
      [...disturbed].map(async (parent) => ((await this.#isStale(parent)) ? [parent] : [])),
    );
    // Something may be seen in it now.
    const opened = moved.flatMap(({ found, now }) => (found.unread && now ? [found] : []));
    const whole = new Set([...stale.flat(), ...opened]);
    if (whole.size > 0) await this.#read({ whole, alone: new Set() });
  }

  /** The containers in which something has moved otherwise than with its container. */
  #disturbed(moved: readonly Moved[]): ReadonlySet<Found> {
    const shifts = new Map(moved.map((one) => [one.found, shiftOf(one)]));
    const parents = moved.flatMap(({ found }) => {
      const parent = this.#index.parentOf(found);
      return parent && shifts.get(parent) !== shifts.get(found) ? [parent] : [];
    });
    return new Set(parents);
  }

  /** Whether other children are to be shown, or in another order: GTK 3 re-orders a box without an event. */
  async #isStale(parent: Found): Promise<boolean> {
    const { children, cuts } = parent;
    if (holdsRows(parent)) return true;
    if (cuts.length > 0) return false;
    const listed = await this.#batch.optional(parent.path, CALLS.children, []);
    const order = new Map(listed.map(([, path], index) => [path, index]));
    const places = children.map(({ path }) => order.get(path) ?? -1);
    return places.some((place, index) => place <= (places[index - 1] ?? -1));
  }
}

/** What a look learnt of the places of objects. */
interface Places {
  readonly asked: readonly Found[];
  /** Those of them that are elsewhere now. */
  readonly moved: readonly Moved[];
}

interface Targets {
  readonly whole: ReadonlySet<Found>;
  readonly alone: ReadonlySet<Found>;
}

/** What an event of one object says of those round it. */
function group(found: Found, parent: Found | undefined, effect: Effect): readonly Found[] {
  if (effect === 'near') return [found, ...found.children];
  // Of rows each one says itself whether it is selected.
  if (effect === 'kin' && parent && !holdsRows(parent)) return [parent, ...parent.children];
  return [found];
}

function addIfThere(set: Set<Found>, found: Found | undefined): void {
  if (found) set.add(found);
}

function changedName(found: Found, before: ReadonlyMap<Found, string>): string[] {
  const name = before.get(found);
  return name !== undefined && name !== found.raw?.name ? [name] : [];
}

function shiftOf({ found, now }: Moved): string {
  const before = found.raw?.rect;
  return before && now ? `${now[0] - before[0]},${now[1] - before[1]}` : 'gone';
}

function replaceRect(found: Found, now: Moved['now']): void {
  if (!found.raw) return;
  const { rect: _, ...raw } = found.raw;
  found.raw = now ? { ...raw, rect: now } : raw;
}
