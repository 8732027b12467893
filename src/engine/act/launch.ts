import { setTimeout as delay } from 'node:timers/promises';
import { EngineError } from '../../model/errors.ts';
import type { LaunchReceipt, Program } from '../../model/launching.ts';
import { withDeadline } from '../session/deadline.ts';
import { type Desktop, type ListedWindow, missingIn } from '../session/desktop.ts';
import type { Session } from '../session/session.ts';
import { LAUNCH_CALL_MS, LAUNCH_POLL_MS } from './limits.ts';

export interface LaunchArguments {
  readonly app: string;
  readonly args: readonly string[];
  /** Milliseconds in which its window is waited for. */
  readonly timeout_ms: number;
}

/** A program on its way. */
interface Started {
  readonly desktop: Desktop;
  readonly program: Program;
  readonly pid: number;
  /** The windows that were open before. */
  readonly before: readonly ListedWindow[];
}

/**
 * Starts a program, which the user must allow, and waits for its window. Fails with `no_desktop`, `not_allowed`, or with
 * `invalid_argument` where there is no such program.
 */
export async function launch(session: Session, args: LaunchArguments, signal: AbortSignal): Promise<LaunchReceipt> {
  const began = performance.now();
  const [desktop] = session.shared.desktops;
  if (!desktop) throw new EngineError('no_desktop');
  const limited = <T>(call: (own: AbortSignal) => Promise<T>) =>
    withDeadline(signal, LAUNCH_CALL_MS, `Desktop ${desktop.name}`, call);
  const program = await limited((own) => desktop.adapter.program(args.app, own));
  // Made-up programs can do no harm.
  if (desktop.name !== 'sim') await session.shared.policy.expectLaunchAllowed(session, program.name, args.args);
  const { windows: before } = await desktop.windows(session.hosts, signal);
  const pid = await limited((own) => desktop.adapter.launch(program, args.args, own));
  const seen = await windowsOf(session, { desktop, program, pid, before }, args.timeout_ms, signal);
  return { program: program.name, pid, ...seen, milliseconds: Math.round(performance.now() - began) };
}

type Seen = Pick<LaunchReceipt, 'effect' | 'windows' | 'detail'>;

/** Looks until a window of the program is there, it has ended, or the time is over. */
async function windowsOf(session: Session, started: Started, limit: number, signal: AbortSignal): Promise<Seen> {
  const { desktop, pid, before } = started;
  const end = performance.now() + limit;
  for (;;) {
    const [{ windows }, { processes, exit }] = await Promise.all([
      desktop.windows(session.hosts, signal),
      desktop.adapter.programState(pid, signal),
    ]);
    const opened = missingIn(before, windows);
    const own = windows.filter(({ info }) => processes.includes(info.pid));
    const shown = [...own, ...opened.filter((window) => !own.includes(window))].map((window) => desktop.view(window));
    if (own.length > 0) return { effect: 'confirmed', windows: shown, ...focusDetail(own, before) };
    // Many hand over to an instance that runs already, and end.
    const isHandedOver = processes.length === 0 && opened.length > 0;
    if (isHandedOver) return { effect: 'confirmed', windows: shown, detail: 'another process of it shows the window' };
    const isOver = performance.now() >= end;
    if (processes.length === 0 && exit !== undefined && exit !== 'exit code 0') {
      return { effect: 'failed', windows: shown, detail: `it ended with ${exit}` };
    }
    if (isOver) return { effect: 'unverified', windows: shown, detail: silent(processes.length > 0, limit) };
    await delay(LAUNCH_POLL_MS, undefined, { signal });
  }
}

/** Window managers give the focus to the window of a program that starts; that is told, for it was the user's. */
function focusDetail(own: readonly ListedWindow[], before: readonly ListedWindow[]): Pick<Seen, 'detail'> {
  const isTaken = before.some(({ info }) => info.focused) && own.some(({ info }) => info.focused);
  return isTaken ? { detail: 'its window has taken the focus' } : {};
}

function silent(isRunning: boolean, limit: number): string {
  return isRunning ? `it runs, and has shown no window within ${limit} ms` : 'it has ended without a window of its own';
}
