import type { AxNode, AxTree, Handle } from '../../../model/element.ts';
import { EngineError } from '../../../model/errors.ts';
import type { Scope } from '../adapter.ts';
import type { AccessibilityBus } from './accessibilityBus.ts';
import { describeTree } from './describe.ts';
import type { Desktop } from './desktop.ts';
import type { Explainer } from './explainer.ts';
import { cellOfPath, handleOfWindow, referenceOf, windowIdOf } from './handles.ts';
import type { Subject } from './live/liveTree.ts';
import { LiveTrees } from './live/liveTrees.ts';
import { silentNote, stateNotes } from './notes.ts';
import { rereadNodes } from './reread.ts';
import { applicationNamed } from './single.ts';
import { notResponding, readPopulated } from './windowRead.ts';
import type { XWindow } from './xWindows.ts';

/** Reads the tree of one window, or a part of it. */
export class Capture {
  readonly #bus: AccessibilityBus;
  readonly #desktop: Desktop;
  readonly #explainer: Explainer;
  readonly #live: LiveTrees | undefined;

  /** `keep` says whether trees are kept current, or read anew each time. */
  constructor(bus: AccessibilityBus, desktop: Desktop, explainer: Explainer, keep: boolean) {
    this.#bus = bus;
    this.#desktop = desktop;
    this.#explainer = explainer;
    this.#live = keep ? new LiveTrees({ bus, desktop }) : undefined;
  }

  async capture(window: Handle, scope: Scope, signal: AbortSignal): Promise<AxTree> {
    const id = windowIdOf(window);
    if (id !== undefined) return this.#captureXWindow(id, scope, signal);
    const [bus, path] = referenceOf(window);
    const application = await applicationNamed(this.#bus, bus, scope.timeBudget);
    if (scope.within !== undefined && isCell(scope.within)) return this.#captureCell(scope.within, signal);
    const subject = { application, window: path, start: startOf(window, scope), scope };
    return this.#live ? this.#live.capture(subject, signal) : this.#readOnce(subject, signal);
  }

  async isCurrent(version: string, signal: AbortSignal): Promise<boolean> {
    return this.#live?.isCurrent(version, signal) ?? false;
  }

  async changed(version: string, limit: number, signal: AbortSignal): Promise<boolean> {
    return this.#live?.changed(version, limit, signal) ?? false;
  }

  close(): void {
    this.#live?.close();
  }

  async #readOnce({ application, window, start, scope }: Subject, signal: AbortSignal): Promise<AxTree> {
    const [joined, attempt] = await Promise.all([
      this.#desktop.windowOf(application, window, signal),
      readPopulated(this.#bus, application, start, scope, signal),
    ]);
    return describeTree(this.#desktop, application, joined, attempt, scope);
  }

  /** A cell whose path is another one at each look has nothing below it. */
  async #captureCell(cell: Handle, signal: AbortSignal): Promise<AxTree> {
    const [node] = await rereadNodes(this.#bus, this.#desktop, [cell], signal);
    if (!node) throw new EngineError('stale_element');
    return { nodes: [node], cuts: [], notes: await this.#desktop.notes() };
  }

  /** A window of a program that is not on the bus: all that is known is the window. */
  async #captureXWindow(id: number, scope: Scope, signal: AbortSignal): Promise<AxTree> {
    const windows = await this.#desktop.xWindows();
    const window = windows.find((candidate) => candidate.id === id);
    if (!window) throw new EngineError('unknown_window', { window: handleOfWindow(id) });
    const { joined, silent } = await this.#desktop.readAwake(signal, {
      // Another program that has a window of its own cannot be that of this one, and its silence is not waited for.
      leftOut: windows.map(({ pid }) => pid).filter((pid) => pid !== window.pid),
      patience: { pid: window.pid, limit: scope.timeBudget },
    });
    const found = joined.find(({ x, frame }) => x?.id === id && frame !== undefined);
    if (found?.frame) {
      return this.capture(`${found.frame.application.bus}${found.frame.path}`, scope, signal);
    }
    if (silent.has(window.pid)) throw notResponding({ name: window.title }, scope);
    const notes = [...(await this.#desktop.notes()), ...stateNotes(window), await silentNote(window, this.#explainer)];
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

function isCell(handle: Handle): boolean {
  return cellOfPath(referenceOf(handle)[1]) !== undefined;
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
