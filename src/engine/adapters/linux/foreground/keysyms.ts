import type { KeyName, Modifier } from '../../../../model/chord.ts';

/** Numbers that X gives to keys, from `keysymdef.h`. */
const KEYSYMS = {
  Control: 0xffe3,
  Alt: 0xffe9,
  Shift: 0xffe1,
  Super: 0xffeb,
  Enter: 0xff0d,
  Tab: 0xff09,
  Escape: 0xff1b,
  Space: 0x20,
  Backspace: 0xff08,
  Delete: 0xffff,
  Insert: 0xff63,
  Home: 0xff50,
  End: 0xff57,
  PageUp: 0xff55,
  PageDown: 0xff56,
  ArrowLeft: 0xff51,
  ArrowUp: 0xff52,
  ArrowRight: 0xff53,
  ArrowDown: 0xff54,
  ContextMenu: 0xff67,
  PrintScreen: 0xff61,
  F1: 0xffbe,
  F2: 0xffbf,
  F3: 0xffc0,
  F4: 0xffc1,
  F5: 0xffc2,
  F6: 0xffc3,
  F7: 0xffc4,
  F8: 0xffc5,
  F9: 0xffc6,
  F10: 0xffc7,
  F11: 0xffc8,
  F12: 0xffc9,
} as const satisfies Record<KeyName | Modifier, number>;

/** Keys that characters stand for which programs send when they are pressed. */
const CONTROLS: ReadonlyMap<string, number> = new Map([
  ['\n', KEYSYMS.Enter],
  ['\t', KEYSYMS.Tab],
]);

/** Every other character has its code point behind this. */
const UNICODE = 0x1000000;

/** The number of a key by its name, or of the key that gives a character. */
export function keysymOf(key: string): number {
  return KEYSYMS_BY_NAME.get(key) ?? CONTROLS.get(key) ?? characterKeysym(key.codePointAt(0) ?? 0);
}

const KEYSYMS_BY_NAME: ReadonlyMap<string, number> = new Map(Object.entries(KEYSYMS));

/** Latin 1 is numbered as in Unicode. */
function characterKeysym(point: number): number {
  const isLatin1 = (point >= 0x20 && point <= 0x7e) || (point >= 0xa0 && point <= 0xff);
  return isLatin1 ? point : UNICODE + point;
}
