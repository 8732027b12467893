import type { Shown } from '../../model/diff.ts';
import { EngineError } from '../../model/errors.ts';
import { LIMITS } from './limits.ts';

interface Snapshot {
  /** What was asked: the window, the filter and all else that decides which controls are shown. */
  readonly question: string;
  readonly shown: Shown;
}

/** The newest snapshots of one client, to tell later what has changed since. */
export class SnapshotStore {
  readonly #nextId: () => number;
  readonly #snapshots = new Map<number, Snapshot>();

  constructor(nextId: () => number) {
    this.#nextId = nextId;
  }

  /** Keeps what an observation showed, and gives it its number. */
  add(question: string, shown: Shown): number {
    const id = this.#nextId();
    this.#snapshots.set(id, { question, shown });
    for (const old of [...this.#snapshots.keys()].slice(0, -LIMITS.snapshots)) this.#snapshots.delete(old);
    return id;
  }

  /** What the snapshot showed. Fails with `invalid_argument` when it is not kept or answered another question. */
  shownBy(id: number, question: string): Shown {
    const snapshot = this.#snapshots.get(id);
    const next = 'Call deskhand_observe without since.';
    if (snapshot === undefined) {
      const problem = `Snapshot ${id} is not kept: only the newest ${LIMITS.snapshots} of this client are.`;
      throw new EngineError('invalid_argument', { problem, next });
    }
    if (snapshot.question !== question) {
      const problem = `Snapshot ${id} is of another window, or was taken with another filter.`;
      throw new EngineError('invalid_argument', { problem, next });
    }
    return snapshot.shown;
  }
}
