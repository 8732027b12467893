import { join } from 'node:path';
import process from 'node:process';
import type { PlatformAdapter, Scope } from '../../src/engine/adapters/adapter.ts';
import { referenceOf } from '../../src/engine/adapters/linux/handles.ts';
import type { AxNode } from '../../src/model/element.ts';
import type { TestDesktop } from '../../test/linux/desktop.ts';
import { LineProcess } from './lineProcess.ts';
import { type Installed, PEER_ENV } from './peer.ts';
import { NEVER, type Program, SHOWN, USUAL } from './programs.ts';
import { type Facts, RawReader, type ToldTable } from './rawRead.ts';
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

/** Reads the window with every reader, by turns. */
export async function readByTurns(subject: Subject, peer: Installed): Promise<Record<ReaderName, Outcome>> {
  const { desktop, program, adapter, window } = subject;
  const [bus, path] = referenceOf(window);
  const raw = await RawReader.connect(desktop.env, bus);
  const { nodes } = await adapter.capture(window, SHOWN, NEVER);
  const tables = tablesOf(nodes);
  const rawly = (facts: Facts): Read => {
    return () => timed(() => raw.read({ window: path, cache: program.cache === true, facts, tables }));
  };
  const python = pythonOn(subject);
  const rival = 'folder' in peer ? peerOn(desktop, program, peer.folder) : undefined;
  try {
    return await inRounds({
      least: rawly('least'),
      same: rawly('same'),
      cold: ours(adapter, window, SHOWN),
      usual: ours(adapter, window, USUAL),
      pruned: program.cache
        ? unread('SHOWING is set on the frame alone')
        : () => python.read(JSON.stringify({ how: 'pruned', tables: Object.fromEntries(tables) })),
      full: () => python.read(JSON.stringify({ how: 'full' })),
      peer: rival ? () => rival.read('read') : unread('reason' in peer ? peer.reason : ''),
    });
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

/** Which cells and headers of each table are on the screen. */
function tablesOf(nodes: readonly AxNode[]): ReadonlyMap<string, ToldTable> {
  const parts = nodes.flatMap((node) => {
    const table = tableAbove(nodes, node);
    const isOwn = node.patterns.gridItem !== undefined || nodes[node.parent] === table;
    return table && isOwn ? [{ table: referenceOf(table.handle)[1], node }] : [];
  });
  const tables = Map.groupBy(parts, ({ table }) => table);
  return new Map([...tables].map(([path, group]) => [path, toldOf(group.map(({ node }) => node))]));
}

function toldOf(nodes: readonly AxNode[]): ToldTable {
  return {
    cells: nodes.flatMap(({ patterns: { gridItem } }) =>
      gridItem ? [{ row: gridItem.row, column: gridItem.column }] : [],
    ),
    headers: nodes.flatMap(({ patterns, handle }) => (patterns.gridItem ? [] : [referenceOf(handle)[1]])),
  };
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

/** The peer in a process of its own. */
export function peerOn({ launchPiped }: TestDesktop, { title }: Program, folder: string): LineProcess {
  const script = join(import.meta.dirname, 'peerRead.ts');
  return new LineProcess(launchPiped(process.execPath, [script, folder, title], PEER_ENV));
}
