import type { WindowInfo } from '../../model/element.ts';
import { EngineError } from '../../model/errors.ts';
import { type InputPolicy, lower } from '../../model/inputPolicy.ts';
import { harmless, quoted } from '../../model/text.ts';

/** What the user has decided; a client has no way to it. */
export interface Settings {
  /** Nothing may be acted on. */
  readonly readOnly: boolean;
  /** What of the user's steps may take. */
  readonly input: InputPolicy;
  /** Programs that may be acted on although they are of a kind that is refused. */
  readonly allow: readonly string[];
  /** Programs that may not be acted on. */
  readonly deny: readonly string[];
}

export const DEFAULT_SETTINGS: Settings = { readOnly: false, input: 'background', allow: [], deny: [] };

/** What can do anything: a text that is put into a terminal is a command. */
const TERMINALS: ReadonlySet<string> = new Set([
  ...['alacritty', 'cmd', 'conhost', 'cool-retro-term', 'foot', 'ghostty', 'guake', 'hyper', 'kgx', 'kitty', 'konsole'],
  ...[
    'lxterminal',
    'powershell',
    'ptyxis',
    'pwsh',
    'rxvt',
    'st',
    'terminator',
    'terminology',
    'tilix',
    'urxvt',
    'uxterm',
  ],
  ...['wezterm', 'wezterm-gui', 'windowsterminal', 'xterm', 'yakuake', 'zutty'],
]);

/** What keeps secrets. */
const VAULTS: ReadonlySet<string> = new Set([
  ...['1password', 'bitwarden', 'dashlane', 'enpass', 'gnome-keyring', 'keepass', 'keepass2', 'keepassx', 'keepassxc'],
  ...['kwalletmanager', 'kwalletmanager5', 'lastpass', 'qtpass', 'seahorse', 'secrets'],
]);

/** Decides what may be acted on. Asked before every step, by the engine, whatever a client was told. */
export class Policy {
  readonly #settings: () => Promise<Settings>;

  /** `settings` are asked for anew each time, so that a change of the user's holds at once. */
  constructor(settings: () => Promise<Settings>) {
    this.#settings = settings;
  }

  /** What steps may take of the user's: what the user allows, and no more than the client wants. */
  async inputFor(wanted: InputPolicy): Promise<InputPolicy> {
    return lower((await this.#settings()).input, wanted);
  }

  /** Fails with `not_allowed` where a window may not be acted on; `hosts` are the processes that the client runs in. */
  async expectAllowed({ app, className, pid }: WindowInfo, hosts: readonly number[]): Promise<void> {
    const { readOnly, allow, deny } = await this.#settings();
    if (readOnly) throw refusal('the user has set Deskhand to read only');
    const names = namesOf(app, className);
    const isNamed = (list: readonly string[]) => list.some((name) => names.includes(plain(name)));
    const shown = quoted(harmless(app, 40));
    if (isNamed(deny)) throw refusal(`the user has denied ${shown}`);
    if (isNamed(allow)) return;
    const kind = kindOf(names) ?? (hosts.includes(pid) ? 'the program that this client runs in' : undefined);
    if (kind !== undefined) throw refusal(`${shown} is ${kind}`);
  }
}

function refusal(reason: string): EngineError {
  return new EngineError('not_allowed', { reason });
}

function kindOf(names: readonly string[]): string | undefined {
  if (names.some((name) => TERMINALS.has(name) || /(^|[^a-z])terminal([^a-z]|$)/.test(name))) return 'a terminal';
  return names.some((name) => VAULTS.has(name)) ? 'a keeper of passwords' : undefined;
}

/** What a program is called: by its own name, by its class, and by the last part of a name with dots. */
function namesOf(app: string, className: string): readonly string[] {
  return [app, className].flatMap((name) => [plain(name), plain(name).split('.').at(-1) ?? '']);
}

function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/\.exe$/, '');
}
