import type { Found } from './found.ts';
import { isDoubled } from './names.ts';
import { ROLE } from './roles.ts';
import type { Toolkit } from './toolkits.ts';

/** Texts that are joined; more would make it the content of a page. */
const TEXTS = 3;

/** Whether the texts inside an object must be known: those of a combo box may be its choice. */
export function needsContent({ raw }: Found, toolkit: Toolkit): boolean {
  if (!raw) return false;
  if (raw.role === ROLE.comboBox) return raw.selected === undefined && raw.text === undefined;
  return isDoubled(raw.name, toolkit);
}

/** The texts inside an object whose name or value depends on them. */
export function contentOf(found: Found, toolkit: Toolkit): string | undefined {
  if (!needsContent(found, toolkit)) return undefined;
  const texts: string[] = [];
  for (const child of found.children) collect(child, texts);
  return texts.length > 0 ? texts.slice(0, TEXTS).join(' ') : undefined;
}

function collect({ raw, children }: Found, texts: string[]): void {
  if (!raw) return;
  if ((raw.role === ROLE.label || raw.role === ROLE.static) && raw.rect) {
    const text = raw.name || raw.text;
    if (text) texts.push(text);
  }
  for (const child of children) collect(child, texts);
}
