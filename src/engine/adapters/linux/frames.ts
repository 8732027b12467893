import type { AccessibilityBus, Application } from './accessibilityBus.ts';
import { CALLS, type Extents, ROOT_PATH, type States } from './atspi.ts';
import { Batch, BatchEnded } from './batch.ts';
import { readExtents } from './extents.ts';

/** A top-level window as its program describes it on the accessibility bus. */
export interface Frame {
  readonly application: Application;
  readonly path: string;
  readonly name: string;
  readonly states: States;
  readonly extents: Extents | undefined;
}

/** The windows of every program that answers, and the programs that did not. */
export interface Frames {
  readonly frames: readonly Frame[];
  /** Processes that are on the bus and stayed silent. */
  readonly silent: ReadonlySet<number>;
  /** Processes that are on the bus. */
  readonly present: ReadonlySet<number>;
}

/** Which programs are asked, and for how long. */
export interface Asking {
  /** Processes that are not asked; they count as present all the same. */
  readonly leftOut?: readonly number[];
  /** The program that a read is about, and the milliseconds that it is given, whether it was silent before or not. */
  readonly patience?: { readonly pid: number; readonly limit: number };
}

/** Time in which one program must list its windows; the programs are asked side by side. */
const LISTING_LIMIT = 400;

/** Time for a program that was silent the last time: it is stopped, and every listing would wait for it. */
const SILENT_LIMIT = 50;
/** Time after which a silent program is no longer waited for in the background; the next listing begins anew. */
const RECOVERY_LIMIT = 60_000;

/** Reads the top-level windows of all programs on the bus. */
export class FrameReader {
  readonly #bus: AccessibilityBus;
  /** What a program last answered: its windows are still there while it is stopped. */
  readonly #last = new Map<string, readonly Frame[]>();
  /** Programs that were silent and have not answered since. */
  readonly #silent = new Set<string>();

  constructor(bus: AccessibilityBus) {
    this.#bus = bus;
  }

  /** The windows of all programs. */
  async read(signal: AbortSignal, { leftOut = [], patience }: Asking = {}): Promise<Frames> {
    const roots = await this.#bus.applicationRoots();
    const names = roots.map(([name]) => name);
    const pids = await Promise.all(names.map((name) => this.#processOf(name)));
    const wanted = names.map((name, index) => ({ name, pid: pids[index] ?? 0 }));
    const silent = new Set<number>();
    // A program that has just been killed may still be registered, but nobody holds its name any more.
    const asked = wanted.filter(({ pid }) => pid !== 0 && !leftOut.includes(pid));
    const frames = await Promise.all(
      asked.map(async (entry) => {
        const answer = await this.#framesOf(
          entry.name,
          signal,
          entry.pid === patience?.pid ? patience.limit : undefined,
        );
        if (!answer) silent.add(entry.pid);
        return answer ?? this.#last.get(entry.name) ?? [];
      }),
    );
    for (const name of this.#last.keys()) if (!names.includes(name)) this.#last.delete(name);
    return { frames: frames.flat(), silent, present: new Set(pids) };
  }

  async #processOf(name: string): Promise<number> {
    // A program may end between the listing and this question.
    return this.#bus.processOf(name).catch(() => 0);
  }

  /** The windows of one program; undefined where it does not answer in time. */
  async #framesOf(name: string, signal: AbortSignal, given?: number): Promise<readonly Frame[] | undefined> {
    const limit = given ?? (this.#silent.has(name) ? SILENT_LIMIT : LISTING_LIMIT);
    try {
      const application = await this.#bus.application(name, limit);
      const frames = await this.list(application, signal, limit);
      this.#last.set(name, frames);
      return frames;
    } catch (error) {
      if (error instanceof BatchEnded && error.reason === 'time') this.#awaitAnswer(name);
      // One program that is stopped, or ended just now, must not take the others out of the list.
      return undefined;
    }
  }

  /** A slow program would never be given enough time again, so one question stays open until it is answered. */
  #awaitAnswer(name: string): void {
    if (this.#silent.has(name)) return;
    this.#silent.add(name);
    const heard = () => this.#silent.delete(name);
    this.#question(name).then(heard, heard);
  }

  async #question(name: string): Promise<void> {
    const batch = new Batch(await this.#bus.bus(), name, RECOVERY_LIMIT, new AbortController().signal);
    try {
      await batch.ask(ROOT_PATH, CALLS.name);
    } finally {
      batch.close();
    }
  }

  /** The windows of one program. */
  async list(application: Application, signal: AbortSignal, limit = LISTING_LIMIT): Promise<readonly Frame[]> {
    const batch = new Batch(await this.#bus.bus(), application.bus, limit, signal);
    try {
      const children = await batch.ask(ROOT_PATH, CALLS.children);
      // Whatever stands below the root is a window, whichever role it has: a plain widget of Qt is a filler.
      return await Promise.all(children.map(([, path]) => readFrame(batch, application, path)));
    } finally {
      batch.close();
    }
  }
}

async function readFrame(batch: Batch, application: Application, path: string): Promise<Frame> {
  const [name, states, extents] = await Promise.all([
    batch.optional(path, CALLS.name, ''),
    batch.optional(path, CALLS.states, [0, 0] as const),
    readExtents(batch, path),
  ]);
  return { application, path, name, states, extents };
}
