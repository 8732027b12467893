import { describe, expect, test } from 'vitest';
import type { Frame } from '../../src/engine/adapters/linux/frames.ts';
import { join } from '../../src/engine/adapters/linux/join.ts';
import { popoverOrigin } from '../../src/engine/adapters/linux/popovers.ts';
import { type Toolkit, toolkitNamed } from '../../src/engine/adapters/linux/toolkits.ts';
import type { XWindow } from '../../src/engine/adapters/linux/xWindows.ts';
import type { Rect } from '../../src/model/element.ts';

const GTK3 = toolkitNamed('gtk', '3.24.38');
const GTK4 = toolkitNamed('GTK', '4.8.3');

/** State words: SHOWING and VISIBLE, with ACTIVE or without. */
const SHOWN = 2 ** 25 + 2 ** 30;
const ACTIVE = SHOWN + 2;

function xWindow(id: number, rect: Rect, more: Partial<XWindow> = {}): XWindow {
  const plain = { className: '', instance: '', pid: 7, modal: false, active: false, state: 'normal' } as const;
  return { ...plain, id, rect, title: 'Twin', ...more };
}

function frame(
  path: string,
  extents: Rect,
  toolkit: Toolkit,
  more: Partial<Frame> & { states?: [number, number] } = {},
) {
  const application = { bus: ':1.2', pid: 7, name: 'app', toolkitName: '', toolkit };
  return { application, path, name: 'Twin', states: [SHOWN, 0] as const, extents, ...more };
}

/** The path of the frame of each X window; undecided ones with a question mark, frames without a window in brackets. */
function paths(windows: readonly XWindow[], frames: readonly Frame[], session: 'x11' | 'wayland' = 'x11'): string[] {
  return join(windows, frames, session).map((joined) => {
    if (!joined.x) return `[${joined.frame.path}]`;
    return `${joined.x.id}=${joined.frame?.path ?? ''}${joined.undecided ? '?' : ''}`;
  });
}

describe('windows and frames', () => {
  test('of the same title are paired by their places, whatever their order', () => {
    const windows = [xWindow(1, [0, 0, 200, 100]), xWindow(2, [500, 0, 200, 100])];
    const frames = [frame('b', [500, 20, 200, 100], GTK3), frame('a', [0, 20, 200, 100], GTK3)];
    expect(paths(windows, frames)).toEqual(['1=a', '2=b']);
  });

  test('the nearest pair comes first: a window that has moved does not take the frame of another one', () => {
    const windows = [xWindow(1, [90, 0, 200, 100]), xWindow(2, [100, 0, 200, 100])];
    const frames = [frame('b', [100, 0, 200, 100], GTK3), frame('a', [0, 0, 200, 100], GTK3)];
    expect(paths(windows, frames)).toEqual(['1=a', '2=b']);
  });

  test('of a toolkit that does not tell places are told apart by size, and by which one is active', () => {
    const sizes = [xWindow(1, [0, 0, 200, 100]), xWindow(2, [500, 0, 300, 100])];
    const frames = [frame('b', [0, 0, 300, 100], GTK4), frame('a', [0, 0, 200, 100], GTK4)];
    expect(paths(sizes, frames)).toEqual(['1=a', '2=b']);
    const same = [xWindow(1, [0, 0, 200, 100]), xWindow(2, [500, 0, 200, 100], { active: true })];
    const active = [frame('b', [0, 0, 200, 100], GTK4, { states: [ACTIVE, 0] }), frame('a', [0, 0, 200, 100], GTK4)];
    expect(paths(same, active)).toEqual(['1=a', '2=b']);
  });

  test('that nothing tells apart are undecided, the older window with the older frame', () => {
    const windows = [xWindow(2, [500, 0, 200, 100]), xWindow(1, [0, 0, 200, 100])];
    const frames = [frame('a', [0, 0, 200, 100], GTK4), frame('b', [0, 0, 200, 100], GTK4)];
    expect(paths(windows, frames)).toEqual(['2=b?', '1=a?']);
    expect(paths(windows.slice(0, 1), frames.slice(0, 1))).toEqual(['2=a']);
  });

  test('that are as near to another one are undecided, where a frame is missing or two are active', () => {
    const windows = [xWindow(1, [0, 0, 200, 100]), xWindow(2, [500, 0, 200, 100])];
    const [a, b] = ['a', 'b'].map((path) => frame(path, [0, 0, 200, 100], GTK4, { states: [ACTIVE, 0] }));
    expect(paths(windows, [frame('b', [0, 0, 200, 100], GTK4)])).toEqual(['1=b?', '2=']);
    const [first, second] = windows;
    if (!first || !second || !a || !b) throw new Error('unreachable');
    expect(paths([first, { ...second, active: true }], [a, b])).toEqual(['1=b', '2=a?']);
  });

  test('a hidden frame does not take the window of a shown one', () => {
    const hidden = frame('hidden', [0, 0, 200, 100], GTK3, { states: [0, 0] });
    const shown = frame('shown', [0, 20, 200, 100], GTK3);
    expect(paths([xWindow(1, [0, 0, 200, 100])], [hidden, shown])).toEqual(['1=shown', '[hidden]']);
  });

  test('a popup is paired by its exact place alone', () => {
    const windows = [xWindow(1, [0, 0, 200, 100]), xWindow(2, [50, 50, 90, 60], { popup: 'other', title: 'program' })];
    const menu = frame('menu', [50, 50, 90, 60], GTK3, { name: '' });
    expect(paths(windows, [menu, frame('main', [0, 20, 200, 100], GTK3)])).toEqual(['1=main', '2=menu']);
    expect(paths(windows, [frame('main', [0, 20, 200, 100], GTK3)])).toEqual(['1=main', '2=']);
  });

  test('a title alone is enough on X11, and under Wayland only for a window without a process', () => {
    const frames = [frame('a', [0, 0, 200, 100], GTK3)];
    expect(paths([xWindow(1, [0, 0, 9, 9], { pid: 8 })], frames)).toEqual(['1=a']);
    expect(paths([xWindow(1, [0, 0, 9, 9], { pid: 8 })], frames, 'wayland')).toEqual(['1=', '[a]']);
    expect(paths([xWindow(1, [0, 0, 9, 9], { pid: 0 })], frames, 'wayland')).toEqual(['1=a']);
  });
});

describe('a popover of GTK 4', () => {
  test('is placed by the one X window that has its size', () => {
    expect(popoverOrigin([0, 68, 152, 70], [0, 68, 400, 34], [[724, 457, 152, 70]])).toEqual([724, 389]);
    // A list keeps a margin to its combo box.
    expect(popoverOrigin([0, 40, 406, 120], [0, 34, 400, 34], [[597, 423, 406, 126]])).toEqual([597, 389]);
  });

  test('is nowhere where none or several X windows may be its own', () => {
    expect(popoverOrigin([0, 68, 152, 70], [0, 68, 400, 34], [])).toBeUndefined();
    expect(popoverOrigin([0, 68, 152, 70], [0, 68, 400, 34], [[0, 0, 180, 98]])).toBeUndefined();
    const twice: Rect[] = [
      [0, 0, 152, 70],
      [300, 0, 152, 70],
    ];
    expect(popoverOrigin([0, 68, 152, 70], [0, 68, 400, 34], twice)).toBeUndefined();
  });
});
