import { setTimeout as delay } from 'node:timers/promises';
import type { Handle, WindowInfo } from '../../model/element.ts';
import { EngineError } from '../../model/errors.ts';
import type { ForegroundAdapter } from '../adapters/foregroundAdapter.ts';
import type { Desktop } from '../session/desktop.ts';
import type { Session } from '../session/session.ts';
import { pauseAfter, WINDOW_MS } from './limits.ts';

interface Front {
  readonly session: Session;
  readonly desktop: Desktop;
  /** Of the window. */
  readonly handle: Handle;
  readonly adapter: ForegroundAdapter;
}

/** Gives a window the focus where it has not. Fails with `activation_failed` where the window system does not. */
export async function bringToFront({ session, desktop, handle, adapter }: Front, signal: AbortSignal): Promise<void> {
  const look = async (): Promise<WindowInfo | undefined> => {
    const { windows } = await desktop.windows(session.leftOutFor(handle), signal);
    return windows.find(({ info }) => info.handle === handle)?.info;
  };
  const before = await look();
  if (!before) throw new EngineError('stale_element', { reason: 'its window has closed' });
  if (before.focused) return;
  const outcome = await adapter.activate(handle, signal);
  if (outcome.kind !== 'done') throw new EngineError('activation_failed', {}, outcome.reason);
  const end = performance.now() + WINDOW_MS;
  for (let attempt = 0; performance.now() < end; attempt++) {
    if ((await look())?.focused) return;
    await delay(pauseAfter(attempt), undefined, { signal });
  }
  throw new EngineError('activation_failed');
}
