import type { CellPlace } from '../../../model/cellAddress.ts';
import type { Rect } from '../../../model/element.ts';
import { CALLS, type States } from './atspi.ts';
import type { Batch } from './batch.ts';
import { readRect } from './extents.ts';
import { cellAt } from './tableCell.ts';

/** What is known of a cell before it is read like any other object. */
interface KnownCell {
  readonly states?: States;
  /** Null where it was asked for and there is none. */
  readonly rect?: Rect | null;
}

/** The cells of one table, asked for once in a read: to find those that can be seen is half of reading them. */
export class CellFacts {
  readonly #batch: Batch;
  readonly #table: string;
  readonly #paths = new Map<string, Promise<string | undefined>>();
  readonly #states = new Map<string, Promise<States>>();
  readonly #rects = new Map<string, Promise<Rect | undefined>>();
  readonly #known = new Map<string, KnownCell>();

  constructor(batch: Batch, table: string) {
    this.#batch = batch;
    this.#table = table;
  }

  /** The object of the cell at a place; undefined where the table has none there. */
  at(place: CellPlace): Promise<string | undefined> {
    return once(this.#paths, `${place.row},${place.column}`, () => cellAt(this.#batch, this.#table, place));
  }

  states(path: string): Promise<States> {
    return once(this.#states, path, async () => {
      const states = await this.#batch.optional<States>(path, CALLS.states, [0, 0]);
      this.#learn(path, { states });
      return states;
    });
  }

  rect(path: string): Promise<Rect | undefined> {
    return once(this.#rects, path, async () => {
      const rect = await readRect(this.#batch, path);
      this.#learn(path, { rect: rect ?? null });
      return rect;
    });
  }

  /** What has been answered of a cell so far. */
  known(path: string): KnownCell {
    return this.#known.get(path) ?? {};
  }

  #learn(path: string, facts: KnownCell): void {
    this.#known.set(path, { ...this.#known.get(path), ...facts });
  }
}

function once<T>(answers: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const known = answers.get(key);
  if (known !== undefined) return known;
  const answer = ask();
  answers.set(key, answer);
  return answer;
}
