import { existsSync } from 'node:fs';
import type { Check } from '../adapter.ts';
import { type AccessibilityBus, sessionAddress } from './accessibilityBus.ts';
import { CALLS, MESSAGE_BUS, MESSAGE_BUS_PATH } from './atspi.ts';
import type { Binding } from './batch.ts';
import type { StatusSwitch } from './enable.ts';
import { XDisplay } from './xDisplay.ts';

/** What the checks of a session need. */
export interface Session {
  readonly env: NodeJS.ProcessEnv;
  readonly bus: AccessibilityBus;
  readonly status: StatusSwitch;
}

/** Asks a message bus who it is, which every one answers. */
const IDENTITY: Binding<string> = {
  interface: 'org.freedesktop.DBus',
  member: 'GetId',
  signature: '',
  fixed: [],
  read: String,
};

/** Keeps accessibility on for good. */
const ALWAYS = 'gsettings set org.gnome.desktop.interface toolkit-accessibility true';

/** Checks everything that programs and we have in common, in the order in which one needs the other. */
export async function checkSession(session: Session): Promise<readonly Check[]> {
  return Promise.all([
    checkSessionBus(session),
    checkAccessibilityBus(session),
    checkRegistry(session),
    checkSwitch(session),
    checkDisplay(session),
  ]);
}

async function checkSessionBus({ env, bus }: Session): Promise<Check> {
  const check = 'session bus';
  try {
    await bus.askSession(MESSAGE_BUS, MESSAGE_BUS_PATH, IDENTITY);
    return { check, status: 'ok', text: sessionAddress(env) };
  } catch (error) {
    const where = env['DBUS_SESSION_BUS_ADDRESS'] || env['XDG_RUNTIME_DIR'];
    const text = where ? `none answers at ${where}: ${reasonIn(error)}` : 'the environment names none';
    return { check, status: 'problem', text, command: busCommand() };
  }
}

/** Services and remote shells lack the address of the bus that the desktop of the same user has. */
function busCommand(): string {
  const usual = `/run/user/${process.getuid?.()}/bus`;
  return existsSync(usual)
    ? `export DBUS_SESSION_BUS_ADDRESS=unix:path=${usual}`
    : 'dbus-run-session -- bash  # and start the programs in it';
}

async function checkAccessibilityBus({ env, bus }: Session): Promise<Check> {
  const check = 'accessibility bus';
  try {
    await bus.ask(MESSAGE_BUS, MESSAGE_BUS_PATH, IDENTITY);
    return { check, status: 'ok', text: 'answers' };
  } catch (error) {
    const isNamed = Boolean(env['AT_SPI_BUS_ADDRESS']);
    const command = isNamed ? 'unset AT_SPI_BUS_ADDRESS' : 'sudo apt-get install at-spi2-core';
    const isMissing = /ServiceUnknown|not provided by any/.test(String(error) + reasonIn(error));
    return { check, status: 'problem', text: reasonIn(error), ...((isNamed || isMissing) && { command }) };
  }
}

async function checkRegistry({ bus }: Session): Promise<Check> {
  const check = 'registry';
  try {
    const { length } = await bus.applicationRoots();
    return {
      check,
      status: 'ok',
      text: length === 1 ? '1 program has registered' : `${length} programs have registered`,
    };
  } catch (error) {
    return { check, status: 'problem', text: reasonIn(error) };
  }
}

async function checkSwitch({ bus, status }: Session): Promise<Check> {
  const check = 'accessibility switch';
  try {
    if (!(await bus.askSession('org.a11y.Bus', '/org/a11y/bus', CALLS.enabled))) {
      return {
        check,
        status: 'ok',
        text: `off; Deskhand switches it on for programs that need it. Always on: ${ALWAYS}`,
      };
    }
    if (!status.isOn) return { check, status: 'ok', text: 'on' };
    return {
      check,
      status: 'ok',
      text: `on; Deskhand switched it on and sets it back when it ends. Always on: ${ALWAYS}`,
    };
  } catch (error) {
    return { check, status: 'problem', text: reasonIn(error) };
  }
}

async function checkDisplay({ env }: Session): Promise<Check> {
  const check = 'display';
  const name = env['DISPLAY'];
  if (env['WAYLAND_DISPLAY']) return wayland(name);
  if (!name) return { check, status: 'unknown', text: 'none: windows are read without their places on the screen' };
  try {
    const display = await XDisplay.open(name);
    const manager = await windowManager(display).finally(() => display.close());
    return { check, status: 'ok', text: `X11 ${name}, ${manager ?? 'no window manager'}` };
  } catch (error) {
    return { check, status: 'problem', text: `the X server ${name} cannot be reached: ${reasonIn(error)}` };
  }
}

function wayland(x: string | undefined): Check {
  const check = { check: 'display', status: 'unknown' } as const;
  const text = 'Wayland: trees are read, but it tells programs no positions on the screen';
  if (!x) return { ...check, text };
  const command = 'env GDK_BACKEND=x11 QT_QPA_PLATFORM=xcb PROGRAM  # Chromium: PROGRAM --ozone-platform=x11';
  return { ...check, text: `${text}. Programs that are started for X11 (${x}) have some`, command };
}

/** The name of the window manager, which it writes on a window of its own. */
async function windowManager(display: XDisplay): Promise<string | undefined> {
  const [window] = (await display.numbers(display.root, '_NET_SUPPORTING_WM_CHECK')) ?? [];
  return window === undefined ? undefined : display.text(window, '_NET_WM_NAME');
}

/** What a failure says of itself. */
function reasonIn(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('detail' in error && typeof error.detail === 'object' && error.detail !== null && 'reason' in error.detail) {
    return String(error.detail.reason);
  }
  return error.message;
}
