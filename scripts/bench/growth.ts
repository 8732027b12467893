import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import { startDesktop } from '../../test/linux/desktop.ts';
import { figure, type Metric } from './metric.ts';
import { launch, missingFor, type Program, TABLES, USUAL, windowOf } from './programs.ts';
import { ours } from './readers.ts';
import { inRounds, type Outcome } from './rounds.ts';
import { milliseconds, type Table, times } from './table.ts';

const SIZES = [100, 1_000, 10_000] as const;

/** Milliseconds of a read with 12 rows, without a kept tree, of tables of different sizes. */
export async function benchGrowth(): Promise<{ metrics: readonly Metric[]; table: Table }> {
  const metrics: Metric[] = [];
  const rows: string[][] = [];
  for (const [name, programOf] of Object.entries(TABLES)) {
    const outcomes: Outcome[] = [];
    for (const size of SIZES) outcomes.push(await readTable(programOf(size)));
    const known = outcomes.flatMap((outcome) => ('ms' in outcome ? [outcome] : []));
    const growth = (known.at(-1)?.ms ?? Number.NaN) / (known[0]?.ms ?? Number.NaN);
    metrics.push(figure(`${name}: 10,000 rows over 100`, growth, '×'));
    rows.push([name, ...outcomes.map(cellOf), times(growth)]);
  }
  const columns = ['12 rows of', ...SIZES.map((size) => size.toLocaleString('en-US')), 'last over first'];
  return { metrics, table: { title: 'Growth', note: NOTE, columns, rows } };
}

const NOTE = 'Milliseconds of a cold read with 12 rows of a table that has so many, and the elements read.';

async function readTable(program: Program): Promise<Outcome> {
  const reason = missingFor(program);
  if (reason !== undefined) return { reason };
  const desktop = await startDesktop();
  const adapter = await createLinuxAdapter(desktop.env, { live: false });
  try {
    await launch(desktop, program);
    const { window } = await windowOf(adapter, program);
    const { read } = await inRounds({ read: ours(adapter, window, USUAL) });
    return read;
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  } finally {
    await adapter.dispose();
    await desktop.stop();
  }
}

function cellOf(outcome: Outcome): string {
  return 'ms' in outcome ? `${milliseconds(outcome.ms)} (${outcome.elements})` : '–';
}
