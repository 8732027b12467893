import { AccessibilityBus } from '../../src/engine/adapters/linux/accessibilityBus.ts';
import { CALLS, type Extents, type States } from '../../src/engine/adapters/linux/atspi.ts';
import { Batch } from '../../src/engine/adapters/linux/batch.ts';
import { NEVER } from './reading.ts';

/** An object as a reader without any pruning finds it. */
export interface NaiveObject {
  readonly handle: string;
  readonly name: string;
  /** SHOWING is set on it and on all objects above it: the choice in a closed menu says that it shows. */
  readonly showing: boolean;
  readonly extents: Extents;
  /** Something of its rectangle lies inside of all objects above it that hide what stands out of them. */
  readonly inside: boolean;
}

const SHOWING = 1 << 25;
/** Asking a spreadsheet for all its children ends it. */
const MOST_CHILDREN = 50_000;
/** Windows, panes that scroll, tables and documents hide what stands out of them; other containers do not. */
const CLIPPING: ReadonlySet<number> = new Set([16, 23, 49, 55, 65, 66, 68, 69, 95]);
/** LibreOffice keeps a second menu bar without a place, whose menus say that they have one. */
const MENU_BAR = 34;
/** Objects that appear over what is above them in the tree: menus, tool tips and their windows. */
const POPUPS: ReadonlySet<number> = new Set([33, 41, 64, 69]);
const EVERYWHERE: Extents = [-100_000, -100_000, 200_000, 200_000];

/** Reads every object below a window, whatever its state: slow, but nothing can be missed. */
export async function readNaively(env: NodeJS.ProcessEnv, window: string): Promise<readonly NaiveObject[]> {
  const bus = new AccessibilityBus(env);
  const name = window.slice(0, window.indexOf('/'));
  const batch = new Batch(await bus.bus(), name, 110_000, NEVER);
  const found: NaiveObject[] = [];
  const visit = async (path: string, clip: Extents | undefined, above: boolean): Promise<void> => {
    const [states, extents, title, role, count] = await Promise.all([
      batch.optional<States>(path, CALLS.states, [0, 0]),
      batch.optional<Extents>(path, CALLS.extents, [0, 0, 0, 0]),
      batch.optional(path, CALLS.name, ''),
      batch.optional(path, CALLS.role, 0),
      batch.optional(path, CALLS.childCount, 0),
    ]);
    const area = clip && common(extents, POPUPS.has(role) ? EVERYWHERE : clip);
    const showing = above && (states[0] & SHOWING) !== 0;
    found.push({ handle: `${name}${path}`, name: title, showing, extents, inside: area !== undefined });
    if (count > MOST_CHILDREN) return;
    // What has no place of its own does not hide what is below it.
    const isHidden = role === MENU_BAR && !isPlaced(extents);
    const inner = isHidden || (CLIPPING.has(role) && isPlaced(extents)) ? area : clip;
    for (const [, child] of await batch.optional(path, CALLS.children, [])) await visit(child, inner, showing);
  };
  try {
    await visit(window.slice(window.indexOf('/')), EVERYWHERE, true);
    return found;
  } finally {
    batch.close();
    bus.close();
  }
}

/** Whether the extents are a place on the screen. */
export function isPlaced([x, y, width, height]: Extents): boolean {
  return x > -1_000_000 && y > -1_000_000 && width > 0 && height > 0;
}

function common(a: Extents, b: Extents): Extents | undefined {
  const [left, top] = [Math.max(a[0], b[0]), Math.max(a[1], b[1])];
  const width = Math.min(a[0] + a[2], b[0] + b[2]) - left;
  const height = Math.min(a[1] + a[3], b[1] + b[3]) - top;
  return isPlaced(a) && width > 0 && height > 0 ? [left, top, width, height] : undefined;
}
