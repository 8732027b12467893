import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { EngineError } from '../../../../model/errors.ts';
import type { Program, ProgramState } from '../../../../model/launching.ts';
import { familyOf } from '../processes.ts';
import { launchEnvironment, tellingArguments } from './environment.ts';
import { programNamed } from './programs.ts';

/** Programs whose end is remembered. */
const MOST_REMEMBERED = 64;

/** Starts programs, which go on when it ends. */
export class Launcher {
  readonly #env: NodeJS.ProcessEnv;
  readonly #exits = new Map<number, string | undefined>();
  #starts = 0;

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  program(name: string): Promise<Program> {
    return programNamed(name, this.#env);
  }

  /** Fails with `invalid_argument` where the system cannot start it. */
  async launch({ command, name }: Program, args: readonly string[]): Promise<number> {
    const [file = '', ...own] = command;
    const env = launchEnvironment(this.#env, ++this.#starts);
    const cwd = this.#env['HOME'] ?? '/';
    const telling = await tellingArguments(file);
    const child = spawn(file, [...own, ...telling, ...args], { cwd, env, detached: true, stdio: 'ignore' });
    const pid = await startOf(child, name);
    child.unref();
    this.#remember(pid, child);
    return pid;
  }

  async state(pid: number): Promise<ProgramState> {
    const processes = await familyOf(pid);
    const exit = this.#exits.get(pid);
    return { processes, ...(exit !== undefined && { exit }) };
  }

  #remember(pid: number, child: ChildProcess): void {
    this.#exits.set(pid, undefined);
    child.once('exit', (code, signal) => this.#exits.set(pid, signal ?? `exit code ${code}`));
    for (const oldest of [...this.#exits.keys()].slice(0, -MOST_REMEMBERED)) this.#exits.delete(oldest);
  }
}

async function startOf(child: ChildProcess, name: string): Promise<number> {
  try {
    await once(child, 'spawn');
  } catch (error) {
    const problem = `${name} cannot be started: ${error instanceof Error ? error.message : String(error)}.`;
    throw new EngineError('invalid_argument', { problem }, error);
  }
  if (child.pid === undefined) throw new Error('A process that was spawned has no number.');
  return child.pid;
}
