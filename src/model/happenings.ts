import type { ChangeCounts, FailedStepNote, KeysNote, LaunchNote, StepNote, WindowNote } from './journal.ts';
import type { KeysReceipt } from './keysReceipt.ts';
import type { LaunchReceipt } from './launching.ts';
import type { FailedStep, Receipt, StepChanges } from './receipt.ts';
import { harmless, NAME_LIMIT, VALUE_LIMIT } from './text.ts';
import type { WindowReceipt } from './windowChange.ts';

const REASON_LIMIT = 200;
const ERROR_LIMIT = 300;

/** What a text is replaced by that must not be kept. */
export const HIDDEN = '***';

/**
 * The receipt of a step as the journal keeps it. `secret` is what the step puts into a control that may hold a secret,
 * and undefined for any other control. It is kept nowhere, whatever an application quotes in a name or a reason.
 */
export function stepNote(
  receipt: Receipt | FailedStep,
  milliseconds: number,
  secret: string | undefined,
): StepNote | FailedStepNote {
  const shown = (text: string, limit: number) => harmless(without(text, secret ?? ''), limit);
  const verified = (text: string) => (secret === undefined ? harmless(text, VALUE_LIMIT) : HIDDEN);
  const { step, action } = receipt;
  if (!('effect' in receipt)) {
    const { id, error } = receipt;
    return {
      kind: 'failed_step',
      step,
      action,
      ...(id !== undefined && { id }),
      error: shown(error, ERROR_LIMIT),
      milliseconds,
    };
  }
  const { element, effect, rung, skipped, before, after, detail, changes } = receipt;
  return {
    kind: 'step',
    step,
    action,
    id: element.id,
    type: element.type,
    name: shown(element.name, NAME_LIMIT),
    effect,
    ...(rung !== undefined && { rung }),
    skipped: skipped.map(({ rung: other, reason }) => ({ rung: other, reason: shown(reason, REASON_LIMIT) })),
    ...(before !== undefined && { before: verified(before) }),
    ...(after !== undefined && { after: verified(after) }),
    ...(detail !== undefined && { detail: shown(detail, REASON_LIMIT) }),
    changes: countsOf(changes),
    milliseconds,
  };
}

/** An application may quote a secret as it is, and what it quotes may have been made harmless since. */
function without(text: string, secret: string): string {
  const forms = [secret, harmless(secret, secret.length)].filter((form) => form !== '');
  return forms.reduce((rest, form) => rest.replaceAll(form, HIDDEN), text);
}

/** The receipt of a window as the journal keeps it. */
export function windowNote({ action, effect, window, before, after, ...rest }: WindowReceipt): WindowNote {
  const { detail, opened, milliseconds } = rest;
  return {
    kind: 'window',
    action,
    window: window.id,
    title: harmless(window.title, NAME_LIMIT),
    effect,
    before,
    after,
    ...(detail !== undefined && { detail: harmless(detail, REASON_LIMIT) }),
    opened: opened.length,
    milliseconds,
  };
}

/** The receipt of key presses as the journal keeps it. */
export function keysNote({ effect, window, detail, changes, milliseconds }: KeysReceipt): KeysNote {
  const more = detail !== undefined && { detail: harmless(detail, REASON_LIMIT) };
  const title = harmless(window.title, NAME_LIMIT);
  return { kind: 'keys', window: window.id, title, effect, ...more, changes: countsOf(changes), milliseconds };
}

/** The receipt of a launch as the journal keeps it. */
export function launchNote({ program, pid, effect, detail, windows, milliseconds }: LaunchReceipt): LaunchNote {
  const more = detail !== undefined && { detail: harmless(detail, REASON_LIMIT) };
  const name = harmless(program, NAME_LIMIT);
  return { kind: 'launch', program: name, pid, effect, ...more, opened: windows.length, milliseconds };
}

export function countsOf({ added, changed, removed, opened, closed }: StepChanges): ChangeCounts {
  return {
    added: added.length,
    changed: changed.length,
    removed: removed.length,
    opened: opened.length,
    closed: closed.length,
  };
}
