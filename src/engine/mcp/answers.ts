import { z } from 'zod';
import type { LocalClient } from './localClient.ts';

/** Elements that are counted of a window; more make no difference to its health. */
const COUNTED = 5_000;

const WINDOWS = z.object({
  windows: z.array(
    z.object({ id: z.string(), title: z.string(), app: z.string(), pid: z.number(), toolkit: z.string().nullable() }),
  ),
  notes: z.array(z.string()).default([]),
});
const OBSERVATION = z.object({
  elements: z.array(z.looseObject({ more: z.unknown().optional() })),
  complete: z.boolean(),
  missing: z.array(z.string()),
  notes: z.array(z.string()),
});

/** A window as the listing tells of it. */
export type Listed = z.output<typeof WINDOWS>['windows'][number];

/** What a window exposes. */
export interface Exposed {
  readonly count: number;
  /** Why that is not all, or nothing at all. */
  readonly notes: readonly string[];
  readonly isHealthy: boolean;
}

const FAILURE = z.object({ error: z.object({ message: z.string() }) });

function sentenceOf(failure: string): string {
  return FAILURE.parse(JSON.parse(failure)).error.message;
}

/** The open windows; fails with the engine's own sentence. */
export async function listed(engine: LocalClient): Promise<z.output<typeof WINDOWS>> {
  const { code, text } = await engine.call('windows', {}, 'json');
  if (code !== undefined) throw new Error(sentenceOf(text));
  return WINDOWS.parse(JSON.parse(text));
}

/** What one window exposes; fails with the engine's own sentence. */
export async function exposedBy(engine: LocalClient, window: string): Promise<Exposed> {
  const { code, text } = await engine.call('observe', { window, filter: 'all', max_elements: COUNTED }, 'json');
  if (code !== undefined) throw new Error(sentenceOf(text));
  const { elements, complete, missing, notes } = OBSERVATION.parse(JSON.parse(text));
  // What is incomplete without anything that was cut or left to be read by rows hides its controls.
  const isHidden = !complete && missing.length === 0 && elements.every(({ more }) => more === undefined);
  return { count: elements.length, notes, isHealthy: elements.length > 0 && !isHidden };
}
