import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isChromiumFolder } from '../processes.ts';

/** Variables of the program that the engine was started by, which mean something else to others. */
const OWN = /^(DESKHAND_|ELECTRON_|VSCODE_|NODE_OPTIONS$|NODE_PATH$|npm_|INIT_CWD$)/;
/** What keeps toolkits off the accessibility bus. */
const SILENCING: ReadonlySet<string> = new Set(['NO_AT_BRIDGE', 'GTK_A11Y', 'QT_ACCESSIBILITY']);

/** What makes toolkits tell of their controls, where nothing else is set. */
const TELLING = {
  QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
  GNOME_ACCESSIBILITY: '1',
  // Of its looks only this one has a tree.
  SAL_USE_VCLPLUGIN: 'gtk3',
} as const;

/** Browsers whose command is a script, by its name. */
const CHROMIUM_NAMES =
  /^(chromium|chromium-browser|google-chrome(-\w+)?|brave-browser|microsoft-edge(-\w+)?|vivaldi(-\w+)?)$/;

/**
 * The environment of a program that is started: one in which it tells of its controls. Its start is dated before all that
 * the person at the machine has done, so that window managers that prevent the stealing of the focus do not give it the
 * focus. Openbox gives it all the same.
 */
export function launchEnvironment(env: NodeJS.ProcessEnv, start: number): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !OWN.test(name) && !SILENCING.has(name));
  return { ...TELLING, ...Object.fromEntries(kept), DESKTOP_STARTUP_ID: `deskhand-${process.pid}-${start}_TIME1` };
}

/** Arguments without which a program tells nothing of its controls. */
export async function tellingArguments(program: string): Promise<readonly string[]> {
  const real = await realpath(program).catch(() => program);
  const folders = [dirname(real), join('/usr/lib', basename(program))];
  const isBuiltOnIt = (await Promise.all(folders.map(isChromiumFolder))).includes(true);
  return isBuiltOnIt || CHROMIUM_NAMES.test(basename(program)) ? ['--force-renderer-accessibility'] : [];
}
