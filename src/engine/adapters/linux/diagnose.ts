import type { AxTree, Note, WindowInfo } from '../../../model/element.ts';
import { describeError, EngineError } from '../../../model/errors.ts';
import { hidesControls, noteSentence } from '../../../model/notes.ts';
import { harmless } from '../../../model/text.ts';
import type { Diagnosis, ProgramCheck, Scope } from '../adapter.ts';
import type { Capture } from './capture.ts';
import type { Desktop } from './desktop.ts';
import type { Explainer } from './explainer.ts';
import { windowIdOf } from './handles.ts';
import { checkSession, type Session } from './sessionChecks.ts';
import { describeWindows } from './windows.ts';

/** What a diagnosis asks. */
interface Parts extends Session {
  readonly desktop: Desktop;
  readonly capture: Capture;
  readonly explainer: Explainer;
}

/** Enough to tell a window with controls from one without, within a time that a stopped program may cost. */
const SCOPE: Scope = { includeOffscreen: false, rows: 50, maxNodes: 5_000, timeBudget: 3_000 };

/** Length of a title in a report, in characters. */
const TITLE = 60;

/** What was read of one window, or why nothing was. */
type Look =
  | { readonly tree: AxTree; readonly failure?: never }
  | { readonly tree?: never; readonly failure: EngineError };

/** Says of a desktop what is well, what is not, and what mends it. */
export class Doctor {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async diagnose(leftOut: readonly number[], signal: AbortSignal): Promise<Diagnosis> {
    // The programs first: to list them may switch accessibility on.
    const programs = await this.#checkPrograms(leftOut, signal);
    return { session: await checkSession(this.#parts), programs };
  }

  async #checkPrograms(leftOut: readonly number[], signal: AbortSignal): Promise<readonly ProgramCheck[]> {
    const windows = await this.#windows(leftOut, signal);
    const programs = Map.groupBy(
      windows.filter(({ popup }) => !popup),
      ({ pid }) => pid,
    );
    return Promise.all([...programs].map(([pid, own]) => this.#checkProgram(pid, own, signal)));
  }

  /** Without an accessibility bus there are still the windows of the X server. */
  async #windows(leftOut: readonly number[], signal: AbortSignal): Promise<readonly WindowInfo[]> {
    const { desktop } = this.#parts;
    try {
      return (await desktop.list(leftOut, signal)).windows;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof EngineError)) throw error;
      const windows = await desktop.xWindows().catch(() => []);
      const joined = windows.filter(({ pid }) => !leftOut.includes(pid)).map((x) => ({ x, frame: undefined }));
      return describeWindows(joined, await desktop.placing());
    }
  }

  async #checkProgram(pid: number, windows: readonly WindowInfo[], signal: AbortSignal): Promise<ProgramCheck> {
    const looks = await Promise.all(windows.map((window) => this.#look(window, signal)));
    const check = nameOf(pid, windows);
    const trees = looks.flatMap(({ tree }) => tree ?? []);
    const failure = looks.find((look) => look.failure)?.failure;
    const hidden = trees.flatMap(({ notes }) => notes).find(hidesControls);
    const elements = trees.reduce((sum, { nodes }) => sum + nodes.length, 0);
    const known = { check, pid, ...(trees.length > 0 && { elements }) };
    const counted = countOf(elements, trees.length);
    if (failure) return { ...known, status: 'problem', text: describeError(failure.code, failure.detail) };
    if (!hidden) return { ...known, status: 'ok', text: counted };
    const isOnBus = windows.some(({ handle }) => windowIdOf(handle) === undefined);
    const { mend, command } = isMended(hidden) ? await this.#parts.explainer.reasonOf(pid, isOnBus) : {};
    return {
      ...known,
      status: statusOf(hidden),
      text: `${counted}. ${noteSentence(hidden)}`,
      ...(mend && { mend }),
      ...(command !== undefined && { command }),
    };
  }

  /** A window that was closed meanwhile, or whose program hangs, is an answer. */
  async #look({ handle }: WindowInfo, signal: AbortSignal): Promise<Look> {
    try {
      return { tree: await this.#parts.capture.capture(handle, SCOPE, signal) };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof EngineError) return { failure: error };
      throw error;
    }
  }
}

function nameOf(pid: number, windows: readonly WindowInfo[]): string {
  const [first] = windows;
  const titles = windows.map(({ title }) => `'${harmless(title, TITLE)}'`).join(', ');
  const toolkit = windows.find((window) => window.toolkit !== undefined)?.toolkit;
  const kind = toolkit === undefined ? '' : `, ${harmless(toolkit, TITLE)}`;
  return `${harmless(first?.app ?? '', TITLE)} (process ${pid}${kind}) ${titles}`;
}

function countOf(elements: number, windows: number): string {
  const controls = elements === 1 ? '1 element' : `${elements} elements`;
  return windows === 1 ? controls : `${controls} in ${windows} windows`;
}

/** Situations whose end is only a matter of time, or of a click, are no faults. */
function statusOf({ code }: Note): ProgramCheck['status'] {
  if (code === 'minimized') return 'ok';
  return code === 'not_populated' ? 'unknown' : 'problem';
}

function isMended({ code }: Note): boolean {
  return code === 'application_silent' || code === 'chromium_closed' || code === 'not_populated';
}
