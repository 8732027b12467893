import type { XDisplay } from './xDisplay.ts';

/** What kind of popup a window is as far as its program says so: toolkits leave that out of most. */
export type PopupKind = 'tooltip' | 'other';

/** Pixels of the windows that toolkits keep for their own use, such as the 10 × 10 that GTK 3 grabs the pointer with. */
const SMALLEST = 12;

interface Geometry {
  readonly width: number;
  readonly height: number;
}

/** Windows that programs show without the window manager, from the bottom of the stack to its top. */
export async function popupIds(display: XDisplay): Promise<readonly number[]> {
  const ids = await display.children(display.root);
  const shown = await Promise.all(ids.map((id) => isShownPopup(display, id)));
  return ids.filter((_, index) => shown[index]);
}

/** Those of the window manager itself name no process. */
async function isShownPopup(display: XDisplay, id: number): Promise<boolean> {
  const [attributes, size, pid] = await Promise.all([
    display.attributes(id),
    display.request<Geometry>((client, answer) => client.GetGeometry(id, answer)),
    display.numbers(id, '_NET_WM_PID'),
  ]);
  const isPopup = attributes?.isShown === true && attributes.isUnmanaged;
  return isPopup && Boolean(pid?.[0]) && size !== undefined && size.width + size.height > 2 * SMALLEST;
}

/** What its program says that the popup is. */
export async function popupKind(display: XDisplay, id: number): Promise<PopupKind> {
  const [types, tooltip] = await Promise.all([
    display.numbers(id, '_NET_WM_WINDOW_TYPE'),
    display.atom('_NET_WM_WINDOW_TYPE_TOOLTIP'),
  ]);
  return types?.includes(tooltip) ? 'tooltip' : 'other';
}
