/** Keys that are held down while another one is pressed, in the order in which they go down. */
const MODIFIERS = ['Control', 'Alt', 'Shift', 'Super'] as const;

export type Modifier = (typeof MODIFIERS)[number];

/** A key together with those that are held down meanwhile. */
export interface Chord {
  readonly modifiers: readonly Modifier[];
  /** A `KeyName`, or one character. */
  readonly key: string;
}

/** Keys by their names in the UI Events standard of the web. */
const KEY_NAMES = [
  ...['Enter', 'Tab', 'Escape', 'Space', 'Backspace', 'Delete', 'Insert', 'Home', 'End', 'PageUp', 'PageDown'],
  ...['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown', 'ContextMenu', 'PrintScreen'],
  ...['F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7', 'F8', 'F9', 'F10', 'F11', 'F12'],
] as const;

export type KeyName = (typeof KEY_NAMES)[number];

/** Other spellings, in lower case. */
const ALIASES: Readonly<Record<string, Modifier | KeyName>> = {
  ctrl: 'Control',
  option: 'Alt',
  meta: 'Super',
  win: 'Super',
  cmd: 'Super',
  return: 'Enter',
  esc: 'Escape',
  del: 'Delete',
  pgup: 'PageUp',
  pgdn: 'PageDown',
  left: 'ArrowLeft',
  up: 'ArrowUp',
  right: 'ArrowRight',
  down: 'ArrowDown',
  menu: 'ContextMenu',
};

const NAMED = new Map<string, Modifier | KeyName>([
  ...[...MODIFIERS, ...KEY_NAMES].map((name) => [name.toLowerCase(), name] as const),
  ...Object.entries(ALIASES),
]);

/** The key presses that a text such as `Ctrl+K Ctrl+S` names; undefined together with the part that names none. */
export function parseChords(text: string): { readonly chords: readonly Chord[] } | { readonly unknown: string } {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const chords: Chord[] = [];
  for (const word of words) {
    const chord = parseChord(word);
    if (!chord) return { unknown: word };
    chords.push(chord);
  }
  return words.length === 0 ? { unknown: text } : { chords };
}

/** A plus sign is a key as well: `Ctrl++`. */
function parseChord(word: string): Chord | undefined {
  const isPlus = word === '+' || word.endsWith('++');
  const parts = (isPlus ? word.slice(0, -1) : word).split('+');
  const key = isPlus ? '+' : (parts.at(-1) ?? '');
  const held = parts.slice(0, -1).map((part) => NAMED.get(part.toLowerCase()));
  const modifiers = MODIFIERS.filter((modifier) => held.includes(modifier));
  if (modifiers.length !== held.length) return undefined;
  const named = NAMED.get(key.toLowerCase());
  if (named) return { modifiers, key: named };
  return Array.from(key).length === 1 ? { modifiers, key } : undefined;
}
