import { cutWithin } from '../../model/budget.ts';
import type { Note } from '../../model/element.ts';
import { harmless, quoted } from '../../model/text.ts';
import type { ListedWindow } from './desktop.ts';

/** Tokens of a title in a note, and windows that one note names. */
const TITLE_TOKENS = 30;
const NAMED = 3;

/** What the reader of a window must know of the windows that belong to it: what is open above it. */
export function notesOnOpen(window: ListedWindow, all: readonly ListedWindow[]): readonly Note[] {
  const others = all.filter((other) => other.desktop === window.desktop && other.id !== window.id);
  const dialogs = others.filter(({ info }) => info.modal && !info.popup && concerns(info, window.info));
  const popups = others.filter(({ info }) => info.popup && info.owner === window.info.handle);
  return [
    ...(dialogs.length > 0 ? [{ code: 'modal_open', detail: named(dialogs) } as const] : []),
    ...(popups.length > 0 ? [{ code: 'popup_open', detail: named(popups) } as const] : []),
  ];
}

/** A modal dialog blocks its owner; one without an owner blocks all windows of its program. */
function concerns(dialog: ListedWindow['info'], window: ListedWindow['info']): boolean {
  if (dialog.state === 'minimized') return false;
  return dialog.owner === undefined ? dialog.pid === window.pid : dialog.owner === window.handle;
}

function named(windows: readonly ListedWindow[]): string {
  return windows
    .slice(0, NAMED)
    .map(({ id, info }) => [id, ...(info.title === '' ? [] : [shortTitle(info.title)])].join(' '))
    .join(', ');
}

function shortTitle(title: string): string {
  return quoted(cutWithin(harmless(title, 50), TITLE_TOKENS));
}
