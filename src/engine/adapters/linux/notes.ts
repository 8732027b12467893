import type { AxNode, Note } from '../../../model/element.ts';
import type { Scope } from '../adapter.ts';
import type { Application } from './accessibilityBus.ts';
import { gather } from './evidence.ts';
import type { Explainer } from './explainer.ts';
import type { Joined } from './join.ts';
import { reasonOf } from './reasons.ts';
import type { XWindow } from './xWindows.ts';

/** Nodes that Chromium shows at most while it keeps its pages to itself. */
const CLOSED_CHROMIUM_NODES = 5;

/** What is known of a popup that is no window on the accessibility bus. */
const POPUP = 'this is a popup, whose contents stand in the window that it belongs to, or nowhere';

/** What the reader of a window must know of it. */
export async function windowNotes(
  { toolkit, pid }: Application,
  joined: Joined | undefined,
  nodes: readonly AxNode[],
  { within }: Scope,
): Promise<readonly Note[]> {
  const state = joined?.x ? stateNotes(joined.x) : [];
  if (within !== undefined) return state;
  // A tool tip has nothing but its text.
  const isBare = nodes.length === 1 && joined?.x?.popup === undefined && state.length === 0;
  const isClosed = toolkit.family === 'chromium' && isClosedBrowser(nodes);
  if (!isBare && !isClosed) return state;
  return [...state, reasonOf({ ...(await gather(pid)), isOnBus: true }).note];
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

/** Why a program is not on the bus, as far as the process tells. */
export async function silentNote({ pid, popup }: XWindow, explainer: Explainer): Promise<Note> {
  if (popup) return { code: 'application_silent', detail: POPUP };
  return (await explainer.reasonOf(pid, false)).note;
}
