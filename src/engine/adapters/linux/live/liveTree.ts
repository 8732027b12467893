import type { AxTree } from '../../../../model/element.ts';
import type { Scope } from '../../adapter.ts';
import type { AccessibilityBus, Application } from '../accessibilityBus.ts';
import { CALLS, type Extents } from '../atspi.ts';
import { Batch } from '../batch.ts';
import { describeTree } from '../describe.ts';
import type { Desktop } from '../desktop.ts';
import { asEngineError } from '../errors.ts';
import type { EventFeed, Watcher } from '../eventFeed.ts';
import type { Effect } from '../events.ts';
import { readExtents } from '../extents.ts';
import type { Found } from '../found.ts';
import { handleOf } from '../handles.ts';
import type { Joined } from '../join.ts';
import { type Attempt, isPopulated, notResponding, readPopulated, readWindow, withReader } from '../windowRead.ts';
import { FoundIndex } from './foundIndex.ts';
import { Marks } from './marks.ts';
import { Lost, Refresh } from './refresh.ts';
import { type Moved, movedOf, samplesOf } from './samples.ts';
import { markSilent, type Silent, silentOf } from './silent.ts';

/** What a tree is read with. */
export interface Sources {
  readonly bus: AccessibilityBus;
  readonly desktop: Desktop;
  readonly feed: EventFeed;
}

/** Which part of which window is read, and how much of it. */
export interface Subject {
  readonly application: Application;
  readonly window: string;
  /** Path of the object to start from. */
  readonly start: string;
  readonly scope: Scope;
}

/** What a look at a window found without reading it. */
interface Look {
  readonly moved: readonly Moved[];
  readonly joined: Joined | undefined;
}

/**
 * A tree that the events of its program keep current. What is answered was checked with one short round trip: the reply
 * comes behind every event that was sent before it, shows that the program still answers, and tells whether the layout
 * has moved, for which there is no event.
 */
export class LiveTree implements Watcher {
  /** Changes whenever the tree does. */
  version = 0;
  readonly #sources: Sources;
  readonly #subject: Subject;
  /** Called at the next event. */
  readonly #sleepers = new Set<() => void>();
  #marks = new Marks();
  #isLost = false;
  #attempt: Attempt | undefined;
  #samples: readonly Found[] = [];
  #silent: Silent | undefined;
  #index: FoundIndex | undefined;
  #joined: Joined | undefined;
  #tree: AxTree | undefined;
  /** Updates follow one another: each takes the marks of all events so far. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(sources: Sources, subject: Subject) {
    this.#sources = sources;
    this.#subject = subject;
  }

  changed(path: string, effect: Effect): void {
    this.#marks.add(path, effect);
    this.#wake();
  }

  lost(): void {
    this.#isLost = true;
    this.#wake();
  }

  /** Waits for an event that has not been followed yet; false after `limit` milliseconds without one. */
  event(limit: number, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    if (this.#isLost || !this.#marks.isEmpty) return Promise.resolve(true);
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const wake = () => resolve(true);
    const abort = () => reject(signal.reason);
    const timer = setTimeout(() => resolve(false), limit);
    this.#sleepers.add(wake);
    signal.addEventListener('abort', abort, { once: true });
    return promise.finally(() => {
      clearTimeout(timer);
      this.#sleepers.delete(wake);
      signal.removeEventListener('abort', abort);
    });
  }

  #wake(): void {
    for (const wake of this.#sleepers) wake();
  }

  /** Whether it can be brought up to date; otherwise the window has to be read anew. */
  get isAlive(): boolean {
    return !this.#isLost;
  }

  end(): void {
    this.lost();
    this.#sources.feed.unwatch(this.#subject.application.bus, this);
  }

  /** The tree as it is now. After a failure the tree is of no use any more. */
  current(signal: AbortSignal): Promise<AxTree> {
    const update = this.#last.then(() => (this.#tree ? this.#update(this.#tree, signal) : this.#start(signal)));
    this.#last = update.catch(() => this.end());
    return update;
  }

  async #start(signal: AbortSignal): Promise<AxTree> {
    const { bus, desktop, feed } = this.#sources;
    const { application, window, start, scope } = this.#subject;
    await feed.watch(application.bus, this);
    // Asked over the bus, so that the program has registered for its events before it is read over its own socket.
    await this.#onBus(signal, (batch) => batch.optional(start, CALLS.states, [0, 0] as const));
    const [joined, attempt] = await Promise.all([
      desktop.windowOf(application, window, signal),
      readPopulated(bus, application, start, scope, signal),
    ]);
    this.#joined = joined;
    return this.#settle(attempt);
  }

  async #update(tree: AxTree, signal: AbortSignal): Promise<AxTree> {
    const { moved, joined } = await this.#look(signal);
    const marks = this.#marks;
    this.#marks = new Marks();
    const isSameWindow = placeOf(joined) === placeOf(this.#joined);
    if (marks.isEmpty && moved.length === 0 && isSameWindow) return tree;
    this.#joined = joined;
    return this.#settle(await this.#read(marks, moved, signal));
  }

  async #look(signal: AbortSignal): Promise<Look> {
    const [[moved, extents], again] = await Promise.all([
      this.#onBus(signal, (batch) =>
        Promise.all([movedOf(batch, this.#samples), this.#frameExtents(batch), this.#markSilent(batch)]),
      ),
      this.#joined && this.#sources.desktop.again(this.#joined),
    ]);
    // A window that has closed is no failure here: the program says of its objects what has become of them.
    if (this.#joined?.x && !again) this.#marks.add(this.#subject.start, 'all');
    const joined = again ?? this.#joined;
    const frame = joined?.frame;
    return { moved, joined: joined && frame ? { ...joined, frame: { ...frame, extents } } : joined };
  }

  /** The size of the window as its toolkit counts it, from which some compute where everything else is. */
  async #frameExtents(batch: Batch): Promise<Extents | undefined> {
    const { application, window } = this.#subject;
    if (!application.toolkit.frameRelative) return this.#joined?.frame?.extents;
    return readExtents(batch, window);
  }

  async #markSilent(batch: Batch): Promise<void> {
    if (this.#silent && this.#index) await markSilent(batch, this.#silent, this.#index, this.#marks);
  }

  async #onBus<T>(signal: AbortSignal, ask: (batch: Batch) => Promise<T>): Promise<T> {
    const { application, scope } = this.#subject;
    const connection = await this.#sources.feed.connection();
    const batch = new Batch(connection, application.bus, scope.timeBudget, signal);
    try {
      return await ask(batch);
    } catch (error) {
      signal.throwIfAborted();
      throw asEngineError(error, { application: application.name });
    } finally {
      batch.close();
    }
  }

  /** Follows the marks where that is possible, and reads everything where it is not. */
  async #read(marks: Marks, moved: readonly Moved[], signal: AbortSignal): Promise<Attempt> {
    const { bus } = this.#sources;
    const { application, start, scope } = this.#subject;
    const attempt = this.#attempt;
    try {
      if (!attempt || marks.all) throw new Lost();
      await withReader(bus, application, scope, signal, async (batch) => {
        await new Refresh(attempt.root, { batch, toolkit: application.toolkit }, scope).run(marks, {
          moved,
          asked: this.#samples,
        });
        if (batch.ended) throw notResponding(application, scope);
      });
      return attempt;
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      return readWindow(bus, application, start, scope, signal);
    }
  }

  async #settle(attempt: Attempt): Promise<AxTree> {
    const { application, scope } = this.#subject;
    const { toolkit } = application;
    const tree = await describeTree(this.#sources.desktop, application, this.#joined, attempt, scope);
    // What was not read to its end cannot be compared with what comes.
    if (attempt.ended || attempt.full || !isPopulated(attempt)) this.end();
    this.#attempt = attempt;
    this.#index = new FoundIndex(attempt.root);
    const shown = new Set(tree.nodes.map(({ handle }) => handle));
    const objects = this.#index.all().filter(({ raw }) => raw);
    this.#samples = samplesOf(
      objects,
      this.#index,
      (found) => shown.has(handleOf(application.bus, found.path)),
      toolkit,
    );
    this.#silent = silentOf(objects, toolkit);
    if (this.#tree && JSON.stringify(this.#tree) === JSON.stringify(tree)) return this.#tree;
    this.version++;
    this.#tree = tree;
    return tree;
  }
}

/** What of a window decides where its objects are, and what is said of it. */
function placeOf(joined: Joined | undefined): string {
  return JSON.stringify([joined?.x, joined?.frame?.extents, joined?.x && joined.popups]);
}
