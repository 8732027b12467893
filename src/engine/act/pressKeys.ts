import { type Chord, parseChords } from '../../model/chord.ts';
import { EngineError } from '../../model/errors.ts';
import type { KeysReceipt } from '../../model/keysReceipt.ts';
import type { Attempted } from '../../model/receipt.ts';
import { harmless, quoted } from '../../model/text.ts';
import type { ListedWindow } from '../session/desktop.ts';
import type { Session } from '../session/session.ts';
import { listWindows, windowNamed } from '../session/windowArgument.ts';
import { bringToFront } from './bringToFront.ts';
import { TAKEN } from './climb.ts';
import { THE_POINTER } from './foregroundHands.ts';
import { lagOf, SETTLE_MS } from './limits.ts';
import { cameToRest, changedWithin } from './settle.ts';
import { WindowWatch } from './windowWatch.ts';

export interface KeysArguments {
  readonly keys: string;
  readonly window: string;
}

/** Presses keys in a window, which gets the focus first. What they did is seen by what changes. */
export async function pressKeys(session: Session, args: KeysArguments, signal: AbortSignal): Promise<KeysReceipt> {
  const chords = chordsOf(args.keys);
  const window = windowNamed(await listWindows(session, args.window, signal), args.window);
  const { desktop, info } = window;
  await session.shared.policy.expectAllowed(info, session);
  return desktop.turns.run(info.handle, () => pressIn(session, window, { keys: args.keys, chords }, signal), signal);
}

async function pressIn(
  session: Session,
  window: ListedWindow,
  { keys, chords }: { readonly keys: string; readonly chords: readonly Chord[] },
  signal: AbortSignal,
): Promise<KeysReceipt> {
  const began = performance.now();
  const { desktop, info } = window;
  const watch = await WindowWatch.start(session, desktop, info.handle, signal);
  const attempted = await pressed(session, watch, chords, signal);
  if (attempted.rung !== undefined) await cameToRest(watch, SETTLE_MS, signal);
  return {
    ...attempted,
    keys,
    window: desktop.view(window),
    changes: await watch.changes(signal),
    milliseconds: Math.round(performance.now() - began),
  };
}

function chordsOf(keys: string): readonly Chord[] {
  const parsed = parseChords(keys);
  if ('chords' in parsed) return parsed.chords;
  const problem = `${quoted(harmless(parsed.unknown, 40))} names no key.`;
  throw new EngineError('invalid_argument', {
    problem,
    next: "Name keys as in 'Ctrl+S', 'Alt+F4' or 'Tab Tab Enter'.",
  });
}

async function pressed(
  session: Session,
  watch: WindowWatch,
  chords: readonly Chord[],
  signal: AbortSignal,
): Promise<Attempted> {
  const { desktop, info } = watch.window;
  const input = await session.shared.policy.inputFor(session.input);
  if (input === 'background') return { effect: 'needs_foreground', skipped: [], detail: TAKEN.keys };
  const adapter = desktop.foreground?.get();
  if (!adapter) return { effect: 'refused', skipped: [], detail: 'this desktop takes no input' };
  const outcome = await desktop.turns.run(
    THE_POINTER,
    async () => {
      await bringToFront({ session, desktop, handle: info.handle, adapter }, signal);
      return adapter.input(
        chords.map((chord) => ({ input: 'chord', chord })),
        signal,
      );
    },
    signal,
  );
  if (outcome.kind !== 'done') return { effect: 'refused', skipped: [], detail: outcome.reason };
  return { ...(await changedWithin(watch, lagOf(info.toolkit), signal)), rung: 'keyboard', skipped: [] };
}
