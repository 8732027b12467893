import type { Note } from '../../../model/element.ts';
import type { Mend } from '../adapter.ts';
import type { Evidence, Library } from './evidence.ts';
import { startCommand } from './startCommand.ts';

/** Makes Chromium tell of its pages; without it only assistive programs that it knows are told. */
const CHROMIUM_FLAG = '--force-renderer-accessibility';

/** Seconds in which a program may still be building its window. */
const STARTING = 10;
/** Without a graphics card the first picture of GTK 4 takes up to ten seconds, on a busy machine longer. */
const DRAWING = 60;

/** Why a window exposes no controls, and what mends that where anything does. */
export interface Reason {
  readonly note: Note;
  readonly mend?: Mend;
  readonly command?: string;
}

/** One situation: evidence, sentence, mend. */
interface Situation {
  readonly fits: (evidence: Evidence) => boolean;
  /** `application_silent` where none is named. */
  readonly code?: 'chromium_closed' | 'not_populated';
  readonly says: string | ((evidence: Evidence) => string);
  readonly mend?: Mend | ((evidence: Evidence) => Mend);
  /** What has to be done before, or in place of, starting the program anew. */
  readonly command?: string | ((evidence: Evidence) => string);
}

type Test = Situation['fits'];

const has =
  (...names: readonly Library[]): Test =>
  ({ libraries }) =>
    names.some((name) => libraries.includes(name));
const all =
  (...tests: readonly Test[]): Test =>
  (evidence) =>
    tests.every((test) => test(evidence));
const not =
  (test: Test): Test =>
  (evidence) =>
    !test(evidence);
const isOnBus: Test = (evidence) => evidence.isOnBus;
const isAbsent = not(isOnBus);
const isIn =
  (kind: 'flatpak' | 'snap'): Test =>
  ({ sandbox }) =>
    sandbox?.kind === kind;

const unset = (...names: readonly string[]): Mend => ({
  environment: Object.fromEntries(names.map((name) => [name, null])),
  flags: [],
});
const set = (name: string, value: string): Mend => ({ environment: { [name]: value }, flags: [] });
/** To start it again is all that is needed. */
const AGAIN: Mend = { environment: {}, flags: [] };

const variable = ({ environment }: Evidence, name: string) => environment?.[name] ?? '';

/** GTK 3 takes the variable for a yes unless it is a number that is none. */
const isBridgeOff: Test = (evidence) => !['', '0'].includes(variable(evidence, 'NO_AT_BRIDGE'));

/** Whatever GTK 4 does not know as a way to be accessible is none. */
const isGtk4Off: Test = (evidence) => !['', 'atspi', 'accesskit'].includes(variable(evidence, 'GTK_A11Y'));

const isChromium: Test = (evidence) => evidence.isChromium;
const isForced: Test = ({ command }) => command.some((word) => word.startsWith(CHROMIUM_FLAG));

const isElsewhere: Test = (evidence) => {
  const own = evidence.environment?.['AT_SPI_BUS_ADDRESS'] ?? '';
  return own !== '' && own !== evidence.accessibility;
};

/** Spellings of one address differ in the identity of the bus. */
const busOf = (address: string | undefined) => address?.replace(/,guid=[^,;]*/g, '');

const isInOtherSession: Test = ({ environment, session }) => {
  const runtime = environment?.['XDG_RUNTIME_DIR'];
  const own = environment?.['DBUS_SESSION_BUS_ADDRESS'] || (runtime ? `unix:path=${runtime}/bus` : undefined);
  // A program that has written over its environment tells nothing.
  return own !== undefined && session !== undefined && busOf(own) !== busOf(session);
};

/** The first that fits is the reason: from the most certain evidence to none. A wrong hint is worse than none. */
const SITUATIONS: readonly Situation[] = [
  {
    fits: ({ pid }) => pid === 0,
    says: 'its window does not tell which process it belongs to',
  },
  {
    fits: ({ environment }) => environment === undefined,
    says: ({ pid }) =>
      `process ${pid} belongs to another user, or has ended, so that neither its environment nor its libraries can be read`,
  },
  {
    fits: all(isChromium, not(isForced)),
    code: 'chromium_closed',
    says: CHROMIUM_FLAG,
    mend: { environment: {}, flags: [CHROMIUM_FLAG] },
  },
  {
    fits: all(isAbsent, has('gtk2', 'gtk3'), isBridgeOff),
    says: (evidence) => `it was started with NO_AT_BRIDGE=${variable(evidence, 'NO_AT_BRIDGE')}`,
    mend: unset('NO_AT_BRIDGE'),
  },
  {
    fits: all(isAbsent, has('gtk4'), isGtk4Off),
    says: (evidence) => `it was started with GTK_A11Y=${variable(evidence, 'GTK_A11Y')}`,
    mend: unset('GTK_A11Y'),
  },
  {
    fits: all(isAbsent, has('gtk2', 'gtk3', 'gtk4', 'qt5', 'qt6'), isElsewhere),
    says: (evidence) =>
      `it was started with AT_SPI_BUS_ADDRESS=${variable(evidence, 'AT_SPI_BUS_ADDRESS')}, which is another bus`,
    mend: unset('AT_SPI_BUS_ADDRESS'),
  },
  {
    fits: all(isAbsent, has('qt5', 'qt6'), ({ wasEnabled }) => wasEnabled === false),
    says: 'Qt looks only when it starts whether accessibility is on, and it was off then. It is on now',
    mend: set('QT_LINUX_ACCESSIBILITY_ALWAYS_ON', '1'),
  },
  {
    fits: all(isAbsent, has('java'), not(has('javaBridge')), ({ javaBridge }) => javaBridge !== undefined),
    says: 'Java is accessible through a bridge, which it has not loaded',
    mend: ({ javaBridge = '' }) => set('JAVA_TOOL_OPTIONS', javaOptions(javaBridge)),
  },
  {
    fits: all(isAbsent, has('java'), not(has('javaBridge'))),
    says: 'Java is accessible through a bridge, which is not installed here',
    command: 'sudo apt-get install libatk-wrapper-java-jni',
  },
  {
    fits: all(isAbsent, has('officeOnX'), not(has('gtk3', 'qt5', 'qt6'))),
    says: 'LibreOffice draws with X11 alone here; accessible is what it draws with GTK (package libreoffice-gtk3)',
    mend: set('SAL_USE_VCLPLUGIN', 'gtk3'),
  },
  {
    fits: all(isAbsent, has('gtk2')),
    says: 'GTK 2 tells of its controls only through its modules gail and atk-bridge, which it has not loaded',
  },
  {
    fits: all(isAbsent, has('tk')),
    says: 'Tk has no accessibility interface; its window can only be seen',
  },
  {
    fits: all(isAbsent, not(isChromium), ({ libraries }) => libraries.length === 1 && libraries[0] === 'windowSystem'),
    says: 'it uses no toolkit with an accessibility interface; its window can only be seen',
  },
  {
    fits: all(isAbsent, not(isChromium), ({ libraries }) => libraries.length === 0),
    says: ({ pid }) =>
      `its window names process ${pid}, which shows no windows: it runs in a container, under another number there, or ` +
      'speaks to the window system without any known library',
  },
  {
    fits: all(isAbsent, has('gtk4'), ({ age }) => age < DRAWING, not(isDrawnPlainly)),
    code: 'not_populated',
    says: 'GTK 4 exposes nothing before its first picture, which takes seconds without a graphics card',
    mend: set('GSK_RENDERER', 'cairo'),
  },
  {
    fits: ({ age }) => age < STARTING,
    code: 'not_populated',
    says: '',
  },
  {
    fits: all(isAbsent, isChromium),
    says: 'Chromium joins the accessibility bus only where accessibility is on when it starts. It is on now',
    mend: { environment: {}, flags: [CHROMIUM_FLAG] },
  },
  {
    fits: all(isAbsent, has('gtk4'), not(isDrawnPlainly)),
    says: 'GTK 4 exposes nothing before its first picture, and has drawn none in all this time',
    mend: set('GSK_RENDERER', 'cairo'),
  },
  {
    fits: all(isAbsent, has('gtk3', 'qt5', 'qt6'), isInOtherSession),
    says: ({ session }) => `it belongs to another session bus than ${session}, which this desktop is read over`,
    mend: ({ session = '' }) => set('DBUS_SESSION_BUS_ADDRESS', session),
  },
  {
    fits: all(isAbsent, has('qt5', 'qt6')),
    says: 'Qt joins the accessibility bus only when it starts, and only where accessibility is on then',
    mend: set('QT_LINUX_ACCESSIBILITY_ALWAYS_ON', '1'),
  },
  {
    fits: all(isAbsent, has('firefox')),
    says: 'Firefox builds its tree only where accessibility is on when it starts',
    mend: set('GNOME_ACCESSIBILITY', '1'),
  },
  {
    fits: all(isAbsent, isIn('flatpak')),
    says: 'its Flatpak does not reach the accessibility bus',
    command: ({ sandbox }) => `flatpak run --a11y-bus ${sandbox?.name}`,
  },
  {
    fits: all(isAbsent, isIn('snap')),
    says: 'its snap does not reach the accessibility bus, or has not asked for it',
    command: ({ sandbox }) => `sudo snap connect ${sandbox?.name}:desktop-legacy`,
  },
  {
    fits: all(isAbsent, has('gtk3')),
    says: 'GTK 3 joins the accessibility bus only when it starts, and found none',
    mend: AGAIN,
  },
  {
    fits: isOnBus,
    says: 'it is on the accessibility bus and tells of nothing but its window, which it draws itself or leaves empty',
  },
];

const UNEXPLAINED: Situation = {
  fits: () => true,
  says: 'it is not on the accessibility bus, and nothing that is known of its process says why',
};

function isDrawnPlainly(evidence: Evidence): boolean {
  return variable(evidence, 'GSK_RENDERER') === 'cairo';
}

/** The class alone is not enough: no Java since 9 finds it, and one that does not find it fails to start. */
function javaOptions(bridge: string): string {
  const found = `-Xbootclasspath/a:${bridge}`;
  return `${found} -Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper`;
}

/** Why a window that exposes nothing but itself does so. */
export function reasonOf(evidence: Evidence): Reason {
  const situation = SITUATIONS.find(({ fits }) => fits(evidence)) ?? UNEXPLAINED;
  const says = evaluated(situation.says, evidence);
  const mend = situation.mend && evaluated(situation.mend, evidence);
  const command = situation.command ? evaluated(situation.command, evidence) : mend && startCommand(evidence, mend);
  return {
    note: { code: situation.code ?? 'application_silent', ...detailOf(situation, says, command) },
    ...(mend && { mend }),
    ...(command !== undefined && { command }),
  };
}

function evaluated<T extends string | Mend>(value: T | ((evidence: Evidence) => T), evidence: Evidence): T {
  return typeof value === 'function' ? value(evidence) : value;
}

/** The sentence and the command in one; that of Chromium has its flag. */
function detailOf({ code, mend }: Situation, says: string, command: string | undefined): { detail?: string } {
  if (says === '') return {};
  if (command === undefined || code === 'chromium_closed') return { detail: says };
  return { detail: `${says}. ${mend ? 'End it and start it again' : 'What mends it'}: ${command}` };
}
