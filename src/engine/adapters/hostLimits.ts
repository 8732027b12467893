/** Every limit between the engine and an adapter host, each with its reason. Times are in milliseconds. */
export const HOST_LIMITS = {
  /** A call without a time budget of its own: the slowest healthy read known (a 1,000-row web page) takes a fifth. */
  call: 20_000,
  /** What a capture may take beyond its time budget: translating and sending 12,000 elements takes a fifth of it. */
  captureMargin: 1_000,
  /** Answer to a ping; a host that only waits for applications answers in 1 ms, one that builds a huge tree in 100. */
  ping: 250,
  /** Fork to ready. Usual are 100; a machine that is starting up, or a cold disk, has needed 2,000. */
  start: 5_000,
  /** Restoring what the adapter changed on the desktop; nobody waits longer for an engine to end. */
  dispose: 1_000,
  /** Deaths within `deathWindow` after which no host is started on its own: it dies of its start, not of a call. */
  deaths: 5,
  deathWindow: 10_000,
  /** After a host that cannot start, calls fail at once for so long: a client that asks in a loop forks nothing. */
  pause: 1_000,
  /** How often a host looks whether its engine still lives; it matters only while its main thread is blocked. */
  parentPoll: 1_000,
} as const;

/** Limits between the engine and an adapter host, in milliseconds; `deaths` is a count. */
export type HostLimits = { readonly [K in keyof typeof HOST_LIMITS]: number };
