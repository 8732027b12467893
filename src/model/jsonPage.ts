import type { Page } from './budget.ts';

/**
 * A JSON object as a page: the keys of `head`, a list whose items are the rows, and the keys of `foot`. The text is
 * whole JSON however many rows fit. It says that what the list quotes of applications is not to be trusted.
 */
export function jsonPage(
  head: Readonly<Record<string, unknown>>,
  list: string,
  rows: readonly string[],
  foot: (shown: number) => Readonly<Record<string, unknown>>,
): Page {
  return {
    head: [`${JSON.stringify({ ui_text: 'untrusted', ...head }).slice(0, -1)},"${list}":[`],
    rows,
    separator: ',',
    foot: (shown) => [`],${JSON.stringify(foot(shown)).slice(1)}`],
  };
}
