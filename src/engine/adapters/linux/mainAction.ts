/** Action names that mean what a click does, in the spelling of the toolkits, without blanks and lower case. */
const CLICKS: readonly string[] = [
  'click',
  'press',
  'activate',
  'jump',
  'open',
  'check',
  'uncheck',
  'select',
  'toggle',
  'switch',
  'push',
];

/** What each call is called by the toolkits, the most fitting name first. A menu is never opened for a click. */
const NAMES = {
  invoke: [...CLICKS, 'dodefault'],
  toggle: ['toggle', 'check', 'uncheck', 'switch', 'click', 'press', 'activate', 'dodefault'],
  expand: ['expand', 'expandorcontract', 'open', 'showmenu', 'activate', 'press', 'click', 'dodefault'],
  collapse: ['collapse', 'expandorcontract', 'close', 'activate', 'press', 'click', 'dodefault'],
} as const;

/** Whether a click does the action with this name. */
export function isClick(name: string): boolean {
  return CLICKS.includes(plain(name));
}

/** Finds the place of the action that does a call; −1 where none does. */
export function roleActions(call: keyof typeof NAMES): (names: readonly string[]) => number {
  return (names) => {
    const known = names.map(plain);
    const wanted = NAMES[call].find((name) => known.includes(name));
    return wanted === undefined ? -1 : known.indexOf(wanted);
  };
}

function plain(name: string): string {
  return name.replaceAll(/[\s_-]/g, '').toLowerCase();
}
