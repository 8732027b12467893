import type { Rect } from '../../../model/element.ts';
import type { Frame } from './frames.ts';
import { usable } from './rectangles.ts';
import { has } from './states.ts';
import type { XWindow } from './xWindows.ts';

/** One top-level window: seen by the X server, by the accessibility bus, or by both. */
export type Joined =
  | {
      readonly x: XWindow;
      readonly frame: Frame | undefined;
      /** Another window of its program looks the same: this may be the place of the other one. */
      readonly undecided?: true;
      /** Where its program shows popups, where the toolkit does not tell. */
      readonly popups?: readonly Rect[];
    }
  | { readonly x?: undefined; readonly frame: Frame };

/** A window and a frame that may be the same, and how far their geometry is apart in pixels. */
interface Pair {
  readonly x: XWindow;
  readonly frame: Frame;
  readonly distance: number;
}

type Fit = (window: XWindow, frame: Frame) => boolean;

const isActive: Fit = (window, frame) => window.active && has(frame.states, 'active');
const samePid: Fit = (window, frame) => window.pid === frame.application.pid;
const sameTitle: Fit = (window, frame) => window.title !== '' && window.title === frame.name;
const sameTitleOnly: Fit = (window, frame) => window.pid === 0 && sameTitle(window, frame);
const samePidAndTitle: Fit = (window, frame) => samePid(window, frame) && window.title === frame.name;

/**
 * Tells which frame of the accessibility bus is which X window. The best evidence comes first, and of several pairs the
 * one whose geometry is nearest. The X windows keep their order; frames without one follow. On `x11` a program in a
 * container has another process number, so that its title must do; under a Wayland compositor a frame with the title of
 * an X window may be none itself.
 */
export function join(
  windows: readonly XWindow[],
  frames: readonly Frame[],
  session: 'x11' | 'wayland' = 'x11',
): readonly Joined[] {
  const joining = new Joining(windows, frames);
  const managed: Fit = (window) => window.popup === undefined;
  joining.pair((window, frame) => managed(window, frame) && samePidAndTitle(window, frame) && isActive(window, frame));
  joining.pair((window, frame) => managed(window, frame) && samePidAndTitle(window, frame));
  joining.pair((window, frame) => samePid(window, frame) && isAt(window, frame));
  joining.pair((window, frame) => managed(window, frame) && samePid(window, frame));
  const byTitle = session === 'x11' ? sameTitle : sameTitleOnly;
  joining.pair((window, frame) => managed(window, frame) && byTitle(window, frame));
  return joining.result();
}

/** Whether the frame lies exactly where the X window does, which is all that a popup without a title is known by. */
function isAt(window: XWindow, frame: Frame): boolean {
  return !frame.application.toolkit.frameRelative && distance(window, frame) === 0;
}

/** The windows and frames of which some are paired already. */
class Joining {
  readonly #windows: readonly XWindow[];
  readonly #frameOf = new Map<XWindow, Frame>();
  readonly #undecided = new Set<XWindow>();
  readonly #left: Set<Frame>;

  constructor(windows: readonly XWindow[], frames: readonly Frame[]) {
    this.#windows = windows;
    this.#left = new Set(frames);
  }

  /** Pairs what fits, the nearest first; of pairs that are equally near the older window gets the older frame. */
  pair(fits: Fit): void {
    const pairs = this.#candidates(fits);
    const undecided = new Set(pairs.filter((pair) => hasRival(pair, pairs)).map(({ x }) => x));
    for (const { x, frame } of pairs) {
      if (this.#frameOf.has(x) || !this.#left.has(frame)) continue;
      this.#frameOf.set(x, frame);
      this.#left.delete(frame);
      if (undecided.has(x)) this.#undecided.add(x);
    }
  }

  #candidates(fits: Fit): readonly Pair[] {
    const free = this.#windows.filter((window) => !this.#frameOf.has(window)).toSorted((a, b) => a.id - b.id);
    const pairs = free.flatMap((x) =>
      [...this.#left].filter((frame) => fits(x, frame)).map((frame) => ({ x, frame, distance: distance(x, frame) })),
    );
    return pairs.toSorted((a, b) => a.distance - b.distance);
  }

  result(): readonly Joined[] {
    const joined = this.#windows.map((x) => ({
      x,
      frame: this.#frameOf.get(x),
      ...(this.#undecided.has(x) && { undecided: true as const }),
    }));
    return [...joined, ...[...this.#left].map((frame) => ({ frame }))];
  }
}

/**
 * Whether sizes alone do not tell which is which: one of the two is as near to another, or two windows and two frames fit
 * crosswise as well. For a moment two frames call themselves active, and a frame may be missing.
 */
function hasRival(pair: Pair, pairs: readonly Pair[]): boolean {
  if (!pair.frame.application.toolkit.frameRelative) return false;
  const crossed = (x: XWindow, frame: Frame) =>
    pairs.find((other) => other.x === x && other.frame === frame)?.distance ?? Number.POSITIVE_INFINITY;
  return pairs.some(({ x, frame, distance: own }) => {
    if (x === pair.x && frame === pair.frame) return false;
    if (x === pair.x || frame === pair.frame) return own === pair.distance;
    return crossed(pair.x, frame) + crossed(x, pair.frame) === own + pair.distance;
  });
}

/** Distance of a frame of which nothing is known, and of one that is hidden and may be as well kept for later. */
const UNKNOWN = 1_000_000;

/** How far the geometry of the two is apart, in pixels; places count only where the toolkit gives screen coordinates. */
function distance({ rect }: XWindow, { extents, application, states }: Frame): number {
  const hidden = has(states, 'showing') || has(states, 'visible') ? 0 : UNKNOWN;
  const own = usable(extents);
  if (!own) return UNKNOWN + hidden;
  const size = Math.abs(rect[2] - own[2]) + Math.abs(rect[3] - own[3]);
  if (application.toolkit.frameRelative) return size + hidden;
  return size + Math.abs(rect[0] - own[0]) + Math.abs(rect[1] - own[1]) + hidden;
}
