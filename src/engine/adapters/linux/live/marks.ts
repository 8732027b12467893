import type { Effect } from '../events.ts';

/** From the weakest to the strongest: what is marked by several events needs only the strongest. */
const STRENGTH: readonly Effect[] = ['self', 'near', 'kin', 'below', 'presence', 'all'];

/** Marks from which on reading the whole window costs less than following them. */
const MOST_MARKS = 400;

/** What has changed of a kept tree since it was last brought up to date. */
export class Marks {
  /** By the path of the object. */
  readonly effects = new Map<string, Effect>();
  /** Nothing of the tree can be relied on. */
  all = false;

  add(path: string, effect: Effect): void {
    if (effect === 'all' || this.effects.size >= MOST_MARKS) this.all = true;
    if (this.all) this.effects.clear();
    else if (isStronger(effect, this.effects.get(path))) this.effects.set(path, effect);
  }

  get isEmpty(): boolean {
    return !this.all && this.effects.size === 0;
  }
}

function isStronger(effect: Effect, known: Effect | undefined): boolean {
  return known === undefined || STRENGTH.indexOf(effect) > STRENGTH.indexOf(known);
}
