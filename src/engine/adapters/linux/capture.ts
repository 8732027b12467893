import { setTimeout as delay } from 'node:timers/promises';
import type { AxNode, AxTree, Cut, Handle } from '../../../model/element.ts';
import { EngineError } from '../../../model/errors.ts';
import type { Scope } from '../adapter.ts';
import type { AccessibilityBus, Application } from './accessibilityBus.ts';
import { type Assembled, assemble } from './assemble.ts';
import { Batch } from './batch.ts';
import type { Desktop } from './desktop.ts';
import { asEngineError } from './errors.ts';
import type { Found } from './found.ts';
import { handleOfWindow, referenceOf, windowIdOf } from './handles.ts';
import type { Joined } from './join.ts';
import { silentNote, stateNotes, windowNotes } from './notes.ts';
import { objectsInCache, objectsOnBus } from './objects.ts';
import { originOf } from './origin.ts';
import { TreeRead } from './treeRead.ts';
import type { XWindow } from './xWindows.ts';

/** Time that a program which just started gets to build its tree, and how often it is asked meanwhile. */
const POPULATE_LIMIT = 300;
const POPULATE_INTERVAL = 100;

/** What one attempt to read a tree gave. */
interface Attempt {
  readonly root: Found;
  readonly ended: boolean;
  readonly full: boolean;
}

/** Reads the tree of one window, or a part of it. */
export class Capture {
  readonly #bus: AccessibilityBus;
  readonly #desktop: Desktop;

  constructor(bus: AccessibilityBus, desktop: Desktop) {
    this.#bus = bus;
    this.#desktop = desktop;
  }

  async capture(window: Handle, scope: Scope, signal: AbortSignal): Promise<AxTree> {
    const id = windowIdOf(window);
    if (id !== undefined) return this.#captureXWindow(id, scope, signal);
    const [bus, path] = referenceOf(window);
    const application = await this.#application(bus, scope.timeBudget);
    const [joined, attempt] = await Promise.all([
      this.#desktop.windowOf(application, path, signal),
      this.#readPopulated(application, startOf(window, scope), scope, signal),
    ]);
    return this.#describe(application, joined, attempt, scope);
  }

  async #application(bus: string, limit: number): Promise<Application> {
    try {
      return await this.#bus.application(bus, limit);
    } catch (error) {
      throw asEngineError(error);
    }
  }

  /** A program that has just started shows its window before its controls. */
  async #readPopulated(application: Application, path: string, scope: Scope, signal: AbortSignal): Promise<Attempt> {
    const end = performance.now() + Math.min(POPULATE_LIMIT, scope.timeBudget);
    for (;;) {
      const attempt = await this.#read(application, path, scope, signal);
      const isPopulated = attempt.root.children.some(({ raw }) => raw) || scope.within !== undefined;
      if (isPopulated || attempt.full || attempt.ended || performance.now() >= end) return attempt;
      await delay(POPULATE_INTERVAL, undefined, { signal });
    }
  }

  async #read(application: Application, path: string, scope: Scope, signal: AbortSignal): Promise<Attempt> {
    const { bus, name, toolkit } = application;
    try {
      const connection = await this.#bus.connectionTo(application, scope.timeBudget);
      const batch = new Batch(connection, bus, scope.timeBudget, signal);
      try {
        const objects = toolkit.cache ? await objectsInCache(batch) : objectsOnBus(batch);
        const read = new TreeRead({ batch, toolkit }, objects, scope);
        const root = await read.read(path);
        signal.throwIfAborted();
        // Nothing of the root itself in all that time: the program hangs, however many it answered before.
        if (!root.raw) throw new EngineError('not_responding', { application: name, limit: scope.timeBudget });
        return { root, ended: batch.ended !== undefined, full: read.full };
      } finally {
        batch.close();
      }
    } catch (error) {
      signal.throwIfAborted();
      const failure = asEngineError(error, { application: name });
      if (failure instanceof EngineError && failure.code === 'not_responding') this.#bus.dropSocket(bus);
      throw failure;
    }
  }

  async #describe(
    application: Application,
    joined: Joined | undefined,
    attempt: Attempt,
    scope: Scope,
  ): Promise<AxTree> {
    const { bus, toolkit } = application;
    const hasDisplay = (await this.#desktop.display()) !== undefined;
    const origin = originOf(toolkit, joined, hasDisplay);
    const assembled = assemble(attempt.root, { bus, toolkit, origin, includeOffscreen: scope.includeOffscreen });
    const notes = [...(await this.#desktop.notes()), ...windowNotes(application, joined, assembled.nodes, scope)];
    return { nodes: withWindowRect(assembled, joined, scope), cuts: [...assembled.cuts, ...endCuts(attempt)], notes };
  }

  /** A window of a program that is not on the bus: all that is known is the window. */
  async #captureXWindow(id: number, scope: Scope, signal: AbortSignal): Promise<AxTree> {
    const windows = await this.#desktop.xWindows();
    const window = windows.find((candidate) => candidate.id === id);
    if (!window) throw new EngineError('unknown_window', { window: handleOfWindow(id) });
    const { joined } = await this.#desktop.readAwake(signal, window.pid);
    const found = joined.find(({ x, frame }) => x?.id === id && frame !== undefined);
    if (found?.frame) {
      return this.capture(`${found.frame.application.bus}${found.frame.path}`, scope, signal);
    }
    const notes = [...(await this.#desktop.notes()), ...stateNotes(window), await silentNote(window)];
    return { nodes: [bareWindow(window)], cuts: [], notes };
  }
}

function startOf(window: Handle, { within }: Scope): string {
  const [bus, path] = referenceOf(window);
  if (within === undefined) return path;
  const [ownBus, start] = referenceOf(within);
  if (ownBus !== bus) throw new EngineError('stale_element', { reason: 'it belongs to another program' });
  return start;
}

function endCuts({ ended, full }: Attempt): readonly Cut[] {
  if (ended) return [{ reason: 'time' }];
  return full ? [{ reason: 'elements' }] : [];
}

/** The X server knows the window's place better than the toolkit, which may count the title bar or the shadow. */
function withWindowRect({ nodes }: Assembled, joined: Joined | undefined, { within }: Scope): readonly AxNode[] {
  const [root, ...others] = nodes;
  if (!root || !joined?.x || within !== undefined) return nodes;
  return [{ ...root, rect: joined.x.rect }, ...others];
}

function bareWindow(window: XWindow): AxNode {
  return {
    handle: handleOfWindow(window.id),
    parent: -1,
    type: 'Window',
    name: window.title,
    rect: window.rect,
    ...(window.active && { focused: true }),
    patterns: { window: { modal: window.modal } },
  };
}
