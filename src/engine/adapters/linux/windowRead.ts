import { setTimeout as delay } from 'node:timers/promises';
import { EngineError } from '../../../model/errors.ts';
import type { Scope } from '../adapter.ts';
import type { AccessibilityBus, Application } from './accessibilityBus.ts';
import { Batch } from './batch.ts';
import { asEngineError } from './errors.ts';
import type { Found } from './found.ts';
import { objectsInCache, objectsOnBus } from './objects.ts';
import { TreeRead } from './treeRead.ts';

/** Time that a program which just started gets to build its tree, and how often it is asked meanwhile. */
const POPULATE_LIMIT = 300;
const POPULATE_INTERVAL = 100;

/** What one attempt to read a tree gave. */
export interface Attempt {
  readonly root: Found;
  /** The time ended before everything was read. */
  readonly ended: boolean;
  /** The limit of elements was reached. */
  readonly full: boolean;
}

/** Reads a window; of a program that has just started, which shows it before its controls, again until there are some. */
export async function readPopulated(
  bus: AccessibilityBus,
  application: Application,
  path: string,
  scope: Scope,
  signal: AbortSignal,
): Promise<Attempt> {
  const end = performance.now() + Math.min(POPULATE_LIMIT, scope.timeBudget);
  for (;;) {
    const attempt = await readWindow(bus, application, path, scope, signal);
    if (isPopulated(attempt) || scope.within !== undefined || performance.now() >= end) return attempt;
    await delay(POPULATE_INTERVAL, undefined, { signal });
  }
}

/** Whether there is more than the window itself, or may be. */
export function isPopulated({ root, full, ended }: Attempt): boolean {
  return full || ended || root.children.some(({ raw }) => raw);
}

/** Reads what is below an object of a program. */
export function readWindow(
  bus: AccessibilityBus,
  application: Application,
  path: string,
  scope: Scope,
  signal: AbortSignal,
): Promise<Attempt> {
  return withReader(bus, application, scope, signal, async (batch) => {
    const { toolkit } = application;
    const objects = toolkit.cache ? await objectsInCache(batch) : objectsOnBus(batch);
    const read = new TreeRead({ batch, toolkit }, objects, scope);
    const root = await read.read({ path });
    signal.throwIfAborted();
    // Nothing of the root itself in all that time: the program hangs, however many it answered before.
    if (!root.raw) throw notResponding(application, scope);
    return { root, ended: batch.ended !== undefined, full: read.full };
  });
}

/** Runs a read of many objects over the fastest connection to a program, with its failures as errors of the product. */
export async function withReader<T>(
  bus: AccessibilityBus,
  application: Application,
  scope: Scope,
  signal: AbortSignal,
  read: (batch: Batch) => Promise<T>,
): Promise<T> {
  try {
    const connection = await bus.connectionTo(application, scope.timeBudget);
    const batch = new Batch(connection, application.bus, scope.timeBudget, signal);
    try {
      return await read(batch);
    } finally {
      batch.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    const failure = asEngineError(error, { application: application.name });
    if (failure instanceof EngineError && failure.code === 'not_responding') bus.dropSocket(application.bus);
    throw failure;
  }
}

/** The program did not answer in the time that the scope gives. */
export function notResponding({ name }: Pick<Application, 'name'>, { timeBudget }: Scope): EngineError {
  return new EngineError('not_responding', { application: name, limit: timeBudget });
}
