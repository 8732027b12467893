import { readFileSync } from 'node:fs';

/** What a step came to, as `test/golden/acting.json` holds it. */
interface Cell {
  readonly effect: string;
  readonly rung?: string;
  readonly reason?: string;
}

interface Cells {
  readonly background: Cell;
  readonly ladder?: Cell;
}

type Acting = Readonly<Record<string, Readonly<Record<string, Cells>>>>;

const TOOLKITS = { gtk3: 'GTK 3', gtk4: 'GTK 4', qt6: 'Qt 6', chromium: 'Chromium' } as const;

/** The part of the page about acting, from what the suite has measured. */
export function actingSection(): readonly string[] {
  // Our own file, whose shape is the type.
  const acting = JSON.parse(readFileSync('test/golden/acting.json', 'utf8')) as Acting;
  const ids = Object.keys(TOOLKITS);
  const labels = [...new Set(ids.flatMap((id) => Object.keys(acting[id] ?? {})))];
  return [
    '## What can be done with each toolkit',
    '',
    'A form with the same controls is driven through an MCP client, first in the background, with oracles that watch the',
    'pointer, grabs, the active window, the focus and the order of windows; then, where that is not enough, with the',
    'pointer and the keys. What a cell says was confirmed is also what the form itself said afterwards, and where it says',
    'that nothing was done the form had not changed.',
    '',
    `| | ${Object.values(TOOLKITS).join(' | ')} |`,
    `|---|${ids.map(() => '---').join('|')}|`,
    ...labels.map((label) => `| ${label} | ${ids.map((id) => cellText(acting[id]?.[label])).join(' | ')} |`),
    '',
    '- **name of a way**: done in the background by this way, and confirmed',
    '- unverified: done by this way, but nothing that can be read tells so',
    '- user: name of a way: needs the pointer or the keys, and is confirmed by this way where the user allows them',
    '- refused, failed: with the reason that the receipt gives',
    '- –: the form has no such control',
    '',
    '`test/linux/acting.test.ts` proves each cell; `DESKHAND_UPDATE_MATRIX=1` writes new ones to `test/golden/acting.json`.',
    'Cells of LibreOffice Calc take numbers in the background, and texts and formulas where keys are allowed',
    '(`test/linux/actPrograms.test.ts`, `inputPrograms.test.ts`). GTK 3 is scrolled by its scroll bars; tables of GTK 4 and Qt and pages of Chromium by the',
    'wheel, where that is allowed (`scroll.test.ts`).',
    '',
  ];
}

function cellText(cells: Cells | undefined): string {
  if (!cells) return '–';
  const { background, ladder } = cells;
  return ladder ? `user: ${outcome(ladder, false)}` : outcome(background, true);
}

function outcome({ effect, rung = '', reason = '' }: Cell, isBackground: boolean): string {
  switch (effect) {
    case 'confirmed':
      return isBackground ? `**${rung}**` : rung;
    case 'unverified':
      return `${rung}, unverified`;
    case 'failed':
      return `failed: ${rung} was cut`;
    default:
      return `${effect}: ${reason}`;
  }
}
