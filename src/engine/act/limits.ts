/** Milliseconds between looks at a control after an attempt: most effects can be seen at once, some after half a second. */
const POLLS = [0, 10, 20, 40, 60] as const;
const LAST_POLL = 80;

/** How long to wait after a look, counted from 0. */
export function pauseAfter(look: number): number {
  return POLLS[look] ?? LAST_POLL;
}

/**
 * Milliseconds that a toolkit may take until an effect can be seen in its tree. GTK 4 took 257, Qt 6 100, Chromium up to
 * 550 on a noisy machine.
 */
const LAGS: Readonly<Record<string, number>> = { chromium: 1_200 };
const LAG = 700;

export function lagOf(toolkit: string | undefined): number {
  return LAGS[toolkit?.toLowerCase() ?? ''] ?? LAG;
}

/** Milliseconds that an application gets to answer one call before it is taken for busy with what the call began. */
export const PERFORM_MS = 2_000;

/** Milliseconds that a window manager gets to do what it was asked. */
export const WINDOW_MS = 1_200;

/** Milliseconds without a change after which a window is at rest. */
export const QUIET_MS = 40;

/** Steps of one call. */
export const MOST_STEPS = 50;

/** Milliseconds to find and start a program, without the time until its window. */
export const LAUNCH_CALL_MS = 5_000;

/** Milliseconds between looks for the window of a program that starts. */
export const LAUNCH_POLL_MS = 100;

/** Milliseconds that a window gets at most to come to rest after keys. */
export const SETTLE_MS = 350;
