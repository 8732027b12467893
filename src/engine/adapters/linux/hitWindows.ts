import type { Rect } from '../../../model/element.ts';
import type { XDisplay } from './xDisplay.ts';

/** The X windows at a point, from the child of the root down to the innermost one. */
export type WindowChain = readonly number[];

/** Levels of X windows that are looked through: frames and programs use fewer than ten. */
const LEVELS = 32;

/** The X windows at a point of the screen. The server passes over those that are unmapped, shaped otherwise or let input through. */
export async function windowsAt(display: XDisplay, x: number, y: number): Promise<WindowChain> {
  const chain: number[] = [];
  let parent = display.root;
  while (chain.length < LEVELS) {
    const child = await childAt(display, parent, x, y);
    if (child === 0) break;
    chain.push(child);
    parent = child;
  }
  return chain;
}

async function childAt(display: XDisplay, parent: number, x: number, y: number): Promise<number> {
  const translated = await display.request<{ child: number }>((client, answer) =>
    client.TranslateCoordinates(display.root, parent, x, y, answer),
  );
  return translated?.child ?? 0;
}

/** Where a window is on the screen, with all that belongs to it. */
export async function rectOf(display: XDisplay, id: number): Promise<Rect | undefined> {
  const [size, place] = await Promise.all([
    display.request<{ width: number; height: number }>((client, answer) => client.GetGeometry(id, answer)),
    display.request<{ destX: number; destY: number }>((client, answer) =>
      client.TranslateCoordinates(id, display.root, 0, 0, answer),
    ),
  ]);
  return size && place && [place.destX, place.destY, size.width, size.height];
}
