import { difference, type Shown } from '../../model/diff.ts';
import type { Handle, WindowInfo } from '../../model/element.ts';
import { EngineError } from '../../model/errors.ts';
import { placementOf } from '../../model/placement.ts';
import type { StepChanges } from '../../model/receipt.ts';
import { ROWS_SHOWN } from '../../model/rows.ts';
import { capture } from '../session/capture.ts';
import { type ListedWindow, missingIn } from '../session/desktop.ts';
import { LIMITS } from '../session/limits.ts';
import type { Session } from '../session/session.ts';
import { changesOf, shownOf } from '../session/shown.ts';
import { lastLook, remember, restlessSince } from './lastLook.ts';

const SCOPE = { includeOffscreen: false, rows: ROWS_SHOWN, timeBudget: LIMITS.captureMs };
const PLACEMENT = { filter: 'all', includeOffscreen: false, rows: ROWS_SHOWN } as const;

/** A window and what was open beside it before a step, to tell what the step has changed. */
export class WindowWatch {
  readonly #session: Session;
  readonly #window: ListedWindow;
  readonly #before: Shown;
  readonly #open: readonly ListedWindow[];
  /** Controls that change by themselves. */
  readonly #restless: ReadonlySet<Handle>;

  private constructor(
    session: Session,
    window: ListedWindow,
    open: readonly ListedWindow[],
    { before, last }: { readonly before: Shown; readonly last: Shown },
  ) {
    this.#session = session;
    this.#window = window;
    this.#before = before;
    this.#open = open;
    this.#restless = restlessSince(last, before);
  }

  /** Looks at the window with this handle. Fails with `stale_element` where it has closed. */
  static async start(
    session: Session,
    desktop: ListedWindow['desktop'],
    handle: Handle,
    signal: AbortSignal,
  ): Promise<WindowWatch> {
    const { windows } = await desktop.windows(session.leftOutFor(handle), signal);
    const window = windows.find(({ info }) => info.handle === handle);
    if (window === undefined) throw new EngineError('stale_element', { reason: 'its window has closed' });
    const last = lastLook(desktop, handle) ?? (await shownIn(window, signal));
    return new WindowWatch(session, window, windows, { last, before: await shownIn(window, signal) });
  }

  /** The name of a control as its window shows it: some are known only by what is in them. */
  nameOf(handle: Handle): string | undefined {
    return this.#before.get(handle)?.name;
  }

  get window(): ListedWindow {
    return this.#window;
  }

  get info(): WindowInfo {
    return this.#window.info;
  }

  get toolkit(): string | undefined {
    return this.#window.info.toolkit;
  }

  /** Whether the window is other than before, beside what changes by itself, or others are open. */
  async hasChanged(signal: AbortSignal): Promise<boolean> {
    const now = await this.#now(signal);
    if (!now) return true;
    const { added, changed, removed } = difference(this.#before, now);
    const telling = changed.filter((node) => !this.#restless.has(node.handle));
    if (added.length + telling.length + removed.length > 0) return true;
    const { opened, closed } = await this.#windowsNow(signal);
    return opened.length + closed.length > 0;
  }

  /** What has changed since, once the window is at rest. */
  async changes(signal: AbortSignal): Promise<StepChanges> {
    const [now, windows] = await Promise.all([this.#nowOrBefore(signal), this.#windowsNow(signal)]);
    const changes = now ? changesOf(this.#session, this.#window, this.#before, now) : NOTHING;
    return { ...changes, ...windows };
  }

  /** What the window shows by now; undefined where it has closed. */
  async shown(signal: AbortSignal): Promise<Shown | undefined> {
    return this.#now(signal);
  }

  /** Of a window that does not answer nothing is known to have changed. */
  async #nowOrBefore(signal: AbortSignal): Promise<Shown | undefined> {
    try {
      return await this.#now(signal);
    } catch (error) {
      if (error instanceof EngineError && error.code === 'not_responding') return this.#before;
      throw error;
    }
  }

  async #now(signal: AbortSignal): Promise<Shown | undefined> {
    try {
      return await shownIn(this.#window, signal);
    } catch (error) {
      if (isClosed(error)) return undefined;
      throw error;
    }
  }

  async #windowsNow(signal: AbortSignal): Promise<Pick<StepChanges, 'opened' | 'closed'>> {
    const { desktop, info } = this.#window;
    const { windows } = await desktop.windows(this.#session.leftOutFor(info.handle), signal);
    const opened = missingIn(this.#open, windows).map((window) => desktop.view(window));
    return {
      opened: opened.toSorted((a, b) => Number(b.modal ?? false) - Number(a.modal ?? false)),
      closed: missingIn(windows, this.#open).map(({ info: closed }) => closed.title),
    };
  }
}

const NOTHING = { added: [], changed: [], removed: [] };

async function shownIn(window: ListedWindow, signal: AbortSignal): Promise<Shown> {
  const tree = await capture({ window }, SCOPE, signal);
  const shown = shownOf(tree, placementOf(tree, PLACEMENT));
  remember(window.desktop, window.info.handle, shown);
  return shown;
}

function isClosed(error: unknown): boolean {
  const codes = ['unknown_window', 'stale_element', 'application_exited'];
  return error instanceof EngineError && codes.includes(error.code);
}
