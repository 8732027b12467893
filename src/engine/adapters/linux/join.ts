import type { Frame } from './frames.ts';
import { usable } from './rectangles.ts';
import type { XWindow } from './xWindows.ts';

/** One top-level window: seen by the X server, by the accessibility bus, or by both. */
export type Joined =
  | { readonly x: XWindow; readonly frame: Frame | undefined }
  | { readonly x?: undefined; readonly frame: Frame };

/**
 * Tells which frame of the accessibility bus is which X window. The X windows keep their order; frames without one
 * follow. On `x11` a program in a container has another process number, so that its title must do; under a Wayland
 * compositor a frame with the title of an X window may be none itself.
 */
export function join(
  windows: readonly XWindow[],
  frames: readonly Frame[],
  session: 'x11' | 'wayland' = 'x11',
): readonly Joined[] {
  const frameOf = new Map<XWindow, Frame>();
  const left = new Set(frames);
  const rules = [samePidAndTitle, samePid, session === 'x11' ? sameTitle : sameTitleOnly];
  for (const fits of rules) {
    for (const window of windows) {
      if (frameOf.has(window)) continue;
      const frame = nearest(
        window,
        [...left].filter((candidate) => fits(window, candidate)),
      );
      if (!frame) continue;
      frameOf.set(window, frame);
      left.delete(frame);
    }
  }
  const joined = windows.map((x) => ({ x, frame: frameOf.get(x) }));
  return [...joined, ...[...left].map((frame) => ({ frame }))];
}

const samePid = (window: XWindow, frame: Frame) => window.pid === frame.application.pid;
const sameTitle = (window: XWindow, frame: Frame) => window.title !== '' && window.title === frame.name;
const sameTitleOnly = (window: XWindow, frame: Frame) => window.pid === 0 && sameTitle(window, frame);
const samePidAndTitle = (window: XWindow, frame: Frame) => samePid(window, frame) && window.title === frame.name;

function nearest(window: XWindow, candidates: readonly Frame[]): Frame | undefined {
  const [first, ...others] = candidates;
  if (!first) return undefined;
  return others.reduce((best, frame) => (distance(window, frame) < distance(window, best) ? frame : best), first);
}

/** How far the geometry of the two is apart, in pixels; places count only where the toolkit gives screen coordinates. */
function distance({ rect }: XWindow, { extents, application }: Frame): number {
  const own = usable(extents);
  if (!own) return Number.MAX_SAFE_INTEGER;
  const size = Math.abs(rect[2] - own[2]) + Math.abs(rect[3] - own[3]);
  if (application.toolkit.frameRelative) return size;
  return size + Math.abs(rect[0] - own[0]) + Math.abs(rect[1] - own[1]);
}
