import type { WindowListing } from '../../model/renderWindows.ts';
import type { Session } from './session.ts';

/** The open windows of every desktop. */
export async function windows(session: Session, signal: AbortSignal): Promise<WindowListing> {
  const lists = await Promise.all(session.shared.desktops.map((desktop) => desktop.windows(session.hosts, signal)));
  return {
    windows: lists.flatMap((list) => list.windows.map((window) => window.desktop.view(window))),
    notes: lists.flatMap(({ notes }) => notes),
  };
}
