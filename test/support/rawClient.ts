import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';

/** A message as it stands on the line. */
export interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: string;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** `deskhand mcp` on the simulated desktop, spoken to byte by byte. */
export interface RawClient {
  readonly env: NodeJS.ProcessEnv;
  readonly process: ChildProcess;
  /** Everything that came on standard output so far, line by line. */
  readonly lines: readonly string[];
  write(text: string): void;
  /** Sends a request and waits for the answer with its id. */
  request(method: string, params?: object): Promise<Message>;
  /** Waits for the first message, old or new, that `test` accepts. */
  waitFor(test: (message: Message) => boolean): Promise<Message>;
  stop(): Promise<void>;
}

const PROGRAM = resolve('src/engine/main.ts');
const WAIT = 20_000;

/** Starts the program with a runtime folder of its own, so that its engine is its own; or that of another client's. */
export function startRaw(other?: RawClient): RawClient {
  const folder = other?.env['DESKHAND_RUNTIME_DIR'] ?? mkdtempSync(join(tmpdir(), 'deskhand-raw-'));
  const own = { DESKHAND_DESKTOP: 'sim', DESKHAND_RUNTIME_DIR: folder, DESKHAND_IDLE_MS: '500' };
  const env = { ...process.env, ...own };
  const child = spawn(process.execPath, [PROGRAM, 'mcp'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    for (const look of waiting) look();
  });
  let lastId = 0;
  const waitFor: RawClient['waitFor'] = (test) =>
    new Promise((resolvePromise, reject) => {
      const timer = setTimeout(() => reject(new Error(`nothing came within ${WAIT} ms:\n${lines.join('\n')}`)), WAIT);
      const look = () => {
        const found = lines.map((line): Message => JSON.parse(line)).find(test);
        if (found === undefined) return;
        clearTimeout(timer);
        waiting.delete(look);
        resolvePromise(found);
      };
      waiting.add(look);
      look();
    });
  const write = (text: string) => void child.stdin.write(text);
  const request: RawClient['request'] = (method, params = {}) => {
    const id = ++lastId;
    write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return waitFor((message) => message.id === id);
  };
  const stop = async () => {
    child.stdin.end();
    if (child.exitCode === null) await new Promise((ended) => child.once('exit', ended));
    if (other === undefined) rmSync(folder, { recursive: true, force: true });
  };
  return { env, process: child, lines, write, request, waitFor, stop };
}

/** The handshake of a client. */
export async function initialize(client: RawClient, name = 'raw'): Promise<Message> {
  const clientInfo = { name, version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const answer = await client.request('initialize', params);
  client.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return answer;
}

/** Calls a tool, named without its prefix, and gives its answer, or the error of the protocol, as JSON. */
export async function callRaw(client: RawClient, tool: string, args: object = {}): Promise<string> {
  const { result, error } = await client.request('tools/call', { name: `deskhand_${tool}`, arguments: args });
  return JSON.stringify(result ?? error);
}
