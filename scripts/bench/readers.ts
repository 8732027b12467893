import { join } from 'node:path';
import process from 'node:process';
import type { PlatformAdapter, Scope } from '../../src/engine/adapters/adapter.ts';
import { referenceOf } from '../../src/engine/adapters/linux/handles.ts';
import type { AxNode } from '../../src/model/element.ts';
import type { TestDesktop } from '../../test/linux/desktop.ts';
import { LineProcess } from './lineProcess.ts';
import { type Installed, PEER_ENV } from './peer.ts';
import { NEVER, type Program, SHOWN, USUAL } from './programs.ts';
import { type Facts, type RawCell, RawReader } from './rawRead.ts';
import { inRounds, type Outcome, type Read, timed } from './rounds.ts';

/** Who reads the window. `cold` is ours, all that is shown; `usual` ours as an agent gets it, 12 rows of a table. */
export type ReaderName = 'cold' | 'usual' | 'least' | 'same' | 'pruned' | 'full' | 'peer';

/** The window that is measured, and where. */
export interface Subject {
  readonly desktop: TestDesktop;
  readonly program: Program;
  /** Ours, without trees that are kept. */
  readonly adapter: PlatformAdapter;
  readonly window: string;
  readonly pid: number;
}

/** What the readers came to. */
export interface Turns {
  readonly outcomes: Record<ReaderName, Outcome>;
  /** The raw client was told which cells are on the screen, which ours had to find out. */
  readonly isToldCells: boolean;
}

/** Reads the window with every reader, by turns. */
export async function readByTurns(subject: Subject, peer: Installed): Promise<Turns> {
  const { desktop, program, adapter, window } = subject;
  const [bus, path] = referenceOf(window);
  const raw = await RawReader.connect(desktop.env, bus);
  const { nodes } = await adapter.capture(window, SHOWN, NEVER);
  const cells = cellsOf(nodes);
  const rawly = (facts: Facts): Read => {
    return () => timed(() => raw.read({ window: path, cache: program.cache === true, facts, cells }));
  };
  const python = pythonOn(subject);
  const rival = 'folder' in peer ? peerOn(desktop, program, peer.folder) : undefined;
  try {
    const outcomes = await inRounds({
      least: rawly('least'),
      same: rawly('same'),
      cold: ours(adapter, window, SHOWN),
      usual: ours(adapter, window, USUAL),
      pruned: program.cache ? unread('SHOWING is set on the frame alone') : () => python.read('pruned'),
      full: () => python.read('full'),
      peer: rival ? () => rival.read('read') : unread('reason' in peer ? peer.reason : ''),
    });
    return { outcomes, isToldCells: raw.toldCells > 0 };
  } finally {
    raw.close();
    python.end();
    rival?.end();
  }
}

/** A read of ours. */
export function ours(adapter: PlatformAdapter, window: string, scope: Scope): Read {
  return () => timed(async () => (await adapter.capture(window, scope, NEVER)).nodes.length);
}

function unread(reason: string): Read {
  return () => Promise.reject(new Error(reason));
}

/** Which cells of each table are on the screen. */
function cellsOf(nodes: readonly AxNode[]): ReadonlyMap<string, readonly RawCell[]> {
  const cells = nodes.flatMap((node) => {
    const table = node.patterns.gridItem && tableAbove(nodes, node);
    return table && node.patterns.gridItem
      ? [{ path: referenceOf(table.handle)[1], cell: node.patterns.gridItem }]
      : [];
  });
  const tables = Map.groupBy(cells, ({ path }) => path);
  return new Map([...tables].map(([path, group]) => [path, group.map(({ cell }) => cell)]));
}

function tableAbove(nodes: readonly AxNode[], node: AxNode): AxNode | undefined {
  let above = nodes[node.parent];
  while (above && !above.patterns.grid) above = nodes[above.parent];
  return above;
}

function pythonOn({ desktop, program, pid }: Subject): LineProcess {
  const script = join(import.meta.dirname, 'pyatspiRead.py');
  return new LineProcess(desktop.launchPiped('/usr/bin/python3', [script, String(pid), program.title]));
}

function peerOn({ launchPiped }: TestDesktop, { title }: Program, folder: string): LineProcess {
  const script = join(import.meta.dirname, 'peerRead.ts');
  return new LineProcess(launchPiped(process.execPath, [script, folder, title], PEER_ENV));
}
