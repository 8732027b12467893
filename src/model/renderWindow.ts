import { cutWithin } from './budget.ts';
import { cell, harmless, NAME_LIMIT, quoted } from './text.ts';
import type { WindowView } from './view.ts';

export const WINDOW_COLUMNS = '# id|title|app|pid|state';

/** Tokens that a title, class or program name may cost, so that no hostile one fills an answer. */
const TITLE_TOKENS = 90;
const LABEL_TOKENS = 30;

/** `window: 'Title' id=… app=… class=… pid=… state=…`, the state only where it is not normal. */
export function windowHeader(window: WindowView): string {
  const title = harmless(window.title, NAME_LIMIT);
  return [
    title === '' ? 'window: (untitled)' : `window: ${quoted(cutWithin(title, TITLE_TOKENS))}`,
    `id=${window.id}`,
    `app=${label(window.app)}`,
    ...(window.className === '' ? [] : [`class=${label(window.className)}`]),
    `pid=${window.pid}`,
    ...(window.state === 'normal' ? [] : [`state=${window.state}`]),
  ].join(' ');
}

/** `id|title|app|pid|state`. */
export function windowRow(window: WindowView): string {
  const title = cutWithin(cell(window.title, NAME_LIMIT), TITLE_TOKENS) || '(untitled)';
  return [window.id, title, label(window.app), window.pid, windowStates(window).join(',')].join('|');
}

/** The window for programs. */
export function windowJson(window: WindowView): Record<string, unknown> {
  return {
    id: window.id,
    title: cutWithin(harmless(window.title, NAME_LIMIT), TITLE_TOKENS),
    app: label(window.app),
    class: label(window.className),
    pid: window.pid,
    state: windowStates(window),
    rect: window.rect ?? null,
    toolkit: window.toolkit ?? null,
  };
}

function windowStates(window: WindowView): string[] {
  return [
    window.focused ? 'focused' : '',
    window.state === 'normal' ? '' : window.state,
    window.covered ? 'covered' : '',
    window.elsewhere ? 'elsewhere' : '',
    window.shaded ? 'shaded' : '',
    window.popup ? 'popup' : '',
    window.modal ? 'modal' : '',
    window.owner === undefined ? '' : `owner=${window.owner}`,
  ].filter((state) => state !== '');
}

function label(text: string): string {
  return cutWithin(cell(text, 40), LABEL_TOKENS);
}
