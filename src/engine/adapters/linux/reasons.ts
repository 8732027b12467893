import type { Note } from '../../../model/element.ts';
import type { Evidence } from './evidence.ts';

/** Makes Chromium tell of its pages; without it only assistive programs that it knows are told. */
export const CHROMIUM_FLAG = '--force-renderer-accessibility';

/** Seconds in which a program may still be building its window. */
const STARTING = 10;

/** One situation in which a window exposes no controls. The first row that fits is the reason. */
interface Reason {
  readonly fits: (evidence: Evidence) => boolean;
  readonly note: Note;
}

const silent = (detail: string): Note => ({ code: 'application_silent', detail });
const has =
  (...names: Evidence['libraries']) =>
  ({ libraries }: Evidence) =>
    names.some((name) => libraries.includes(name));
const set =
  (name: string, value?: string) =>
  ({ environment }: Evidence) =>
    value === undefined ? Boolean(environment?.[name]) && environment?.[name] !== '0' : environment?.[name] === value;
const all =
  (...tests: readonly Reason['fits'][]): Reason['fits'] =>
  (evidence) =>
    tests.every((test) => test(evidence));

/** From the most certain evidence to none. A wrong hint is worse than none. */
const REASONS: readonly Reason[] = [
  {
    fits: ({ isChromium }) => isChromium,
    note: { code: 'chromium_closed', detail: CHROMIUM_FLAG },
  },
  {
    fits: all(has('gtk3', 'gtk2'), set('NO_AT_BRIDGE')),
    note: silent('it was started with NO_AT_BRIDGE=1. Start it again without: env -u NO_AT_BRIDGE PROGRAM'),
  },
  {
    fits: all(has('gtk4'), set('GTK_A11Y', 'none')),
    note: silent('it was started with GTK_A11Y=none. Start it again without: env -u GTK_A11Y PROGRAM'),
  },
  {
    fits: all(has('qt6', 'qt5'), ({ isOnBus }) => !isOnBus),
    note: silent(
      'Qt looks only when it starts whether accessibility is on. It is on now: start the program again, or with ' +
        'QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1',
    ),
  },
  {
    fits: all(has('gtk4'), ({ isOnBus }) => !isOnBus),
    note: silent(
      'GTK 4 found no accessibility bus, or no way to draw, when it started. Start it again with GSK_RENDERER=cairo',
    ),
  },
  {
    fits: all(has('java'), (evidence) => !has('javaBridge')(evidence)),
    note: silent(
      'Java has its accessibility in a bridge that is not loaded. Install libatk-wrapper-java-jni and start the program ' +
        'with -Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper',
    ),
  },
  {
    fits: ({ sandbox }) => sandbox === 'flatpak',
    note: silent(
      'its Flatpak may not reach the accessibility bus. Allow it: flatpak override --user --talk-name=org.a11y.Bus APP',
    ),
  },
  {
    fits: ({ sandbox }) => sandbox === 'snap',
    note: silent(
      'its snap may not reach the accessibility bus. Its desktop plug must be connected: snap connections NAME',
    ),
  },
  {
    fits: ({ environment }) => environment === undefined,
    note: silent('it belongs to another user, or has ended, so that nothing can be learnt of it'),
  },
  {
    fits: all(has('gtk3', 'gtk2'), ({ isOnBus }) => !isOnBus),
    note: silent('GTK 3 found no accessibility bus when it started. Start it again'),
  },
  {
    fits: ({ libraries }) => libraries.length === 0,
    note: silent('it uses no toolkit with an accessibility interface; its window can only be seen'),
  },
];

const UNEXPLAINED = silent(
  'it shows nothing but its window. Observe again in a moment; if nothing comes, this window can only be seen',
);

/** Why a window that exposes nothing but itself does so. A program that has just started is given time first. */
export function reasonOf(evidence: Evidence): Note {
  if (evidence.isOnBus && evidence.age < STARTING) return { code: 'not_populated' };
  return REASONS.find(({ fits }) => fits(evidence))?.note ?? UNEXPLAINED;
}
