/** What the keys of a keyboard give: for each keycode from `first` on, by group and level. */
export interface Keymap {
  readonly first: number;
  /** Of each key the numbers of group 1 without and with Shift, then those of other groups and levels. */
  readonly rows: readonly (readonly number[])[];
}

/** One key, and whether Shift is held meanwhile. */
export interface Stroke {
  readonly keycode: number;
  readonly shift: boolean;
}

/** How a number is typed in the first group; undefined where no key gives it. */
export function strokeFor({ first, rows }: Keymap, keysym: number): Stroke | undefined {
  for (const shift of [false, true]) {
    const index = rows.findIndex((row) => row[shift ? 1 : 0] === keysym);
    if (index >= 0) return { keycode: first + index, shift };
  }
  return undefined;
}

/** What keys give that give nothing, whichever the group: they can be lent to characters that no key gives. */
export function spareStrokes({ first, rows }: Keymap): readonly Stroke[] {
  const free = rows.flatMap((row, index) => (row.every((keysym) => keysym === 0) ? [first + index] : []));
  return [...free.map((keycode) => ({ keycode, shift: false })), ...free.map((keycode) => ({ keycode, shift: true }))];
}

/** The numbers cut into parts, none of which has more different ones without a key than `spare`. */
export function partsOf(keymap: Keymap, keysyms: readonly number[], spare: number): readonly (readonly number[])[] {
  const parts: number[][] = [];
  let part: number[] = [];
  let missing = new Set<number>();
  for (const keysym of keysyms) {
    const isMissing = !strokeFor(keymap, keysym) && !missing.has(keysym);
    if (isMissing && missing.size >= spare) {
      parts.push(part);
      part = [];
      missing = new Set();
    }
    if (isMissing) missing.add(keysym);
    part.push(keysym);
  }
  return part.length > 0 ? [...parts, part] : parts;
}
