import { expect, test } from 'vitest';
import type { Evidence } from '../../src/engine/adapters/linux/evidence.ts';
import { reasonOf } from '../../src/engine/adapters/linux/reasons.ts';

const OLD: Evidence = { environment: {}, libraries: [], isChromium: false, age: 600, isOnBus: false };

/** Recorded kinds of processes; Flatpak, snap and Java are told by their evidence alone, without a real one. */
const SITUATIONS: readonly [string, Partial<Evidence>, RegExp][] = [
  [
    'GTK 3 without its bridge',
    { libraries: ['gtk3'], environment: { NO_AT_BRIDGE: '1' } },
    /NO_AT_BRIDGE=1\. .*env -u/,
  ],
  ['GTK 4 that was told to be silent', { libraries: ['gtk4'], environment: { GTK_A11Y: 'none' } }, /GTK_A11Y=none/],
  ['GTK 4 that could not draw', { libraries: ['gtk4'] }, /GSK_RENDERER=cairo/],
  ['Qt that started too early', { libraries: ['qt6'] }, /QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1/],
  ['Java without its bridge', { libraries: ['java'] }, /libatk-wrapper-java-jni/],
  ['a Flatpak', { libraries: ['gtk3'], sandbox: 'flatpak' }, /flatpak override .*org\.a11y\.Bus/],
  ['a snap', { sandbox: 'snap' }, /snap connections/],
  ['a program of X11 alone', {}, /no toolkit/],
  ['a window that stays empty', { libraries: ['gtk3'], isOnBus: true }, /can only be seen/],
];

test.each(SITUATIONS)('%s', (_, known, sentence) => {
  const { code, detail } = reasonOf({ ...OLD, ...known });
  expect(code).toBe('application_silent');
  expect(detail).toMatch(sentence);
});

test('the process of another user tells nothing', () => {
  const { environment: _, ...unknown } = OLD;
  expect(reasonOf(unknown).detail).toMatch(/another user/);
});

test('Chromium needs its flag, whatever else is known', () => {
  const chromium = { ...OLD, isChromium: true, libraries: ['gtk3'] } as const;
  expect(reasonOf(chromium)).toEqual({ code: 'chromium_closed', detail: '--force-renderer-accessibility' });
});

test('a variable that is 0 switches nothing off', () => {
  const gtk = { ...OLD, libraries: ['gtk3'], environment: { NO_AT_BRIDGE: '0' } } as const;
  expect(reasonOf(gtk).detail).not.toMatch(/NO_AT_BRIDGE/);
});

test('a program on the bus that has just started gets time', () => {
  expect(reasonOf({ ...OLD, isOnBus: true, age: 1 })).toEqual({ code: 'not_populated' });
});
