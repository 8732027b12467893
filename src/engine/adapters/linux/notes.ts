import type { AxNode, Note } from '../../../model/element.ts';
import type { Scope } from '../adapter.ts';
import type { Application } from './accessibilityBus.ts';
import type { Joined } from './join.ts';
import { isChromium } from './processes.ts';
import type { XWindow } from './xWindows.ts';

/** Nodes that Chromium shows at most while it keeps its pages to itself. */
const CLOSED_CHROMIUM_NODES = 5;

/** Makes Chromium tell of its pages; without it only assistive programs that it knows are told. */
const CHROMIUM_FLAG = '--force-renderer-accessibility';

/** What the reader of a window must know of it. */
export function windowNotes(
  { toolkit }: Application,
  joined: Joined | undefined,
  nodes: readonly AxNode[],
  { within }: Scope,
): readonly Note[] {
  const state = joined?.x ? stateNotes(joined.x) : [];
  if (within !== undefined) return state;
  if (toolkit.family === 'chromium' && isClosedBrowser(nodes)) {
    return [...state, { code: 'chromium_closed', detail: CHROMIUM_FLAG }];
  }
  return nodes.length === 1 && state.length === 0 ? [{ code: 'not_populated' }] : state;
}

/** Bubbles and menus of Chromium are windows without a title, and may be as small. */
function isClosedBrowser(nodes: readonly AxNode[]): boolean {
  const hasDocument = nodes.some(({ type }) => type === 'Document');
  return nodes.length <= CLOSED_CHROMIUM_NODES && !hasDocument && nodes[0]?.name !== '';
}

/** Whether the window is in a state in which most of it cannot be read. */
export function stateNotes({ state }: XWindow): readonly Note[] {
  return state === 'minimized' ? [{ code: 'minimized' }] : [];
}

/** Why a program is not on the bus can only be guessed from its kind. */
export async function silentNote({ pid }: XWindow): Promise<Note> {
  if (await isChromium(pid)) return { code: 'chromium_closed', detail: CHROMIUM_FLAG };
  return {
    code: 'application_silent',
    detail:
      'a Qt program that was started before accessibility was switched on must be started again; ' +
      'else its toolkit has none, or it was started with NO_AT_BRIDGE=1 or GTK_A11Y=none',
  };
}
