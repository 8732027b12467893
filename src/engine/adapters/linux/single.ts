import type { AxNode } from '../../../model/element.ts';
import { EngineError } from '../../../model/errors.ts';
import type { AccessibilityBus, Application } from './accessibilityBus.ts';
import { assemble } from './assemble.ts';
import { CALLS, NO_OBJECT, NULL_PATH } from './atspi.ts';
import { Batch, BatchEnded } from './batch.ts';
import type { BusConnection } from './bus.ts';
import { needsContent } from './content.ts';
import type { Desktop } from './desktop.ts';
import { asEngineError } from './errors.ts';
import type { Child, Found } from './found.ts';
import { objectsOnBus } from './objects.ts';
import { originOf } from './origin.ts';
import { isPopoverName } from './popovers.ts';
import { ROLE, WINDOW_ROLES } from './roles.ts';
import { resolved } from './tableCell.ts';
import { TreeRead } from './treeRead.ts';

/** Time for a read of single objects, which takes a few milliseconds of a program that works. */
export const SINGLE_LIMIT = 2_000;

/** Objects that are read with the one that is asked for: some are only known by the texts in them. */
const NODES_WITH_CONTENT = 24;

/** The program behind a bus name, with failures as errors of the product. */
export async function applicationNamed(
  bus: AccessibilityBus,
  name: string,
  limit = SINGLE_LIMIT,
): Promise<Application> {
  try {
    return await bus.application(name, limit);
  } catch (error) {
    throw asEngineError(error);
  }
}

/** Runs one read of single objects of a program, with its failures as errors of the product. */
export async function withBatch<T>(
  bus: AccessibilityBus,
  application: Application,
  signal: AbortSignal,
  read: (batch: Batch) => Promise<T>,
  limit = SINGLE_LIMIT,
): Promise<T> {
  return inBatch(await bus.connectionTo(application, limit), application, signal, read, limit);
}

/** The same over a connection of the caller's. */
export async function inBatch<T>(
  connection: BusConnection,
  application: Application,
  signal: AbortSignal,
  read: (batch: Batch) => Promise<T>,
  limit = SINGLE_LIMIT,
): Promise<T> {
  const batch = new Batch(connection, application.bus, limit, signal);
  try {
    return await read(batch);
  } catch (error) {
    signal.throwIfAborted();
    // A program that answered much, but not all of what was asked, does not hang.
    if (error instanceof BatchEnded && batch.answered > 0) throw new EngineError('timeout', { limit }, error);
    throw asEngineError(error, { application: application.name });
  } finally {
    batch.close();
  }
}

/** Reads single objects of one program. */
export class SingleReader {
  readonly #batch: Batch;
  readonly #application: Application;
  readonly #desktop: Desktop;
  readonly #signal: AbortSignal;
  readonly #frames = new Map<string, Promise<string>>();
  readonly #origins = new Map<string, Promise<readonly [number, number] | undefined>>();

  constructor(batch: Batch, application: Application, desktop: Desktop, signal: AbortSignal) {
    this.#batch = batch;
    this.#application = application;
    this.#desktop = desktop;
    this.#signal = signal;
  }

  /** The present state of what the path of a handle names; undefined where it cannot be read any more. */
  async read(named: string): Promise<AxNode | undefined> {
    const { bus, toolkit } = this.#application;
    const object = await resolved(this.#batch, named);
    const [found, origin, scale] = await Promise.all([
      this.#find(object),
      this.#originFor(object.path),
      this.#scaleFor(object.path),
    ]);
    return assemble(found, { bus, toolkit, origin, scale, includeOffscreen: true }).nodes[0];
  }

  async #find(object: Child): Promise<Found> {
    const alone = await this.#readTree(object, 1);
    return needsContent(alone, this.#application.toolkit) ? this.#readTree(object, NODES_WITH_CONTENT) : alone;
  }

  #readTree(object: Child, maxNodes: number): Promise<Found> {
    const { toolkit } = this.#application;
    const scope = { includeOffscreen: true, rows: 1, maxNodes, timeBudget: SINGLE_LIMIT };
    return new TreeRead({ batch: this.#batch, toolkit }, objectsOnBus(this.#batch), scope).read(object);
  }

  /** Where the window of the object is, as far as the toolkit needs that. */
  async #originFor(path: string): Promise<readonly [number, number] | undefined> {
    const placing = await this.#desktop.placing();
    if (placing === 'none' || (placing === 'all' && !this.#application.toolkit.frameRelative)) {
      return originOf(this.#application.toolkit, undefined, placing, 1);
    }
    const frame = await this.#frameAbove(path);
    const known = this.#origins.get(frame);
    if (known !== undefined) return known;
    const origin = this.#desktop
      .windowOf(this.#application, frame, this.#signal)
      .then((window) => originOf(this.#application.toolkit, window, placing, this.#desktop.scaleOf(this.#application)));
    this.#origins.set(frame, origin);
    return origin;
  }

  /** How large the program draws; what is in a page of Chromium is told in pixels of the screen. */
  async #scaleFor(path: string): Promise<number> {
    const scale = this.#desktop.scaleOf(this.#application);
    if (scale === 1 || this.#application.toolkit.family !== 'chromium') return scale;
    const top = await this.#frameAbove(path);
    return (await this.#batch.optional(top, CALLS.role, 0)) === ROLE.documentWeb ? 1 : scale;
  }

  /** The window of an object, found by asking for its parents; shared by all objects on the way up. */
  #frameAbove(path: string): Promise<string> {
    const known = this.#frames.get(path);
    if (known !== undefined) return known;
    const frame = this.#findFrame(path);
    this.#frames.set(path, frame);
    return frame;
  }

  async #findFrame(path: string): Promise<string> {
    const { toolkit } = this.#application;
    const [role, [, parent], name] = await Promise.all([
      this.#batch.optional(path, CALLS.role, 0),
      this.#batch.optional(path, CALLS.parent, NO_OBJECT),
      toolkit.frameRelative ? this.#batch.optional(path, CALLS.name, '') : '',
    ]);
    // Nobody knows the place of what is in a popover from that alone.
    if (isPopoverName(name, toolkit)) return path;
    if (role === ROLE.documentWeb) return path;
    if (WINDOW_ROLES.has(role) || parent === NULL_PATH || parent === path) return path;
    return this.#frameAbove(parent);
  }
}
