import { setTimeout as delay } from 'node:timers/promises';
import type { Note } from '../../../model/element.ts';
import type { WindowList } from '../adapter.ts';
import type { AccessibilityBus, Application } from './accessibilityBus.ts';
import type { StatusSwitch } from './enable.ts';
import { type Asking, FrameReader, type Frames } from './frames.ts';
import { type Joined, join } from './join.ts';
import { isPlaced, type Placing } from './origin.ts';
import { ageOf } from './processes.ts';
import { scaleOf } from './scale.ts';
import { describeWindows } from './windows.ts';
import { type Powers, XDisplay } from './xDisplay.ts';
import { readXPopups, readXWindow, readXWindows, type XWindow } from './xWindows.ts';

/** Time that programs get to appear on the bus after accessibility was switched on for them. */
const WAKE_LIMIT = 300;
/** Age of a process from which on its absence from the bus is no longer that of a program that starts. */
const STARTING_SECONDS = 3;

/** Why there are no places on the screen. */
const NO_PLACES = 'Wayland tells programs no positions on the screen';
const NO_DISPLAY = 'this session has no display';
const LOOK_ALIKE = 'another window of this program looks the same, and its toolkit does not tell where they are';

/** All windows of the desktop at one moment. */
export interface DesktopState extends Frames {
  readonly joined: readonly Joined[];
  /** Windows of the X server that belong to processes that were not asked. */
  readonly leftOut: readonly XWindow[];
}

/** The windows of the desktop as the X server and the accessibility bus know them together. */
export class Desktop {
  readonly #frames: FrameReader;
  readonly #status: StatusSwitch;
  readonly #displayName: string | undefined;
  readonly #session: 'x11' | 'wayland';
  readonly #powers: Powers;
  /** By the bus name of the program: how large it draws, as its largest window tells. */
  readonly #scales = new Map<string, number>();
  #display: Promise<XDisplay | undefined> | undefined;

  constructor(bus: AccessibilityBus, status: StatusSwitch, env: NodeJS.ProcessEnv, powers: Powers = 'background') {
    this.#frames = new FrameReader(bus);
    this.#status = status;
    this.#displayName = env['DISPLAY'] || undefined;
    this.#session = env['WAYLAND_DISPLAY'] ? 'wayland' : 'x11';
    this.#powers = powers;
  }

  /** The list of windows as the product shows it. */
  async list(leftOut: readonly number[], signal: AbortSignal): Promise<WindowList> {
    const state = await this.readAwake(signal, { leftOut });
    return { windows: await describeWindows(state.joined, await this.placing()), notes: await this.notes() };
  }

  /** What the reader of an answer about this desktop, or about one window of it, must know. */
  async notes(window?: Joined): Promise<readonly Note[]> {
    const placing = await this.placing();
    const isUnplaced = placing === 'none' || (window !== undefined && !isPlaced(window, placing));
    return [
      ...(isUnplaced ? [{ code: 'no_coordinates', detail: this.#whyUnplaced(window) } as const] : []),
      ...(this.#status.isOn ? [{ code: 'accessibility_enabled' } as const] : []),
    ];
  }

  #whyUnplaced(window: Joined | undefined): string {
    if (window?.x && window.undecided) return LOOK_ALIKE;
    return this.#session === 'wayland' ? NO_PLACES : NO_DISPLAY;
  }

  /** Which places on the screen can be known. */
  async placing(): Promise<Placing> {
    if ((await this.display()) === undefined) return 'none';
    return this.#session === 'wayland' ? 'x11' : 'all';
  }

  /** The windows, after accessibility was switched on where a program needs that. */
  async readAwake(signal: AbortSignal, asking?: Asking): Promise<DesktopState> {
    const state = await this.read(signal, asking);
    const isWoken = (await needsAccessibility(state)) && (await this.#status.switchOn());
    if (!isWoken) return state;
    await delay(WAKE_LIMIT, undefined, { signal });
    return this.read(signal, asking);
  }

  /** The windows of all programs. */
  async read(signal: AbortSignal, asking: Asking = {}): Promise<DesktopState> {
    const [windows, frames] = await Promise.all([this.xWindows(), this.#frames.read(signal, asking)]);
    const isLeftOut = ({ pid }: XWindow) => asking.leftOut?.includes(pid) ?? false;
    const asked = windows.filter((window) => !isLeftOut(window));
    return { joined: join(asked, frames.frames, this.#session), leftOut: windows.filter(isLeftOut), ...frames };
  }

  /** The window of a program whose accessible object has this path. */
  async windowOf(application: Application, path: string, signal: AbortSignal): Promise<Joined | undefined> {
    const [windows, frames] = await Promise.all([
      this.xWindows(application.pid),
      // Only the place of the window on the screen depends on it, so a program that does not tell loses just that.
      this.#frames.list(application, signal).catch(() => []),
    ]);
    const joined = join(windows, frames, this.#session);
    this.#learnScale(application, joined);
    const window = joined.find(({ frame }) => frame?.path === path);
    const popups = windows.filter(({ popup, pid }) => popup !== undefined && pid === application.pid);
    return window && withPopups(window, popups);
  }

  /** Pixels of the screen that one of the program is; 1 until a window of it was seen. */
  scaleOf({ bus }: Application): number {
    return this.#scales.get(bus) ?? 1;
  }

  #learnScale({ bus }: Application, windows: readonly Joined[]): void {
    const bySize = windows.toSorted((a, b) => areaOf(b) - areaOf(a));
    const scale = bySize.map(scaleOf).find((known) => known !== undefined);
    if (scale !== undefined) this.#scales.set(bus, scale);
  }

  /** The windows of the X server, from the bottom of the stack to its top; none where there is no server. */
  async xWindows(pid?: number): Promise<readonly XWindow[]> {
    const display = await this.display();
    return display ? readXWindows(display, pid) : [];
  }

  /** What the X server says of a window by now; undefined where it has closed. */
  async again(joined: Joined): Promise<Joined | undefined> {
    const display = await this.display();
    const { x, frame } = joined;
    if (!x || !display) return frame && { frame };
    const [window, popups] = await Promise.all([
      readXWindow(display, x),
      frame?.application.toolkit.frameRelative ? readXPopups(display, x.pid) : [],
    ]);
    return window && withPopups({ ...joined, x: window }, popups);
  }

  /** The X server; undefined in a session without one, where the tree is read all the same. */
  async display(): Promise<XDisplay | undefined> {
    const current = await this.#display;
    if (!current || current.closed) this.#display = this.#openDisplay();
    return this.#display;
  }

  async #openDisplay(): Promise<XDisplay | undefined> {
    if (this.#displayName === undefined) return undefined;
    return XDisplay.open(this.#displayName, this.#powers).catch(() => undefined);
  }

  async close(): Promise<void> {
    (await this.#display)?.close();
  }
}

function areaOf({ x }: Joined): number {
  return x ? x.rect[2] * x.rect[3] : 0;
}

/** The places of popups count where the toolkit does not tell them. */
function withPopups(joined: Joined, popups: readonly XWindow[]): Joined {
  if (!joined.x || !joined.frame?.application.toolkit.frameRelative) return joined;
  return { ...joined, popups: popups.map(({ rect }) => rect) };
}

/**
 * GTK is always on the bus. Others join it, or tell more, only while accessibility is switched on. A program that has
 * just started is given the time to join by itself.
 */
async function needsAccessibility({ joined, present, frames }: DesktopState): Promise<boolean> {
  if (frames.some(({ application }) => ['qt', 'chromium'].includes(application.toolkit.family))) return true;
  const absent = joined.flatMap(({ x, frame }) => (x && !frame && x.pid !== 0 && !present.has(x.pid) ? [x.pid] : []));
  const ages = await Promise.all([...new Set(absent)].map(ageOf));
  return ages.some((age) => age !== undefined && age > STARTING_SECONDS);
}
