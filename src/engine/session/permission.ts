import { EngineError } from '../../model/errors.ts';
import { harmless, quoted } from '../../model/text.ts';

/** What the user decides when asked: for as long as the client is connected, from now on, or not. */
export type Decision = 'session' | 'always' | 'no';

/** Something that the user must allow. */
export interface Request {
  readonly kind: 'act' | 'launch';
  /** Of the program; what is remembered. */
  readonly name: string;
  /** Why it is not allowed without being asked for. */
  readonly reason: string;
  /** The question, as the client shows it. */
  readonly question: string;
  /** Whether the decision may hold from now on. */
  readonly canRemember: boolean;
}

/** Asks the user; undefined where there was no answer. */
export type Ask = (question: string, canRemember: boolean) => Promise<Decision | undefined>;

/** What the user has decided while a client is connected; nobody is asked the same thing twice. */
export class Permissions {
  readonly #decisions = new Map<string, Promise<Decision | undefined>>();
  /** Absent where the client cannot ask. */
  ask: Ask | undefined;

  /** Asks unless it was decided before. Fails with `not_allowed`. */
  async obtain(request: Request, remember: () => Promise<void>): Promise<void> {
    const { kind, name, reason } = request;
    const { ask } = this;
    if (!ask) throw refusal(reason);
    const key = `${kind} ${name}`;
    const known = this.#decisions.get(key);
    const decision = known ?? ask(request.question, request.canRemember);
    this.#decisions.set(key, decision);
    const decided = await decision;
    // Who did not answer is asked again.
    if (decided === undefined) this.#decisions.delete(key);
    if (decided === undefined || decided === 'no') {
      const what = decided === 'no' ? 'the user has refused it' : 'the user was asked and has not answered';
      throw refusal(`${what} (${reason})`);
    }
    if (decided === 'always' && !known) await remember();
  }
}

export function refusal(reason: string): EngineError {
  return new EngineError('not_allowed', { reason });
}

/** The name of a program in a sentence. */
export function named(name: string): string {
  return quoted(harmless(name, 40));
}
