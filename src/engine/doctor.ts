import process from 'node:process';
import type { LocalClient } from './mcp/localClient.ts';
import { prepareDirectories } from './process/directory.ts';
import { type Endpoint, localEndpoint } from './process/endpoint.ts';
import { readRendezvous } from './process/rendezvous.ts';
import { VERSION } from './version.ts';

/** What one check found. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'problem' | 'unknown';
  /** What was found, and why it is as it is. */
  readonly text: string;
  /** The command that mends it. */
  readonly command?: string | undefined;
}

/** The oldest Node.js that the program runs on: `engines` of its manifest. */
const OLDEST_NODE = [22, 12] as const;

/** Checks everything between this process and the controls of each open program; never fails itself. */
export async function examine(
  env: NodeJS.ProcessEnv,
  connect: () => Promise<LocalClient>,
): Promise<readonly Finding[]> {
  const endpoint = localEndpoint(env);
  const first = [nodeFinding(), await folderFinding(endpoint)];
  let engine: LocalClient;
  try {
    engine = await connect();
  } catch (error) {
    const text = `cannot be started: ${messageOf(error)}`;
    return [...first, { check: 'engine', status: 'problem', text, command: `tail ${endpoint.logFile}` }];
  }
  try {
    return [...first, ...(await examineEngine(engine, endpoint))];
  } finally {
    await engine.close();
  }
}

async function examineEngine(engine: LocalClient, endpoint: Endpoint): Promise<readonly Finding[]> {
  const known = await engineFinding(engine, endpoint);
  try {
    const { desktops } = await engine.status();
    const { session, programs } = await engine.diagnose();
    return [
      known,
      desktopFinding(desktops),
      ...session,
      ...programs.map(withoutDetails),
      ...noProgram(programs.length),
    ];
  } catch (error) {
    return [known, { check: 'desktop', status: 'problem', text: messageOf(error) }];
  }
}

function nodeFinding(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
  const text = `version ${process.versions.node}`;
  const check = 'Node.js';
  if (!isOld) return { check, status: 'ok', text };
  return {
    check,
    status: 'problem',
    text: `${text} is older than ${OLDEST_NODE.join('.')}`,
    command: 'npx -y node@24',
  };
}

/** Whoever else can write there could hand clients an engine of his own. */
async function folderFinding(endpoint: Endpoint): Promise<Finding> {
  const check = 'runtime folder';
  try {
    await prepareDirectories(endpoint);
    return { check, status: 'ok', text: `${endpoint.directory}, of this user alone` };
  } catch (error) {
    const folders = [...new Set([endpoint.directory, endpoint.socketDirectory])].join(' ');
    return { check, status: 'problem', text: messageOf(error), command: `chmod 700 ${folders}` };
  }
}

async function engineFinding(engine: LocalClient, endpoint: Endpoint): Promise<Finding> {
  const check = 'engine';
  try {
    const { pid } = await engine.status();
    const serving = await readRendezvous(endpoint);
    const text = `process ${pid}, version ${serving?.version ?? 'unknown'}`;
    if (serving === undefined || serving.version === VERSION) return { check, status: 'ok', text };
    // An older one is replaced by whoever attaches, unless it has clients; it ends with the last of them.
    return { check, status: 'unknown', text: `${text}, while this is ${VERSION}: end the clients of the other one` };
  } catch (error) {
    return { check, status: 'problem', text: messageOf(error), command: `tail ${endpoint.logFile}` };
  }
}

function desktopFinding(desktops: readonly string[]): Finding {
  const check = 'desktop';
  if (!desktops.includes('sim')) return { check, status: 'ok', text: 'real' };
  const text = 'simulated: there is no session bus and no display here, or DESKHAND_DESKTOP=sim hides them';
  return { check, status: 'unknown', text };
}

/** What only a trial needs is left out. */
function withoutDetails({ check, status, text, command }: Finding): Finding {
  return { check, status, text, ...(command !== undefined && { command }) };
}

function noProgram(programs: number): readonly Finding[] {
  return programs > 0 ? [] : [{ check: 'programs', status: 'unknown', text: 'none has a window' }];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The findings for a person. */
export function findingLines(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ status }) => status.length));
  return findings.flatMap((finding) => linesOf(finding, width)).join('\n');
}

function linesOf({ check, status, text, command }: Finding, width: number): readonly string[] {
  const line = `${status.padEnd(width)}  ${check}: ${text}`;
  // Sentences of programs hold their command already.
  if (command === undefined || text.includes(command)) return [line];
  return [line, `${' '.repeat(width)}  → ${command}`];
}
