import { EngineError } from '../../../model/errors.ts';
import { DONE, type Outcome, refused } from '../../../model/patternCall.ts';
import type { Application } from './accessibilityBus.ts';
import { readActions } from './actions.ts';
import { CALLS, INTERFACES, type States } from './atspi.ts';
import type { Batch } from './batch.ts';
import { asEngineError, busErrorName } from './errors.ts';

/** An object that is to be called, and what it says of itself. */
export interface CallTarget {
  readonly batch: Batch;
  readonly application: Application;
  readonly path: string;
  readonly role: number;
  readonly interfaces: readonly string[];
  readonly states: States;
}

/** Does the action that `choose` finds among the names, never one by its place alone. */
export async function doAction(target: CallTarget, choose: (names: readonly string[]) => number): Promise<Outcome> {
  const { batch, application, path, role, interfaces, states } = target;
  if (!interfaces.includes(INTERFACES.action)) return refused('it has no Action interface');
  const basics = { role, name: '', interfaces, childCount: 0, states };
  const names = await readActions({ batch, toolkit: application.toolkit }, path, basics);
  const index = choose(names);
  if (index < 0) return refused(names.length === 0 ? 'it has no action' : `its actions are ${names.join(', ')}`);
  return answered(batch.ask(path, CALLS.doAction, index));
}

/** An answer of false, or an error in place of one, means that nothing was done. */
export async function answered(answer: Promise<boolean>): Promise<Outcome> {
  try {
    return (await answer) ? DONE : refused('the application answered that it did not');
  } catch (error) {
    const failure = asEngineError(error);
    const name = busErrorName(error);
    if (name === undefined || (failure instanceof EngineError && failure.code === 'application_exited')) throw error;
    return refused(`the application answers ${shortName(name)}`);
  }
}

export function shortName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
