import type { ChildProcess } from 'node:child_process';
import { EngineError } from '../../model/errors.ts';
import type { PlatformAdapter } from './adapter.ts';
import type { ForegroundAdapter } from './foregroundAdapter.ts';
import { HOST_LIMITS, type HostLimits } from './hostLimits.ts';
import { type HostCall, type HostEnd, HostProcess } from './hostProcess.ts';
import type { CallMethod, CallResult } from './hostProtocol.ts';

/** How to start and watch the adapter host of one desktop. */
interface SupervisorOptions {
  /** Starts a process that calls `serveAdapter`. */
  readonly fork: () => ChildProcess;
  /** Limits other than the usual ones. */
  readonly limits?: Partial<HostLimits>;
  /** Takes the lines of the developer log; stderr without it. */
  readonly log?: (line: string) => void;
}

/** An adapter whose native calls run in a child process that is replaced when it hangs or dies. */
export interface SupervisedAdapter extends PlatformAdapter {
  /** The present host; `undefined` while there is none. */
  readonly hostPid: number | undefined;
}

/**
 * Starts an adapter host at once and keeps one running. A call fails with `timeout` at its deadline, with
 * `adapter_restarted` when the host ends during it, with the error of the adapter's creation where there was one, with
 * `accessibility_off` while hosts die of their start, and with the reason of its signal.
 */
export function superviseAdapter(options: SupervisorOptions): SupervisedAdapter {
  const { limits, supervisor } = supervise(options);
  const { call: limit, captureMargin } = limits;
  // Every method of the contract: its arguments without the signal, and its deadline.
  return {
    windows: (leftOut, signal) => supervisor.call({ method: 'windows', args: [leftOut], signal, limit }),
    capture: (window, scope, signal) =>
      supervisor.call({ method: 'capture', args: [window, scope], signal, limit: scope.timeBudget + captureMargin }),
    isCurrent: (version, signal) => supervisor.call({ method: 'isCurrent', args: [version], signal, limit }),
    changed: (version, most, signal) =>
      supervisor.call({ method: 'changed', args: [version, most], signal, limit: most + limit }),
    reread: (handles, signal) => supervisor.call({ method: 'reread', args: [handles], signal, limit }),
    text: (handle, part, signal) => supervisor.call({ method: 'text', args: [handle, part], signal, limit }),
    cells: (handle, range, signal) => supervisor.call({ method: 'cells', args: [handle, range], signal, limit }),
    perform: (handle, call, signal) => supervisor.call({ method: 'perform', args: [handle, call], signal, limit }),
    changeWindow: (window, change, signal) =>
      supervisor.call({ method: 'changeWindow', args: [window, change], signal, limit }),
    program: (name, signal) => supervisor.call({ method: 'program', args: [name], signal, limit }),
    launch: (program, args, signal) => supervisor.call({ method: 'launch', args: [program, args], signal, limit }),
    programState: (pid, signal) => supervisor.call({ method: 'programState', args: [pid], signal, limit }),
    at: (x, y, leftOut, signal) => supervisor.call({ method: 'at', args: [x, y, leftOut], signal, limit }),
    diagnose: (leftOut, signal) => supervisor.call({ method: 'diagnose', args: [leftOut], signal, limit }),
    dispose: () => supervisor.dispose(),
    get hostPid() {
      return supervisor.hostPid;
    },
  };
}

/** The same for what takes the pointer and the focus. */
export function superviseForeground(options: SupervisorOptions): ForegroundAdapter {
  const { limits, supervisor } = supervise(options);
  const { call: limit } = limits;
  return {
    focus: (handle, signal) => supervisor.call({ method: 'focus', args: [handle], signal, limit }),
    activate: (window, signal) => supervisor.call({ method: 'activate', args: [window], signal, limit }),
    input: (steps, signal) => supervisor.call({ method: 'input', args: [steps], signal, limit: limits.input }),
    dispose: () => supervisor.dispose(),
  };
}

function supervise({ fork, limits: own, log = logToStderr }: SupervisorOptions): {
  readonly limits: HostLimits;
  readonly supervisor: Supervisor;
} {
  const limits = { ...HOST_LIMITS, ...own };
  return { limits, supervisor: new Supervisor(fork, limits, log) };
}

/** Why there is no host, and until when (on the clock of `performance`) none is tried. */
interface Rest {
  readonly error: EngineError;
  readonly until: number;
}

class Supervisor {
  readonly #fork: () => ChildProcess;
  readonly #limits: HostLimits;
  readonly #log: (line: string) => void;
  #host: HostProcess | undefined;
  #rest: Rest | undefined;
  /** Times of the latest deaths, oldest first. */
  #deaths: readonly number[] = [];
  #disposal: Promise<void> | undefined;

  constructor(fork: () => ChildProcess, limits: HostLimits, log: (line: string) => void) {
    this.#fork = fork;
    this.#limits = limits;
    this.#log = log;
    this.#start();
  }

  get hostPid(): number | undefined {
    return this.#host?.pid;
  }

  async call<M extends CallMethod>(call: HostCall<M>): Promise<CallResult<M>> {
    call.signal.throwIfAborted();
    return this.#ensureHost().call(call);
  }

  dispose(): Promise<void> {
    this.#disposal ??= this.#host?.close(closed()) ?? Promise.resolve();
    this.#host = undefined;
    return this.#disposal;
  }

  #ensureHost(): HostProcess {
    if (this.#disposal !== undefined) throw closed();
    if (this.#host !== undefined) return this.#host;
    if (this.#rest !== undefined && performance.now() < this.#rest.until) throw this.#rest.error;
    return this.#start();
  }

  #start(): HostProcess {
    const host = new HostProcess(this.#fork(), {
      limits: this.#limits,
      log: this.#log,
      ended: (ended, end) => this.#ended(ended, end),
    });
    this.#host = host;
    return host;
  }

  #ended(host: HostProcess, end: HostEnd): void {
    this.#host = undefined;
    if (end.kind === 'unable') {
      this.#pause(host, end.error);
      return;
    }
    this.#log(`adapter host ${host.pid} ended: ${end.reason}`);
    const hopeless = this.#tooManyDeaths(end.reason);
    if (hopeless !== undefined) {
      this.#pause(host, hopeless);
      return;
    }
    host.fail(new EngineError('adapter_restarted', { reason: end.reason }));
    this.#start();
  }

  /** Fails the calls of `host`, and for a while every other one; the first call after that starts a host. */
  #pause(host: HostProcess, error: EngineError): void {
    this.#rest = { error, until: performance.now() + this.#limits.pause };
    host.fail(error);
  }

  /** Notes a death and says whether starting another host would only repeat it. */
  #tooManyDeaths(reason: string): EngineError | undefined {
    const { deaths, deathWindow } = this.#limits;
    const now = performance.now();
    this.#deaths = [...this.#deaths, now].filter((time) => now - time < deathWindow);
    if (this.#deaths.length < deaths) return undefined;
    return new EngineError('accessibility_off', {
      reason: `its host process ended ${this.#deaths.length} times within ${deathWindow} ms, at last by ${reason}`,
      next: 'Call again in a few seconds; the engine log says why the process ended.',
    });
  }
}

function closed(): EngineError {
  return new EngineError('no_desktop', { reason: 'it was closed' });
}

function logToStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}
