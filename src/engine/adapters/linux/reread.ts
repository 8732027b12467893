import type { AxNode, Handle } from '../../../model/element.ts';
import { EngineError } from '../../../model/errors.ts';
import type { AccessibilityBus } from './accessibilityBus.ts';
import type { Desktop } from './desktop.ts';
import { asEngineError } from './errors.ts';
import { referenceOf } from './handles.ts';
import { SINGLE_LIMIT, SingleReader, withBatch } from './single.ts';

/** The present state of controls in the order of their handles; `null` for one that is gone, or whose program is. */
export async function rereadNodes(
  bus: AccessibilityBus,
  desktop: Desktop,
  handles: readonly Handle[],
  signal: AbortSignal,
): Promise<readonly (AxNode | null)[]> {
  const paths = Map.groupBy(handles.map(referenceOf), ([name]) => name);
  const nodes = new Map<Handle, AxNode>();
  await Promise.all(
    [...paths].map(async ([name, references]) => {
      const found = await readOf(
        bus,
        desktop,
        name,
        references.map(([, path]) => path),
        signal,
      );
      for (const node of found) nodes.set(node.handle, node);
    }),
  );
  return handles.map((handle) => nodes.get(handle) ?? null);
}

async function readOf(
  bus: AccessibilityBus,
  desktop: Desktop,
  name: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly AxNode[]> {
  try {
    const application = await bus.application(name, SINGLE_LIMIT);
    return await withBatch(bus, application, signal, async (batch) => {
      const reader = new SingleReader(batch, application, desktop, signal);
      const nodes = await Promise.all(paths.map((path) => readOrGone(reader, path)));
      if (batch.ended) throw new EngineError('not_responding', { application: application.name, limit: SINGLE_LIMIT });
      return nodes.filter((node) => node !== undefined);
    });
  } catch (error) {
    if (isGoneError(asEngineError(error))) return [];
    throw asEngineError(error);
  }
}

async function readOrGone(reader: SingleReader, path: string): Promise<AxNode | undefined> {
  try {
    return await reader.read(path);
  } catch (error) {
    if (isGoneError(asEngineError(error))) return undefined;
    throw error;
  }
}

function isGoneError(error: unknown): boolean {
  return error instanceof EngineError && (error.code === 'stale_element' || error.code === 'application_exited');
}
