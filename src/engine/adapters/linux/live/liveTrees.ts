import type { AxTree } from '../../../../model/element.ts';
import { EventFeed } from '../eventFeed.ts';
import { LiveTree, type Sources, type Subject } from './liveTree.ts';

/** Trees that are kept: those of the windows that somebody works with. */
const MOST_TREES = 8;
/** Milliseconds after which a tree that nobody asks for is dropped, so that its program sends no more events. */
const IDLE_LIMIT = 120_000;

interface Kept {
  readonly tree: LiveTree;
  /** Unlike any other of all processes, because an engine outlives its adapter hosts. */
  readonly id: string;
  usedAt: number;
}

/** The trees that are kept current, the least recently used first. */
export class LiveTrees {
  readonly #sources: Sources;
  readonly #kept = new Map<string, Kept>();
  #count = 0;
  #sweeper: NodeJS.Timeout | undefined;

  constructor(sources: Omit<Sources, 'feed'>) {
    this.#sources = { ...sources, feed: new EventFeed(sources.bus) };
  }

  /** The tree as it is now, with the name of this state of it. */
  async capture(subject: Subject, signal: AbortSignal): Promise<AxTree> {
    const key = keyOf(subject);
    const kept = this.#alive(key) ?? this.#add(key, subject);
    this.#touch(key, kept);
    const tree = await kept.tree.current(signal);
    return kept.tree.isAlive ? { ...tree, version: versionOf(kept) } : tree;
  }

  /** Whether the state with this name is still what a capture would give. */
  async isCurrent(version: string, signal: AbortSignal): Promise<boolean> {
    const entry = this.#withVersion(version);
    if (!entry) return false;
    const [key, kept] = entry;
    this.#touch(key, kept);
    await kept.tree.current(signal);
    return kept.tree.isAlive && versionOf(kept) === version;
  }

  /** Waits for an event of the tree that is in this state; false where there is none within `limit` milliseconds. */
  async changed(version: string, limit: number, signal: AbortSignal): Promise<boolean> {
    const entry = this.#withVersion(version);
    return entry ? entry[1].tree.event(limit, signal) : false;
  }

  #withVersion(version: string): [string, Kept] | undefined {
    return [...this.#kept].find(([, kept]) => kept.tree.isAlive && versionOf(kept) === version);
  }

  close(): void {
    clearInterval(this.#sweeper);
    for (const { tree } of this.#kept.values()) tree.end();
    this.#kept.clear();
  }

  #alive(key: string): Kept | undefined {
    const kept = this.#kept.get(key);
    return kept?.tree.isAlive ? kept : undefined;
  }

  #add(key: string, subject: Subject): Kept {
    this.#count++;
    const kept = { tree: new LiveTree(this.#sources, subject), id: `${process.pid}.${this.#count}`, usedAt: 0 };
    this.#kept.set(key, kept);
    return kept;
  }

  #touch(key: string, kept: Kept): void {
    kept.usedAt = performance.now();
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    for (const oldest of [...this.#kept.keys()].slice(0, -MOST_TREES)) this.#drop(oldest);
    this.#sweeper ??= setInterval(() => this.#sweep(), IDLE_LIMIT).unref();
  }

  #sweep(): void {
    const limit = performance.now() - IDLE_LIMIT;
    for (const [key, { usedAt, tree }] of [...this.#kept]) if (usedAt < limit || !tree.isAlive) this.#drop(key);
  }

  #drop(key: string): void {
    this.#kept.get(key)?.tree.end();
    this.#kept.delete(key);
  }
}

function keyOf({ application, window, start, scope }: Subject): string {
  const { includeOffscreen, rows, maxNodes, timeBudget } = scope;
  return JSON.stringify([application.bus, window, start, includeOffscreen, rows, maxNodes, timeBudget]);
}

function versionOf({ id, tree }: Kept): string {
  return `${id}.${tree.version}`;
}
