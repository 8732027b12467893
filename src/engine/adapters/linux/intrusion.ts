import { foreground, type Outcome, type PatternCall, refused } from '../../../model/patternCall.ts';
import { CALLS, NO_OBJECT, type States } from './atspi.ts';
import type { CallTarget } from './callTarget.ts';
import { ROLE } from './roles.ts';
import { has } from './states.ts';

/** Calls that may open something. */
const OPENING: ReadonlySet<PatternCall['call']> = new Set<PatternCall['call']>([
  'invoke',
  'toggle',
  'expand',
  'collapse',
  'secondary',
]);

/** Roles of which GTK 3 and Qt open a list or a menu that grabs the pointer and the keyboard of the whole screen. */
const OPENED: ReadonlySet<number> = new Set([ROLE.comboBox, ROLE.menu]);

/** Calls that put the caret somewhere. */
const ON_TEXT: ReadonlySet<PatternCall['call']> = new Set<PatternCall['call']>(['setCaret', 'selectText']);

const RAISES = 'Chromium would bring its window to the front: give the control the focus first';

const GRABS = 'opening it would grab the pointer and the keyboard';

/** Why a call must not be made although it could be; undefined where nothing speaks against it. */
export async function intrusion(target: CallTarget, { call }: PatternCall): Promise<Outcome | undefined> {
  const { family } = target.application.toolkit;
  if (family === 'chromium' && ON_TEXT.has(call) && isUnfocusedField(target.states)) return foreground(RAISES);
  if (family !== 'gtk3' && family !== 'qt') return undefined;
  if (OPENING.has(call) && OPENED.has(target.role)) return foreground(GRABS);
  // Qt marks the item, says that it did, and leaves the combo box as it was.
  const isChoice = family === 'qt' && target.role === ROLE.listItem && (call === 'invoke' || call === 'select');
  return isChoice && (await isInComboBox(target)) ? refused('Qt takes no choice that is made in this way') : undefined;
}

function isUnfocusedField(states: States): boolean {
  return has(states, 'focusable') && !has(states, 'focused');
}

async function isInComboBox({ batch, path }: CallTarget): Promise<boolean> {
  const [, list] = await batch.optional(path, CALLS.parent, NO_OBJECT);
  const [, holder] = await batch.optional(list, CALLS.parent, NO_OBJECT);
  const roles = await Promise.all([list, holder].map((above) => batch.optional(above, CALLS.role, 0)));
  return roles.includes(ROLE.comboBox);
}
