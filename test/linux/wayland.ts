import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDesktop, type TestDesktop, until } from './desktop.ts';

const SOCKET = 'wayland-deskhand';

/**
 * Starts a private Wayland session without a screen, with an accessibility bus of its own. With `xwayland` the compositor
 * also serves programs of X11, and `DISPLAY` names where.
 */
export async function startWaylandDesktop({ xwayland = false } = {}): Promise<TestDesktop> {
  const desktop = await startDesktop({ display: false });
  const { env, directory } = desktop;
  const log = join(directory, 'weston.log');
  const options = [`--socket=${SOCKET}`, `--log=${log}`, '--width=1600', '--height=1000', '--idle-time=0'];
  try {
    desktop.launch('weston', ['--backend=headless-backend.so', ...options, ...(xwayland ? ['--xwayland'] : [])]);
    await until(() => existsSync(join(env['XDG_RUNTIME_DIR'] ?? '', SOCKET)), 'the compositor');
    Object.assign(env, { WAYLAND_DISPLAY: SOCKET, GDK_BACKEND: 'wayland', QT_QPA_PLATFORM: 'wayland' });
    if (xwayland) env['DISPLAY'] = await displayIn(log);
  } catch (error) {
    await desktop.stop();
    throw error;
  }
  return desktop;
}

/** The display that the compositor chose for programs of X11. */
async function displayIn(log: string): Promise<string> {
  const find = () => /xserver listening on display (:\d+)/.exec(readFileSync(log, 'utf8'))?.[1];
  await until(() => existsSync(log) && find() !== undefined, 'the X server of the compositor');
  return find() ?? '';
}
