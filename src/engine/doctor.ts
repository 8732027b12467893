import process from 'node:process';
import { z } from 'zod';
import type { LocalClient } from './mcp/localClient.ts';

/** What one check found. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'problem' | 'unknown';
  /** What was found, and where something is wrong how to mend it. */
  readonly text: string;
}

/** The oldest Node.js that the program runs on. */
const OLDEST_NODE = 20;

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

/** Checks everything between this process and the controls of each open window. */
export async function examine(engine: LocalClient): Promise<readonly Finding[]> {
  const { pid, desktops } = await engine.status();
  const node = Number.parseInt(process.versions.node, 10);
  const simulated = desktops.includes('sim');
  const first: Finding[] = [
    { check: 'Node.js', status: node >= OLDEST_NODE ? 'ok' : 'problem', text: `version ${process.versions.node}` },
    { check: 'engine', status: 'ok', text: `process ${pid}` },
    {
      check: 'desktop',
      status: simulated ? 'unknown' : 'ok',
      text: simulated ? 'simulated: there is no real desktop here, or DESKHAND_DESKTOP=sim hides it' : 'real',
    },
  ];
  const { windows, notes } = await listed(engine);
  const several = windows.length === 1 ? '1 window' : `${windows.length} windows`;
  const seen: Finding = {
    check: 'windows',
    status: windows.length > 0 ? 'ok' : 'unknown',
    text: [several, ...notes].join('; '),
  };
  const each = await Promise.all(windows.map((window) => examineWindow(engine, window)));
  return [...first, seen, ...each];
}

async function examineWindow(engine: LocalClient, { id, title, app, toolkit }: Listed): Promise<Finding> {
  const check = `window ${id} '${title}' of ${app}${toolkit ? `, ${toolkit}` : ''}`;
  try {
    const { count, notes, isHealthy } = await exposedBy(engine, id);
    return { check, status: isHealthy ? 'ok' : 'problem', text: [`${count} elements`, ...notes].join('; ') };
  } catch (error) {
    return { check, status: 'problem', text: error instanceof Error ? error.message : String(error) };
  }
}

/** The findings for a person. */
export function findingLines(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ status }) => status.length));
  return findings.map(({ check, status, text }) => `${status.padEnd(width)}  ${check}: ${text}`).join('\n');
}
