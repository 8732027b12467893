import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccessibilityBus } from './accessibilityBus.ts';
import { CALLS } from './atspi.ts';
import { startOf } from './processes.ts';

/** What a process noted down before it switched accessibility on. */
interface Borrowed {
  readonly pid: number;
  /** Start of the process in clock ticks since the machine started: a process number alone is given out again. */
  readonly started: string;
}

const SERVICE = 'org.a11y.Bus';
const PATH = '/org/a11y/bus';

/**
 * The desktop's switch for accessibility. It is kept in the user's settings, so it is only borrowed: noted down before
 * it is set, and set back at the end, or by the next process where this one is killed.
 */
export class StatusSwitch {
  readonly #bus: AccessibilityBus;
  readonly #folder: string | undefined;
  /** When we switched it on, on the clock of `performance`. */
  #since: number | undefined;
  #switching: Promise<boolean> | undefined;

  constructor(bus: AccessibilityBus, env: NodeJS.ProcessEnv) {
    this.#bus = bus;
    const runtime = env['XDG_RUNTIME_DIR'];
    this.#folder = runtime ? join(runtime, 'deskhand') : undefined;
  }

  /** Whether accessibility is on because we switched it on. */
  get isOn(): boolean {
    return this.#since !== undefined;
  }

  /** Whether it was on when a process that has run for `age` seconds started; undefined where only the user knows. */
  wasOnAt(age: number): boolean | undefined {
    return this.#since === undefined ? undefined : age < (performance.now() - this.#since) / 1_000;
  }

  /** Sets back what a process that was killed left on. */
  async recover(): Promise<void> {
    const borrowed = await this.#readRecord();
    if (!borrowed || (await startOf(borrowed.pid)) === borrowed.started) return;
    await this.#set(false);
    await this.#removeRecord();
  }

  /** Switches accessibility on, once for all who ask for it meanwhile; says whether that changed something. */
  switchOn(): Promise<boolean> {
    this.#switching ??= this.#switchOnce().finally(() => {
      this.#switching = undefined;
    });
    return this.#switching;
  }

  async #switchOnce(): Promise<boolean> {
    if (this.isOn || this.#folder === undefined) return false;
    if (await this.#bus.askSession(SERVICE, PATH, CALLS.enabled)) return false;
    await this.#writeRecord(this.#folder);
    await this.#set(true);
    this.#since = performance.now();
    return true;
  }

  /** Sets the switch back. */
  async restore(): Promise<void> {
    if (!this.isOn) return;
    await this.#set(false);
    this.#since = undefined;
    await this.#removeRecord();
  }

  async #set(value: boolean): Promise<void> {
    await this.#bus.askSession(SERVICE, PATH, CALLS.setEnabled, ['b', value]);
  }

  async #readRecord(): Promise<Borrowed | undefined> {
    if (this.#folder === undefined) return undefined;
    const text = await readFile(recordIn(this.#folder), 'utf8').catch(() => '');
    const [, pid, started] = /^(\d+) (\d+)\n$/.exec(text) ?? [];
    return pid !== undefined && started !== undefined ? { pid: Number(pid), started } : undefined;
  }

  async #writeRecord(folder: string): Promise<void> {
    await mkdir(folder, { mode: 0o700, recursive: true });
    const temporary = `${recordIn(folder)}.${process.pid}`;
    await writeFile(temporary, `${process.pid} ${await startOf(process.pid)}\n`, { mode: 0o600 });
    await rename(temporary, recordIn(folder));
  }

  async #removeRecord(): Promise<void> {
    if (this.#folder !== undefined) await rm(recordIn(this.#folder), { force: true });
  }
}

function recordIn(folder: string): string {
  return join(folder, 'accessibility-switched-on');
}
