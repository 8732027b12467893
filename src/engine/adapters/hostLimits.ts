/** Every limit between the engine and an adapter host, each with its reason. Times are in milliseconds. */
export const HOST_LIMITS = {
  /** A call without a time budget of its own; MCP clients give up after 60,000, and a second try must still fit. */
  call: 20_000,
  /** What a capture may take beyond its time budget: to send 12,000 elements takes 200, a new host 100 to 350. */
  captureMargin: 1_000,
  /** A sequence of input: 20,000 characters at a millisecond each, with keys that are lent and given back. */
  input: 45_000,
  /** Answer to a ping; a host that only waits answers within 1, one that is sending 12,000 elements within 200. */
  ping: 250,
  /** Fork to ready: 100 bundled, 350 from source; the rest is for a cold disk and for a bus that is starting too. */
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
