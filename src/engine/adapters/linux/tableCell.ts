import type { CellPlace } from '../../../model/cellAddress.ts';
import { EngineError } from '../../../model/errors.ts';
import { CALLS, NO_OBJECT, NULL_PATH, type States } from './atspi.ts';
import type { Batch } from './batch.ts';
import { EMBEDDED_OBJECT } from './details.ts';
import type { Child } from './found.ts';
import { cellOfPath } from './handles.ts';
import { has } from './states.ts';
import type { Toolkit } from './toolkits.ts';

/** The object of a cell as it is called now; undefined where the table has none at this place. */
export async function cellAt(batch: Batch, table: string, { row, column }: CellPlace): Promise<string | undefined> {
  const [bus, path] = await batch.optional(table, CALLS.cellAt, NO_OBJECT, row, column);
  return bus === batch.destination && path !== NULL_PATH ? path : undefined;
}

/** The object that the path of a handle names; fails with `stale_element` where its table has no such cell any more. */
export async function resolved(batch: Batch, path: string): Promise<Child> {
  const named = cellOfPath(path);
  if (named === undefined) return { path };
  const { table, place } = named;
  const [bus, cell] = await batch.ask(table, CALLS.cellAt, place.row, place.column);
  if (bus !== batch.destination || cell === NULL_PATH) throw new EngineError('stale_element');
  return { path: cell, lasting: path, cell: place };
}

/** What a cell shows: its text, or the state of the box in it. */
export async function cellText(batch: Batch, { family }: Toolkit, path: string): Promise<string> {
  // The name of a cell in LibreOffice is its address.
  if (family === 'vcl') return batch.optional(path, CALLS.text, '', 0, -1);
  return (await batch.optional(path, CALLS.name, '')) || (await textOf(batch, path)) || checkOf(batch, path);
}

/** Cells of GTK 3 with a box say so by their action alone, those of Qt by their state. */
async function checkOf(batch: Batch, path: string): Promise<string> {
  const [states, action] = await Promise.all([
    batch.optional<States>(path, CALLS.states, [0, 0]),
    // The one in the list of actions is translated.
    batch.optional(path, CALLS.actionName, '', 0),
  ]);
  if (!has(states, 'checkable') && action !== 'toggle') return '';
  return has(states, 'checked') ? 'on' : 'off';
}

/** All of the text, without the stand-ins for objects in it. */
async function textOf(batch: Batch, path: string): Promise<string> {
  const length = await batch.optional(path, CALLS.characterCount, 0);
  if (length <= 0) return '';
  return (await batch.optional(path, CALLS.text, '', 0, length)).replaceAll(EMBEDDED_OBJECT, '').trim();
}
