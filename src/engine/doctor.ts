import process from 'node:process';
import { exposedBy, type Listed, listed } from './mcp/answers.ts';
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
