import type { TextRange } from './textRange.ts';

/** One native call on a control, in the vocabulary of the patterns. Each is a single attempt: it falls back on nothing. */
export type PatternCall =
  /** The action that a click does, chosen by its name. */
  | { readonly call: 'invoke' }
  | { readonly call: 'toggle' }
  | { readonly call: 'setValue'; readonly value: string }
  /** Puts text behind what the control holds. */
  | { readonly call: 'appendText'; readonly text: string }
  /** Places in the text, in code points. */
  | { readonly call: 'setCaret'; readonly offset: number }
  | { readonly call: 'selectText'; readonly range: TextRange }
  | { readonly call: 'replaceText'; readonly range: TextRange; readonly text: string }
  | { readonly call: 'setNumber'; readonly value: number }
  | { readonly call: 'select' }
  | { readonly call: 'addToSelection' }
  /** Selects the item with this name in a list that need not be shown, such as that of a combo box; `only`: it takes no other text. */
  | { readonly call: 'choose'; readonly name: string; readonly only: boolean }
  | { readonly call: 'expand' }
  | { readonly call: 'collapse' }
  | { readonly call: 'scrollIntoView' }
  /** Moves a scroll bar by what is seen at a time. */
  | { readonly call: 'scrollPage'; readonly forward: boolean }
  /** An action beyond the patterns, by the name that the application gives it. */
  | { readonly call: 'secondary'; readonly name: string };

/**
 * What became of a call. `refused`: provably nothing was done. `foreground`: nothing was done, because the application
 * would take the pointer or the focus with it, as for a menu that it opens. `impossible`: nothing was done, and no other
 * way would do it.
 */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused' | 'foreground' | 'impossible'; readonly reason: string };

export const DONE: Outcome = { kind: 'done' };

export function refused(reason: string): Outcome {
  return { kind: 'refused', reason };
}

export function impossible(reason: string): Outcome {
  return { kind: 'impossible', reason };
}

export function foreground(reason: string): Outcome {
  return { kind: 'foreground', reason };
}
