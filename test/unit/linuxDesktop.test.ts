import { describe, expect, test } from 'vitest';
import { linuxDesktopAvailable } from '../../src/engine/adapters/linux/adapter.ts';
import { socketPath } from '../../src/engine/adapters/linux/bus.ts';
import { intersection, isCovered, usable } from '../../src/engine/adapters/linux/rectangles.ts';
import { toolkitNamed } from '../../src/engine/adapters/linux/toolkits.ts';

describe('rectangles', () => {
  test('a sentinel or an empty rectangle is none', () => {
    expect(usable([-2147483648, -2147483648, 10, 10])).toBeUndefined();
    expect(usable([5, 5, 0, 10])).toBeUndefined();
    expect(usable([-5, -5, 1, 1])).toEqual([-5, -5, 1, 1]);
  });

  test('rectangles that only touch have nothing in common', () => {
    expect(intersection([0, 0, 10, 10], [10, 0, 10, 10])).toBeUndefined();
    expect(intersection([0, 0, 10, 10], [9, 9, 10, 10])).toEqual([9, 9, 1, 1]);
  });

  test('a window is covered only where nothing of it is left', () => {
    expect(isCovered([0, 0, 100, 100], [])).toBe(false);
    expect(isCovered([0, 0, 100, 100], [[-5, -5, 200, 200]])).toBe(true);
    // Two halves cover it together; with a gap of one pixel they do not.
    expect(
      isCovered(
        [0, 0, 100, 100],
        [
          [0, 0, 50, 100],
          [50, 0, 50, 100],
        ],
      ),
    ).toBe(true);
    expect(
      isCovered(
        [0, 0, 100, 100],
        [
          [0, 0, 50, 100],
          [51, 0, 50, 100],
        ],
      ),
    ).toBe(false);
    expect(
      isCovered(
        [0, 0, 100, 100],
        [
          [10, 10, 10, 10],
          [0, 0, 100, 100],
        ],
      ),
    ).toBe(true);
  });
});

describe('addresses', () => {
  test('name a socket by its path or by its abstract name', () => {
    expect(socketPath('unix:path=/run/user/0/bus,guid=12')).toBe('/run/user/0/bus');
    expect(socketPath('unix:abstract=/tmp/dbus-x,guid=12')).toBe('\0/tmp/dbus-x');
    expect(socketPath('unix:path=/tmp/a%20b')).toBe('/tmp/a b');
    expect(socketPath('tcp:host=localhost,port=1')).toBeUndefined();
  });
});

describe('toolkits', () => {
  test('are told apart by name and version', () => {
    expect(toolkitNamed('gtk', '3.24.38').family).toBe('gtk3');
    expect(toolkitNamed('GTK', '4.8.3').family).toBe('gtk4');
    expect(toolkitNamed('Qt', '6.4.2').family).toBe('qt');
    expect(toolkitNamed('Gecko', '128').family).toBe('other');
  });
});

describe('a desktop', () => {
  test('is there with a display or a bus, and not without both', () => {
    expect(linuxDesktopAvailable({ DISPLAY: ':3' })).toBe(true);
    expect(linuxDesktopAvailable({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' })).toBe(true);
    expect(linuxDesktopAvailable({ XDG_RUNTIME_DIR: '/nowhere' })).toBe(false);
    expect(linuxDesktopAvailable({})).toBe(false);
  });
});
