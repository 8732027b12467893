/** Time limits in milliseconds, and sizes; each with its reason. */
export const LIMITS = {
  /** A listing asks every application once; a stopped one must not hold it up for long. */
  windowsMs: 5_000,
  /** A read ends with what it has. The largest trees measured took 0.4 s; a slow application takes longer. */
  captureMs: 5_000,
  /** Until another client has ended its step on the same window: more than a step takes, less than a client waits. */
  turnMs: 20_000,
  /** What a call may take beyond a read's own time, to bring the answer over. */
  marginMs: 1_000,
  /** Per window when every window is searched: one hung application must not cost the others. */
  captureOfManyMs: 1_000,
  rereadMs: 3_000,
  /** Between two looks of a wait, unless an event comes first: changes without an event are seen so much later. */
  waitPauseMs: 60,
  textMs: 5_000,
  cellsMs: 10_000,
  /** Rows and columns of one read of a table: more never fit into an answer. */
  cellRows: 500,
  cellColumns: 64,
  /** Elements of one read: above the largest window measured (12,299), below what fills the memory. */
  nodes: 50_000,
  /** Trees of a desktop that are kept to be asked for again: as many as its adapter keeps current. */
  trees: 8,
  /** Ids that stay valid; the least recently used ones are dropped. */
  ids: 50_000,
  /** Snapshots of a client that `since` can name. */
  snapshots: 8,
  /** Entries that the journal keeps: two for a call and one for each step, of 300 bytes, and 3 KB at the most. */
  journal: 2_000,
  /** Entries of one answer, which stays far below the longest line that is read. */
  journalPage: 200,
  /** Windows that an answer lists as candidates. */
  candidates: 8,
  /** Windows that were closed, or missing from a list, and keep their ids. */
  closedWindows: 1_000,
  /** Windows of which a search says why they were not searched. */
  reasons: 10,
} as const;
