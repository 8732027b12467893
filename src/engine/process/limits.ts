/** Times in milliseconds and sizes in bytes of the engine's process, each with its reason. */
export const LIMITS = {
  /** After the last client: long enough for an editor to reload without a cold start. */
  idle: 60_000,
  /** A cold start takes under a second; ten cover a loaded machine. */
  attach: 10_000,
  attachStep: 20,
  /** An engine that is well answers in a few; one that does not answer is used as it is. */
  retireAnswer: 2_000,
  /** The first answer of a new engine comes after its modules have loaded. */
  replay: 10_000,
  /** Clients kill a server that outlives its stdin by more than a second or two. */
  stdinEnd: 800,
  /** For what is on its way to the client at the end; a client that does not read must not keep the bridge. */
  flush: 150,
  /** How long answers are made for a client that ends its side: as long as a bridge stays for them. */
  peerEnd: 1_000,
  /** A disposal that hangs on a stopped application must not keep the process. */
  dispose: 3_000,
  /** How long two engines can live side by side after a lost race. */
  selfCheck: 2_000,
  /** A younger socket may belong to an engine between its bind and its listen. */
  leftoverAge: 10_000,
  /** The log is for one defect report, not an archive. */
  log: 1024 * 1024,
  logTail: 2_000,
  /** No honest call is longer; results may be. */
  line: 4 * 1024 * 1024,
  /** Longest path of a Unix socket on macOS, without its zero byte; Linux allows four more. */
  socketPath: 103,
} as const;
