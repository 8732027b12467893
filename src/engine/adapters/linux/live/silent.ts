import { CACHE_PATH, CALLS, type CacheItem, type States } from '../atspi.ts';
import type { Batch } from '../batch.ts';
import { type Found, holdsRows } from '../found.ts';
import type { RawNode } from '../raw.ts';
import { ROLE } from '../roles.ts';
import { cellAt } from '../tableCell.ts';
import type { Toolkit } from '../toolkits.ts';
import type { FoundIndex } from './foundIndex.ts';
import type { Marks } from './marks.ts';

/** What of a tree may change without an event, and is therefore asked for at each look. */
export interface Silent {
  /** Sliders and scroll bars. */
  readonly ranges: readonly Found[];
  /** Lists and tables. */
  readonly containers: readonly Found[];
  /** Cells whose text is asked for. */
  readonly cells: readonly Found[];
  /** Objects whose name and states are asked for. */
  readonly objects: readonly Found[];
  /** Whether the program's cache tells what has changed. */
  readonly cache: boolean;
}

/** The end of a text, however long it is. */
const WHOLE = -1;

export function silentOf(
  objects: readonly Found[],
  { cache, silentValues, silentRows, silentCells, silentStates }: Toolkit,
): Silent {
  return {
    ranges: silentValues ? objects.filter(({ raw }) => raw?.range) : [],
    containers: silentRows ? objects.filter(holdsRows) : [],
    cells: silentCells ? objects.filter(({ raw }) => raw?.cell && raw.text !== undefined) : [],
    objects: objects.filter(
      ({ raw }) => silentStates === 'all' || (silentStates === 'tabs' && raw?.role === ROLE.pageTab),
    ),
    cache,
  };
}

/** Marks what has changed in silence. */
export async function markSilent(batch: Batch, silent: Silent, index: FoundIndex, marks: Marks): Promise<void> {
  await Promise.all([
    ...silent.ranges.map((found) => markRange(batch, found, marks)),
    ...silent.containers.map((found) => markRows(batch, found, marks)),
    ...silent.cells.map((found) => markCell(batch, found, index.parentOf(found), marks)),
    ...silent.objects.map((found) => markObject(batch, found, marks)),
    silent.cache && markCached(batch, index, marks),
  ]);
}

async function markRange(batch: Batch, { path, raw }: Found, marks: Marks): Promise<void> {
  const value = await batch.optional<number | undefined>(path, CALLS.currentValue, undefined);
  if (value !== raw?.range?.value) marks.add(path, 'self');
}

async function markRows(batch: Batch, { path, raw, childCount }: Found, marks: Marks): Promise<void> {
  const [rows, count] = await Promise.all([
    raw?.table && batch.optional(path, CALLS.rowCount, 0),
    batch.optional(path, CALLS.childCount, 0),
  ]);
  if (rows !== raw?.table?.rows || count !== childCount) marks.add(path, 'below');
}

/** An object of LibreOffice goes on to tell what was in its cell once the rows have moved; the table gives the present one. */
async function markCell(batch: Batch, { raw }: Found, table: Found | undefined, marks: Marks): Promise<void> {
  if (!raw?.cell || !table) return;
  const path = await cellAt(batch, table.path, raw.cell);
  const text = path === undefined ? '' : await batch.optional(path, CALLS.text, '', 0, WHOLE);
  if (text !== raw.text) marks.add(table.path, 'below');
}

async function markObject(batch: Batch, { path, raw }: Found, marks: Marks): Promise<void> {
  const [name, states] = await Promise.all([
    batch.optional(path, CALLS.name, ''),
    batch.optional<States>(path, CALLS.states, [0, 0]),
  ]);
  if (raw && (name !== raw.name || !isSameStates(states, raw.states))) marks.add(path, 'self');
}

/** GTK 4 announces what is removed but not what is added; its cache counts the children of all objects in one reply. */
async function markCached(batch: Batch, index: FoundIndex, marks: Marks): Promise<void> {
  const items = await batch.optional<readonly CacheItem[]>(CACHE_PATH, CALLS.cacheItems, []);
  for (const item of items) {
    const found = index.get(item.path);
    if (!found?.raw || item.childCount < 0) continue;
    if (item.childCount !== found.childCount) marks.add(item.path, 'below');
    else if (isChanged(item, found.raw)) marks.add(item.path, 'self');
  }
}

function isChanged({ name, role, states }: CacheItem, raw: RawNode): boolean {
  return name !== raw.name || role !== raw.role || !isSameStates(states, raw.states);
}

function isSameStates(a: States, b: States): boolean {
  return a[0] === b[0] && a[1] === b[1];
}
