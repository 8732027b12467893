import type { Found } from './found.ts';
import { ROLE } from './roles.ts';

/** Kinds of objects that are known by the texts in them where the toolkit gives them no name. */
const NAMED_BY_CONTENT: ReadonlySet<number> = new Set([
  ROLE.comboBox,
  ROLE.listItem,
  ROLE.pageTab,
  ROLE.tableCell,
  ROLE.treeItem,
]);

/** Texts that are joined to a name; more would make it the content of a page. */
const TEXTS = 3;

/** Whether only the texts inside an object tell its name or its value. */
export function needsContent({ raw }: Found): boolean {
  if (!raw || !NAMED_BY_CONTENT.has(raw.role)) return false;
  return raw.name === '' || raw.role === ROLE.pageTab || (raw.role === ROLE.comboBox && raw.selected === undefined);
}

/** The texts inside an object that may need them as its name or as its value. */
export function contentOf(found: Found): string | undefined {
  if (!needsContent(found)) return undefined;
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
