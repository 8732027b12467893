import { existsSync } from 'node:fs';
import type { CellRows } from '../../../model/cellRows.ts';
import type { AxNode, AxTree, Handle } from '../../../model/element.ts';
import type { Program, ProgramState } from '../../../model/launching.ts';
import type { Outcome, PatternCall } from '../../../model/patternCall.ts';
import type { WindowChange } from '../../../model/windowChange.ts';
import type {
  AtPoint,
  CellRange,
  Diagnosis,
  PlatformAdapter,
  Scope,
  TextPart,
  TextSlice,
  WindowList,
} from '../adapter.ts';
import { AccessibilityBus, sessionAddress } from './accessibilityBus.ts';
import { ActingSockets } from './actingSockets.ts';
import { socketPath } from './bus.ts';
import { Capture } from './capture.ts';
import { readCells } from './cells.ts';
import { Desktop } from './desktop.ts';
import { Doctor } from './diagnose.ts';
import { StatusSwitch } from './enable.ts';
import { Explainer } from './explainer.ts';
import { pointAt } from './hit.ts';
import { Launcher } from './launch/launcher.ts';
import { perform } from './perform.ts';
import { rereadNodes } from './reread.ts';
import { readTextSlice } from './text.ts';
import { changeWindow } from './windowChange.ts';

/** Whether the session has what this adapter needs: a session bus that can be tried, or a display. */
export function linuxDesktopAvailable(env: NodeJS.ProcessEnv): boolean {
  if (env['DISPLAY'] || env['WAYLAND_DISPLAY'] || env['AT_SPI_BUS_ADDRESS'] || env['DBUS_SESSION_BUS_ADDRESS'])
    return true;
  const runtime = env['XDG_RUNTIME_DIR'];
  return runtime !== undefined && existsSync(socketPath(sessionAddress(env)) ?? runtime);
}

/** How the adapter works. */
interface LinuxOptions {
  /** Whether trees are kept current by events; otherwise each capture reads everything. */
  readonly live?: boolean;
}

/** Reads the desktop of a Linux session over AT-SPI, and over X11 where there is a display. */
export async function createLinuxAdapter(
  env: NodeJS.ProcessEnv,
  { live = true }: LinuxOptions = {},
): Promise<PlatformAdapter> {
  const bus = new AccessibilityBus(env);
  const status = new StatusSwitch(bus, env);
  await status.recover();
  const desktop = new Desktop(bus, status, env);
  const explainer = new Explainer(status, env);
  const capture = new Capture(bus, desktop, explainer, live);
  const doctor = new Doctor({ env, bus, status, desktop, capture, explainer });
  return new LinuxAdapter({ bus, status, desktop, capture, doctor, launcher: new Launcher(env) });
}

/** What the adapter is made of. */
interface Parts {
  readonly bus: AccessibilityBus;
  readonly status: StatusSwitch;
  readonly desktop: Desktop;
  readonly capture: Capture;
  readonly doctor: Doctor;
  readonly launcher: Launcher;
}

class LinuxAdapter implements PlatformAdapter {
  readonly #bus: AccessibilityBus;
  readonly #status: StatusSwitch;
  readonly #desktop: Desktop;
  readonly #capture: Capture;
  readonly #doctor: Doctor;
  readonly #sockets: ActingSockets;
  readonly #launcher: Launcher;

  constructor({ bus, status, desktop, capture, doctor, launcher }: Parts) {
    this.#bus = bus;
    this.#status = status;
    this.#desktop = desktop;
    this.#capture = capture;
    this.#doctor = doctor;
    this.#launcher = launcher;
    this.#sockets = new ActingSockets(bus);
  }

  windows(leftOut: readonly number[], signal: AbortSignal): Promise<WindowList> {
    return this.#desktop.list(leftOut, signal);
  }

  capture(window: Handle, scope: Scope, signal: AbortSignal): Promise<AxTree> {
    return this.#capture.capture(window, scope, signal);
  }

  isCurrent(version: string, signal: AbortSignal): Promise<boolean> {
    return this.#capture.isCurrent(version, signal);
  }

  changed(version: string, limit: number, signal: AbortSignal): Promise<boolean> {
    return this.#capture.changed(version, limit, signal);
  }

  reread(handles: readonly Handle[], signal: AbortSignal): Promise<readonly (AxNode | null)[]> {
    return rereadNodes(this.#bus, this.#desktop, handles, signal);
  }

  text(handle: Handle, part: TextPart, signal: AbortSignal): Promise<TextSlice> {
    return readTextSlice(this.#bus, this.#desktop, handle, part, signal);
  }

  cells(handle: Handle, range: CellRange, signal: AbortSignal): Promise<CellRows> {
    return readCells(this.#bus, handle, range, signal);
  }

  perform(handle: Handle, call: PatternCall, signal: AbortSignal): Promise<Outcome> {
    return perform(this.#bus, this.#sockets, handle, call, signal);
  }

  changeWindow(window: Handle, change: WindowChange, signal: AbortSignal): Promise<Outcome> {
    return changeWindow(this.#desktop, window, change, signal);
  }

  program(name: string): Promise<Program> {
    return this.#launcher.program(name);
  }

  launch(program: Program, args: readonly string[]): Promise<number> {
    return this.#launcher.launch(program, args);
  }

  programState(pid: number): Promise<ProgramState> {
    return this.#launcher.state(pid);
  }

  at(x: number, y: number, leftOut: readonly number[], signal: AbortSignal): Promise<AtPoint> {
    return pointAt(this.#desktop, { x, y }, leftOut, signal);
  }

  diagnose(leftOut: readonly number[], signal: AbortSignal): Promise<Diagnosis> {
    return this.#doctor.diagnose(leftOut, signal);
  }

  async dispose(): Promise<void> {
    this.#capture.close();
    this.#sockets.close();
    try {
      await this.#status.restore();
    } finally {
      await this.#desktop.close();
      this.#bus.close();
    }
  }
}
