import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { AccessibilityBus } from '../../src/engine/adapters/linux/accessibilityBus.ts';
import type { AxNode, Rect } from '../../src/model/element.ts';
import { missingForLinuxTests, startDesktop, type TestDesktop, until } from './desktop.ts';
import { openPage } from './devtools.ts';
import type { Facts, MatrixProgram } from './matrixSubject.ts';
import { launchOrdered } from './orders.ts';
import { PYTHON } from './reading.ts';
import { startWaylandDesktop } from './wayland.ts';

/** A toolkit in a session of one kind. */
export interface MatrixRow {
  readonly id: string;
  readonly toolkit: string;
  readonly session: 'X11' | 'Wayland';
  /** Debian packages whose versions matter. */
  readonly packages: readonly string[];
  /** Why it cannot be measured here; undefined where it can. */
  readonly missing: () => string | undefined;
  readonly start: () => Promise<TestDesktop>;
  readonly launch: (desktop: TestDesktop) => Promise<MatrixProgram>;
}

/** Of the window of every fixture. */
export const TITLE = 'Deskhand matrix';
/** `STORY` of the text fixtures. */
const STORY = 'Plain 😀 bold then red then link\nSecond line struck end';

const FORM: Facts = {
  names: ['Save', 'Delete', 'Wrap lines', 'Show all', 'User', 'Secret', 'Size', 'Volume', 'People', 'Story'],
  disabled: 'Delete',
  enabled: 'Save',
  focused: 'Story',
  entry: { name: 'User', value: 'ada' },
  password: 'Secret',
  checked: 'Wrap lines',
  unchecked: 'Show all',
  choice: { name: 'Size', value: 'Medium' },
  slider: { name: 'Volume', value: { value: 40, minimum: 0, maximum: 100 } },
  table: {
    name: 'People',
    rows: 1000,
    columns: 3,
    headers: ['Name', 'City', 'Number'],
    far: 900,
    farTitle: '901',
  },
  story: { name: 'Story', text: STORY, bold: [8, 12] },
  popupItem: 'Open file',
};

/** The headers are a row of the table, and names are the titles of rows. */
const PAGE: Facts = {
  ...FORM,
  table: { ...FORM.table, rows: 1001, far: 901, farTitle: 'name 900', virtual: 'Virtual' },
  story: { ...FORM.story, text: 'Plain 😀 bold then red' },
  popupItem: 'Large',
};

/** The office's own tool bars, and the sheet as its table and its text. */
const { password: _, slider: __, ...OFFICE_FORM } = FORM;
const OFFICE: Facts = {
  ...OFFICE_FORM,
  names: ['Save', 'Bold', 'Italic', 'Font Name', 'Name Box', 'Sheet Sheet1', 'E2'],
  disabled: 'Redo',
  enabled: 'Save',
  focused: 'E1',
  entry: { name: 'E1', value: 'Bold' },
  checked: 'Bold',
  unchecked: 'Italic',
  choice: { name: 'Font Name', value: 'DejaVu Sans' },
  table: { name: 'Sheet Sheet1', rows: 1_048_576, columns: 16_384, headers: [], far: 900, farTitle: '' },
  story: { name: 'E2', text: STORY.split('\n')[0] ?? '', bold: [8, 12] },
  popupItem: 'Open...',
};

const COMMON = ['at-spi2-core'];
const X11 = { session: 'X11', start: () => startDesktop() } as const;
const WAYLAND = { session: 'Wayland', start: () => startWaylandDesktop() } as const;

const GTK3 = { toolkit: 'GTK 3', packages: ['libgtk-3-0', ...COMMON], launch: fixture('matrix_gtk3') };
const GTK4 = { toolkit: 'GTK 4', packages: ['libgtk-4-1', ...COMMON], launch: fixture('matrix_gtk4') };
const QT6 = { toolkit: 'Qt 6', packages: ['libqt6widgets6', ...COMMON], launch: fixture('matrix_qt') };

/** In the order of the page. */
export const ROWS: readonly MatrixRow[] = [
  { id: 'gtk3-x11', ...X11, ...GTK3, missing: () => missingForLinuxTests([PYTHON]) },
  { id: 'gtk4-x11', ...X11, ...GTK4, missing: () => missingForLinuxTests([PYTHON, 'xwininfo']), launch: gtk4OnX11 },
  {
    id: 'qt5-x11',
    ...X11,
    toolkit: 'Qt 5',
    packages: ['libqt5widgets5', ...COMMON],
    missing: () => missingModule('PyQt5.QtWidgets', 'python3-pyqt5'),
    launch: fixture('matrix_qt', { DESKHAND_QT: '5' }),
  },
  { id: 'qt6-x11', ...X11, ...QT6, missing: () => missingModule('PyQt6.QtWidgets', 'python3-pyqt6') },
  {
    id: 'calc-x11',
    ...X11,
    toolkit: 'LibreOffice Calc',
    packages: ['libreoffice-calc', 'libreoffice-gtk3', ...COMMON],
    missing: () => missingForLinuxTests(['libreoffice', 'xwininfo']) ?? missingModule('uno', 'python3-uno'),
    launch: office,
  },
  {
    id: 'chromium-x11',
    ...X11,
    toolkit: 'Chromium',
    packages: ['chromium', ...COMMON],
    missing: () => missingForLinuxTests(['chromium', 'xwininfo', 'xprop']),
    launch: page,
  },
  { id: 'gtk3-wayland', ...WAYLAND, ...GTK3, missing: () => missingForLinuxTests([PYTHON, 'weston']) },
  { id: 'gtk4-wayland', ...WAYLAND, ...GTK4, missing: () => missingForLinuxTests([PYTHON, 'weston']) },
  {
    id: 'qt6-wayland',
    ...WAYLAND,
    ...QT6,
    missing: () => missingForLinuxTests(['weston']) ?? missingModule('PyQt6.QtWidgets', 'python3-pyqt6'),
  },
];

/** A program in Python that takes orders. */
function fixture(name: string, extra: NodeJS.ProcessEnv = {}): MatrixRow['launch'] {
  return async (desktop) => {
    const program = launchOrdered(desktop, name, { ...extra, QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1' });
    return {
      facts: FORM,
      truth: program.truth,
      version: async () => textOf(await program.order('version')),
      rename: async (to) => void (await program.order(`rename ${to}`)),
      popup: async () => {
        await program.order('popup');
        return opens(() => program.order('opened'));
      },
    };
  };
}

/** GTK 4 does not know where its windows are; the X server does. */
async function gtk4OnX11(desktop: TestDesktop): Promise<MatrixProgram> {
  const program = await GTK4.launch(desktop);
  const truth = async () => {
    const [left, top] = geometry(desktop);
    const own = Object.entries(await program.truth());
    return Object.fromEntries(
      own.map(([name, [x, y, ...size]]): [string, Rect] => [name, [left + x, top + y, ...size]]),
    );
  };
  return { ...program, truth };
}

async function office(desktop: TestDesktop): Promise<MatrixProgram> {
  const pipe = `deskhand${process.pid}x${Date.now()}`;
  const extra = { SAL_USE_VCLPLUGIN: 'gtk3', DESKHAND_PIPE: pipe };
  const { process: child, order } = launchOrdered(desktop, 'matrix_office', extra);
  // Said once there is a document.
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  return {
    facts: OFFICE,
    truth: async () => ({ window: geometry(desktop) }),
    version: async () => textOf(await order('version')),
    rename: async (to) => void (await order(`rename ${to}`)),
    popup: (tree) =>
      click(
        desktop,
        tree.nodes.find(({ name, type }) => name === 'File' && type === 'MenuItem'),
      ),
  };
}

async function page(desktop: TestDesktop): Promise<MatrixProgram> {
  const browser = await openPage(desktop, `file://${join(import.meta.dirname, '../fixtures/matrix_page.html')}`);
  return {
    facts: PAGE,
    truth: async () => placed(await browser.evaluate('truth()'), withoutShadow(desktop, `${TITLE} - Chromium`)),
    version: browser.version,
    rename: async (to) => void (await browser.evaluate(`document.getElementById('save').textContent = '${to}'`)),
    popup: async () => (await browser.evaluate(`document.getElementById('size').showPicker()`)) === undefined,
  };
}

/** What the page says of itself, on the screen: the page ends where the window ends. */
function placed(truth: unknown, [left, top, width, height]: Rect): Record<string, Rect> {
  // The page makes it of this shape.
  const page = truth as { readonly rectangles: Readonly<Record<string, Rect>>; readonly height: number };
  const start = top + height - page.height;
  const rectangles = Object.entries(page.rectangles).map(([name, [x, y, ...size]]): [string, Rect] => [
    name,
    [left + x, start + y, ...size],
  ]);
  return { ...Object.fromEntries(rectangles), window: [left, top, width, height] };
}

/** Whether the program says so within a second: without an input device a compositor may let no menu open. */
async function opens(order: () => Promise<string>): Promise<boolean> {
  return until(async () => (await order()).trim() === 'true', 'the menu', 1_000).then(
    () => true,
    () => false,
  );
}

const DO_ACTION = {
  interface: 'org.a11y.atspi.Action',
  member: 'DoAction',
  signature: 'i',
  fixed: [0],
  read: (value: unknown) => value === true,
};

/** Opens a menu as an assistive program does: the office has no order for it. */
async function click({ env }: TestDesktop, item: AxNode | undefined): Promise<boolean> {
  if (!item) return false;
  const [service = '', ...path] = item.handle.split('/');
  const bus = new AccessibilityBus(env);
  try {
    return await bus.ask(service, ['', ...path].join('/'), DO_ACTION);
  } finally {
    bus.close();
  }
}

/** The inside of the window by another program than ours. */
function geometry(desktop: TestDesktop, title = TITLE): Rect {
  const { rect } = xWindow(desktop, title);
  return rect;
}

/** Browsers draw their shadow inside their window, and say how wide it is. */
function withoutShadow(desktop: TestDesktop, title: string): Rect {
  const { id, rect } = xWindow(desktop, title);
  const [x, y, width, height] = rect;
  const text = execFileSync('xprop', ['-id', id, '_GTK_FRAME_EXTENTS'], { env: desktop.env, encoding: 'utf8' });
  const [left = 0, right = 0, top = 0, bottom = 0] = (text.match(/\d+/g) ?? []).map(Number);
  return [x + left, y + top, width - left - right, height - top - bottom];
}

function xWindow({ env }: TestDesktop, title: string): { readonly id: string; readonly rect: Rect } {
  const text = execFileSync('xwininfo', ['-name', title], { env, encoding: 'utf8' });
  const number = (label: string) => Number(new RegExp(`${label}:\\s+(-?\\d+)`).exec(text)?.[1]);
  const corner = [number('Absolute upper-left X'), number('Absolute upper-left Y')] as const;
  return { id: /Window id: (0x[0-9a-f]+)/.exec(text)?.[1] ?? '', rect: [...corner, number('Width'), number('Height')] };
}

function textOf(json: string): string {
  return String(JSON.parse(json));
}

function missingModule(module: string, name: string): string | undefined {
  const missing = missingForLinuxTests([PYTHON]);
  if (missing) return missing;
  try {
    execFileSync(PYTHON, ['-c', `import ${module}`], { stdio: 'ignore' });
    return undefined;
  } catch {
    return `not installed: ${name}`;
  }
}
