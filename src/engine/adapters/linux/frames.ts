import type { AccessibilityBus, Application } from './accessibilityBus.ts';
import { CALLS, type Extents, ROOT_PATH, type States } from './atspi.ts';
import { Batch } from './batch.ts';

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

/** Time in which one program must list its windows; the programs are asked side by side. */
const LISTING_LIMIT = 400;

/** Reads the top-level windows of all programs on the bus. */
export class FrameReader {
  readonly #bus: AccessibilityBus;
  /** What a program last answered: its windows are still there while it is stopped. */
  readonly #last = new Map<string, readonly Frame[]>();

  constructor(bus: AccessibilityBus) {
    this.#bus = bus;
  }

  /** The windows of all programs, or only of the process `pid`. */
  async read(signal: AbortSignal, pid?: number): Promise<Frames> {
    const roots = await this.#bus.applicationRoots();
    const names = roots.map(([name]) => name);
    const pids = await Promise.all(names.map((name) => this.#processOf(name)));
    const wanted = names.map((name, index) => ({ name, pid: pids[index] ?? 0 }));
    const silent = new Set<number>();
    const asked = wanted.filter((entry) => pid === undefined || entry.pid === pid);
    const frames = await Promise.all(
      asked.map(async (entry) => {
        const answer = await this.#framesOf(entry.name, signal);
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
  async #framesOf(name: string, signal: AbortSignal): Promise<readonly Frame[] | undefined> {
    try {
      const application = await this.#bus.application(name, LISTING_LIMIT);
      const frames = await this.list(application, signal);
      this.#last.set(name, frames);
      return frames;
    } catch {
      // One program that is stopped, or ended just now, must not take the others out of the list.
      return undefined;
    }
  }

  /** The windows of one program. */
  async list(application: Application, signal: AbortSignal): Promise<readonly Frame[]> {
    const batch = new Batch(await this.#bus.bus(), application.bus, LISTING_LIMIT, signal);
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
    batch.optional<Extents | undefined>(path, CALLS.extents, undefined),
  ]);
  return { application, path, name, states, extents };
}
