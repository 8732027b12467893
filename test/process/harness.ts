import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Endpoint, type Environment, localEndpoint } from '../../src/engine/process/endpoint.ts';
import { LineSplitter } from '../../src/engine/process/lines.ts';
import { readRendezvous } from '../../src/engine/process/rendezvous.ts';

/** The program that stands in for the real one. */
export const FIXTURE = fileURLToPath(new URL('fixture.ts', import.meta.url));

/** A JSON-RPC message as the tests look at it. */
export interface Message {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A desktop session of a test's own. All that was started in it has ended when the test is over. */
export interface TestSession {
  readonly env: Environment;
  readonly endpoint: Endpoint;
  start(command: 'engine' | 'mcp', env?: Environment): Program;
}

/** Makes a session in a new directory.. */
export async function testSession(extra: Environment = {}): Promise<TestSession> {
  const home = await mkdtemp(join(tmpdir(), 'deskhand-test-'));
  const env = { ...process.env, DESKHAND_RUNTIME_DIR: join(home, 'run'), DESKHAND_IDLE_MS: '5000', ...extra };
  const endpoint = localEndpoint(env);
  const programs: Program[] = [];
  onTestFinished(async () => {
    await Promise.all(programs.map((program) => program.kill()));
    await endEngines(endpoint);
    await rm(home, { recursive: true, force: true });
  });
  return {
    env,
    endpoint,
    start(command, more = {}) {
      const program = new Program(command, { ...env, ...more });
      programs.push(program);
      return program;
    },
  };
}

/** A running fixture, with the lines of its standard output. */
export class Program {
  readonly child: ChildProcessWithoutNullStreams;
  readonly lines: string[] = [];
  /** The lines that are JSON, as they came. */
  readonly messages: Message[] = [];
  readonly exited: Promise<number | string>;
  stderr = '';
  #lastId = 0;

  constructor(command: string, env: Environment) {
    this.child = spawn(process.execPath, [FIXTURE, command], { env });
    this.exited = once(this.child, 'exit').then(([code, signal]) => code ?? signal);
    const splitter = new LineSplitter(
      { line: (line) => this.#take(line.toString().trim()), overlong: () => {} },
      Number.POSITIVE_INFINITY,
    );
    this.child.stdout.on('data', (chunk) => splitter.push(chunk));
    this.child.stderr.on('data', (chunk) => {
      this.stderr += String(chunk);
    });
    this.child.stdin.on('error', () => {});
  }

  #take(line: string): void {
    this.lines.push(line);
    if (line.startsWith('{')) {
      this.messages.push(JSON.parse(line));
    }
  }

  /** Sends a message as a line. */
  send(message: object): void {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  /** Sends a request and gives its answer. */
  async call(method: string, params: object = {}): Promise<Message> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.send({ id, method, params });
    return await this.answer(id);
  }

  async answer(id: number | string): Promise<Message> {
    return await until(`answer ${id}`, () => this.messages.find((message) => message.id === id));
  }

  async initialize(): Promise<void> {
    await this.call('initialize');
    this.send({ method: 'notifications/initialized' });
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }
}

/** Polls until `look` gives something; fails with `what` after twenty seconds. */
export async function until<T>(what: string, look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const found = await look();
    if (found !== undefined) {
      return found;
    }
    await delay(10);
  }
  throw new Error(`${what} did not come`);
}

/** The names in a session's directory, without the session's key. */
export async function files({ endpoint }: TestSession): Promise<string[]> {
  const names = await readdir(endpoint.directory).catch(() => []);
  return names.map((name) => name.replace(`-${endpoint.key}`, '').replace(/-[0-9a-f]{8}\.sock/, '.sock')).sort();
}

/** Waits until the engine named in the rendezvous file is another than `not`, and gives its process id. */
export async function servingPid({ endpoint }: TestSession, not?: number): Promise<number> {
  return await until('a serving engine', async () => {
    const pid = (await readRendezvous(endpoint))?.pid;
    return pid === not ? undefined : pid;
  });
}

/** Process id of the engine that answers a client. */
export async function answeredPid(client: Program): Promise<number> {
  const { result, error } = await client.call('pid');
  if (typeof result?.['pid'] !== 'number') {
    throw new Error(`no engine answers: ${error?.message}`);
  }
  return result['pid'];
}

/** Whether a process is there. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Ends the engines that the programs of a session have started: they, and nobody else, have its directory. */
async function endEngines({ directory }: Endpoint): Promise<void> {
  await until('the end of the engines', async () => {
    const pids = await processesWith(`DESKHAND_RUNTIME_DIR=${directory}`);
    for (const pid of pids.filter(isRunning)) {
      process.kill(pid, 'SIGKILL');
    }
    return pids.length === 0 ? true : undefined;
  });
}

async function processesWith(variable: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const environments = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')));
  return pids.filter((_, index) => environments[index]?.split('\0').includes(variable)).map(Number);
}
