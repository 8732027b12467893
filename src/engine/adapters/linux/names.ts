import { ROLE } from './roles.ts';
import type { Toolkit } from './toolkits.ts';

/** GTK 4 names a widget without a label after its class, such as `GtkEntry`, ... */
const CLASS_NAME = /^(Gtk|Adw|Gdk)[A-Z][A-Za-z0-9]*$/;
/** ... and some after their role. */
const ROLE_NAMES: ReadonlyMap<number, string> = new Map([
  [ROLE.pageTab, 'Tab'],
  [ROLE.pageTabList, 'Tab list'],
  [ROLE.panel, 'Tab'],
]);

/** The name that a program gave an object; empty where the toolkit made one up. */
export function givenName(role: number, name: string, { family }: Toolkit): string {
  if (family !== 'gtk4') return name;
  return CLASS_NAME.test(name) || ROLE_NAMES.get(role) === name ? '' : name;
}

/** Whether the name is a text said twice, as GTK 4 makes of a label that it finds both as property and as content. */
export function isDoubled(name: string, { family }: Toolkit): boolean {
  return family === 'gtk4' && /^(.+) \1$/s.test(name);
}
