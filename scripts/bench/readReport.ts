import type { LiveResults } from './liveRead.ts';
import { atLeast, atMost, figure, type Metric } from './metric.ts';
import type { Program } from './programs.ts';
import type { ReaderName } from './readers.ts';
import { type Outcome, type Result, ROUNDS } from './rounds.ts';
import { milliseconds, type Table, times } from './table.ts';

/** All figures of one program. */
export interface ProgramResult {
  readonly program: Program;
  readonly readers: Readonly<Record<ReaderName, Outcome>>;
  readonly live: LiveResults;
}

/** Goals as ratios of one run; absolute figures depend on the machine. */
const GOALS = {
  overSame: 1.25,
  pruned: 3,
  fullOfPage: 40,
  peer: 1,
  peerOfLarge: 2,
  peerOfPage: 10,
  peerAgain: 20,
  /** Milliseconds; the only absolute goal, because an unchanged window costs one round trip. */
  unchanged: 10,
} as const;

/** Elements from which on a window is large. */
const LARGE = 150;

/** Every figure, and the goals of those that have one. */
export function metricsOf(results: readonly ProgramResult[]): Metric[] {
  return results.flatMap((result) => [...figuresOf(result), ...goalsOf(result)]);
}

function figuresOf({ program, readers, live }: ProgramResult): Metric[] {
  return Object.entries<Outcome | undefined>({ ...readers, ...live }).flatMap(([name, outcome]) =>
    isResult(outcome) && name !== 'unchanged'
      ? [figure(`${program.name}: ${name} (${outcome.elements})`, outcome.ms, 'ms')]
      : [],
  );
}

function goalsOf({ program, readers, live }: ProgramResult): Metric[] {
  const { cold, usual, same, pruned, full, peer } = readers;
  const name = (text: string) => `${program.name}: ${text}`;
  const isLarge = isResult(peer) && peer.elements > LARGE;
  const coldGoal = program.isPage ? GOALS.peerOfPage : isLarge ? GOALS.peerOfLarge : GOALS.peer;
  return [
    ...over(cold, same, (value) => atMost(name('cold over raw, same facts'), value, '×', GOALS.overSame)),
    ...over(pruned, cold, (value) => atLeast(name('pyatspi, pruned, over cold'), value, '×', GOALS.pruned)),
    ...over(full, cold, (value) =>
      program.isPage
        ? atLeast(name('pyatspi, everything, over cold'), value, '×', GOALS.fullOfPage)
        : figure(name('pyatspi, everything, over cold'), value, '×'),
    ),
    ...over(peer, usual, (value) => atLeast(name('peer over ours'), value, '×', coldGoal)),
    ...over(peer, live.unchanged, (value) =>
      isLarge
        ? atLeast(name('peer over ours, again'), value, '×', GOALS.peerAgain)
        : figure(name('peer over ours, again'), value, '×'),
    ),
    ...(isResult(live.unchanged) ? [atMost(name('again, unchanged'), live.unchanged.ms, 'ms', GOALS.unchanged)] : []),
  ];
}

function over(a: Outcome, b: Outcome, metric: (value: number) => Metric): Metric[] {
  return isResult(a) && isResult(b) ? [metric(a.ms / b.ms)] : [];
}

function isResult(outcome: Outcome | undefined): outcome is Result {
  return outcome !== undefined && 'ms' in outcome;
}

/** One line for each program: milliseconds with elements, and the ratios that have goals. */
export function tablesOf(results: readonly ProgramResult[]): Table[] {
  if (results.length === 0) return [];
  return [coldTable(results), againTable(results)];
}

function coldTable(results: readonly ProgramResult[]): Table {
  const columns = [
    ...['program', 'ours', 'raw, least', 'raw, same facts', 'ours over raw', 'pyatspi, pruned', 'over ours'],
    ...['pyatspi, everything', 'over ours'],
  ];
  const rows = results.map(({ program, readers: { cold, least, same, pruned, full } }) => [
    program.name,
    ...[shown(cold), shown(least), shown(same), ratio(cold, same), shown(pruned), ratio(pruned, cold)],
    ...[shown(full), ratio(full, cold)],
  ]);
  return { title: 'Reading a window, all that is on the screen', note: NOTE, columns, rows };
}

const NOTE = `Milliseconds (elements): medians of ${ROUNDS}, or of as many as are said behind an asterisk.`;

function againTable(results: readonly ProgramResult[]): Table {
  const columns = [
    ...['program', 'ours, 12 rows', 'peer', 'over ours', 'ours again, unchanged', 'peer over ours'],
    ...['after one change', 'through MCP, unchanged'],
  ];
  const rows = results.map(({ program, readers: { usual, peer }, live: { unchanged, changed, product } }) => [
    program.name,
    ...[shown(usual), shown(peer), ratio(peer, usual), shown(unchanged), ratio(peer, unchanged)],
    ...[shown(changed), shown(product)],
  ]);
  return { title: 'Beside the peer, and again', note: reasonsOf(results), columns, rows };
}

function reasonsOf(results: readonly ProgramResult[]): string {
  const reasons = results.flatMap(({ program, readers, live }) =>
    Object.entries<Outcome | undefined>({ ...readers, ...live }).flatMap(([name, outcome]) =>
      outcome && 'reason' in outcome ? [`${program.name}, ${name}: ${outcome.reason}.`] : [],
    ),
  );
  return [NOTE, ...reasons].join('\n');
}

function shown(outcome: Outcome | undefined): string {
  if (!isResult(outcome)) return '–';
  const few = outcome.rounds < ROUNDS ? ` *${outcome.rounds}` : '';
  return `${milliseconds(outcome.ms)} (${outcome.elements.toLocaleString('en-US')})${few}`;
}

function ratio(a: Outcome, b: Outcome): string {
  return isResult(a) && isResult(b) ? times(a.ms / b.ms) : '–';
}
