import { z } from 'zod';
import { HIDDEN, stepNote } from '../../model/happenings.ts';
import type { FailedStep, Receipt } from '../../model/receipt.ts';
import type { Note } from '../session/journal.ts';
import type { Session } from '../session/session.ts';

/** A step as far as the journal has to know it. */
interface Step {
  readonly id?: number | undefined;
  readonly value?: unknown;
}

/** What a step begins with, in the order in which it is read best. */
const STEP = z.looseObject({ action: z.unknown().optional(), id: z.number().optional() });
const CALL = z.looseObject({ steps: z.array(STEP) });

/** Arguments that never hold what is put into a control. */
const TELLING: ReadonlySet<string> = new Set([
  ...['action', 'id', 'button', 'count', 'x', 'y', 'start', 'end', 'stop_on_error', 'settle_ms', 'budget_tokens'],
]);

/** The arguments of `act` as they may be kept: what goes into a password field, or into what nobody knows, is hidden. */
export function recordedSteps(session: Session, args: unknown): unknown {
  const { success, data } = CALL.safeParse(args);
  // Nobody knows what a call that is refused was meant to put where.
  if (!success) return hidden(args);
  const { steps, ...rest } = data;
  return { steps: steps.map((step) => (isOpen(session, step.id) ? step : hidden(step))), ...hidden(rest) };
}

const WAIT = z.looseObject({ id: z.unknown(), value: z.unknown() });

/** The arguments of `wait` as they may be kept: what a password field is waited to hold is what was put into it. */
export function recordedWait(session: Session, args: unknown): unknown {
  const { success, data } = WAIT.safeParse(args);
  if (!success || data.id === undefined || data.value === undefined) return args;
  const isKnown = typeof data.id === 'number' && isOpen(session, data.id);
  return isKnown ? args : { ...data, value: HIDDEN };
}

function isOpen(session: Session, id: number | undefined): boolean {
  return id !== undefined && session.shared.elements.isOpen(id);
}

/** The same shape without what it holds, but for what is telling. */
function hidden(value: object): object;
function hidden(value: unknown): unknown;
function hidden(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => hidden(item));
  if (typeof value !== 'object' || value === null) return value === undefined ? undefined : HIDDEN;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [name, TELLING.has(name) && isShort(held) ? held : hidden(held)]),
  );
}

function isShort(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.length < 20);
}

/** Notes the receipts of these steps, with the time that each has taken. */
export function noteSteps(
  session: Session,
  steps: readonly Step[],
  note: Note,
): (receipt: Receipt | FailedStep) => void {
  let began = performance.now();
  return (receipt) => {
    const ended = performance.now();
    note(stepNote(receipt, Math.round(ended - began), secretIn(session, steps[receipt.step - 1])));
    began = ended;
  };
}

/** What the step puts into a control that is not known to be open; undefined for others. */
function secretIn(session: Session, step: Step | undefined): string | undefined {
  if (isOpen(session, step?.id)) return undefined;
  return step?.value === undefined ? '' : String(step.value);
}
