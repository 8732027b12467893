import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import { startDesktop } from '../../test/linux/desktop.ts';
import { benchGrowth } from './growth.ts';
import { readLive } from './liveRead.ts';
import type { Metric } from './metric.ts';
import { type Installed, installPeer } from './peer.ts';
import { launch, missingFor, PROGRAMS, type Program, windowOf } from './programs.ts';
import { readByTurns } from './readers.ts';
import { metricsOf, type ProgramResult, tablesOf } from './readReport.ts';
import type { Table } from './table.ts';

/** What a run of the suite is asked for. */
export interface ReadOptions {
  /** Part of the names of the programs to measure; all of them without it. */
  readonly only?: string;
  /** Lets the peer read LibreOffice, which ends it. */
  readonly calcPeer: boolean;
}

/** Programs that are read through the whole product as well: a usual window and a large one. */
const THROUGH_PRODUCT: ReadonlySet<string> = new Set(['gtk3-demo', 'page of 1,000 rows']);

/** Milliseconds of reading windows, ours beside other readers in one run, each program alone on a desktop of its own. */
export async function benchRead({ only = '', calcPeer }: ReadOptions): Promise<{ metrics: Metric[]; tables: Table[] }> {
  const peer = await installPeer();
  const results: ProgramResult[] = [];
  for (const program of PROGRAMS.filter(({ name }) => name.includes(only))) {
    const reason = missingFor(program) ?? (await measured(program, peerFor(program, peer, calcPeer), results));
    // A run takes a quarter of an hour, so it tells how far it is.
    console.error(`${program.name}: ${reason ?? 'measured'}`);
  }
  const growth = only === '' ? await benchGrowth() : undefined;
  return {
    metrics: [...metricsOf(results), ...(growth?.metrics ?? [])],
    tables: [...tablesOf(results), ...(growth ? [growth.table] : [])],
  };
}

function peerFor({ noPeer }: Program, peer: Installed, calcPeer: boolean): Installed {
  return noPeer === undefined || calcPeer ? peer : { reason: noPeer };
}

/** Adds the figures of the program to the others, or tells why there are none. */
async function measured(program: Program, peer: Installed, results: ProgramResult[]): Promise<string | undefined> {
  const desktop = await startDesktop();
  const adapter = await createLinuxAdapter(desktop.env, { live: false });
  try {
    await launch(desktop, program);
    const subject = { desktop, program, adapter, ...(await windowOf(adapter, program)) };
    const readers = await readByTurns(subject, peer);
    const live = await readLive(subject, THROUGH_PRODUCT.has(program.name));
    results.push({ program, readers, live });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await adapter.dispose();
    await desktop.stop();
  }
}
