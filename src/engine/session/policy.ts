import type { WindowInfo } from '../../model/element.ts';
import { type InputPolicy, lower } from '../../model/inputPolicy.ts';
import { harmless, quoted } from '../../model/text.ts';
import { named, type Permissions, type Request, refusal } from './permission.ts';

/** What the user has decided; a client has no way to it. */
export interface Settings {
  /** Nothing may be acted on. */
  readonly readOnly: boolean;
  /** What of the user's steps may take. */
  readonly input: InputPolicy;
  /** Programs that may be acted on although they are of a kind that is refused. */
  readonly allow: readonly string[];
  /** Programs that may not be acted on, nor launched. */
  readonly deny: readonly string[];
  /** Programs that may be launched without asking. */
  readonly launch: readonly string[];
}

export const DEFAULT_SETTINGS: Settings = { readOnly: false, input: 'background', allow: [], deny: [], launch: [] };

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

/** What runs whatever it is told: the name says nothing of what it does. */
const INTERPRETERS: ReadonlySet<string> = new Set([
  ...['ash', 'bash', 'busybox', 'csh', 'dash', 'env', 'fish', 'ksh', 'sh', 'tcsh', 'zsh', 'sudo', 'pkexec', 'su'],
  ...[
    'awk',
    'bun',
    'deno',
    'java',
    'lua',
    'node',
    'perl',
    'php',
    'python',
    'python3',
    'ruby',
    'tclsh',
    'wish',
    'xargs',
  ],
  ...['flatpak', 'gtk-launch', 'nohup', 'setsid', 'snap', 'systemd-run', 'timeout', 'xdg-open'],
]);

/** What the user has allowed when asked, kept over engines. */
export interface Allowances {
  /** Names of programs that may be acted on, or launched. */
  read(): Promise<Readonly<Record<Request['kind'], readonly string[]>>>;
  remember(kind: Request['kind'], name: string): Promise<void>;
}

/** Who wants something allowed. */
interface Requester {
  /** As the client calls itself. */
  readonly client: string;
  /** Processes of the program that the client runs in. */
  readonly hosts: readonly number[];
  readonly permissions: Permissions;
}

/** Decides what may be acted on and launched. Asked before every step, by the engine, whatever a client was told. */
export class Policy {
  readonly #settings: () => Promise<Settings>;
  readonly #allowances: Allowances;

  /** `settings` are asked for anew each time, so that a change of the user's holds at once. */
  constructor(settings: () => Promise<Settings>, allowances: Allowances = NO_ALLOWANCES) {
    this.#settings = settings;
    this.#allowances = allowances;
  }

  /** What steps may take of the user's: what the user allows, and no more than the client wants. */
  async inputFor(wanted: InputPolicy): Promise<InputPolicy> {
    return lower((await this.#settings()).input, wanted);
  }

  /** Fails with `not_allowed` where a window may not be acted on; asks the user where only that is left. */
  async expectAllowed({ app, className, pid }: WindowInfo, { hosts, permissions, client }: Requester): Promise<void> {
    const names = namesOf(app, className);
    if (await this.#isSettled(names, 'allow')) return;
    const kind = kindOf(names) ?? (hosts.includes(pid) ? 'the program that this client runs in' : undefined);
    if (kind === undefined) return;
    const reason = `${named(app)} is ${kind}`;
    await this.#obtain(permissions, {
      kind: 'act',
      name: plain(app),
      reason,
      question: `${named(client)} wants to act on ${named(app)}, which is ${kind}. Allow it?`,
      canRemember: true,
    });
  }

  /** Fails with `not_allowed` where the user does not allow a program to be launched. */
  async expectLaunchAllowed(
    { permissions, client }: Omit<Requester, 'hosts'>,
    name: string,
    args: readonly string[],
  ): Promise<void> {
    const names = namesOf(name, '');
    if (await this.#isSettled(names, 'launch')) return;
    const line = [name, ...args].join(' ');
    await this.#obtain(permissions, {
      kind: 'launch',
      name: plain(name),
      reason: `launching ${named(name)} is left to the user, who can list it under "launch"`,
      question: `${named(client)} wants to launch ${quoted(harmless(line, 300))}. Allow it?`,
      canRemember: !names.some((one) => INTERPRETERS.has(one)),
    });
  }

  /** Whether the settings allow it by name. Fails with `not_allowed` where they forbid it. */
  async #isSettled(names: readonly string[], list: 'allow' | 'launch'): Promise<boolean> {
    const settings = await this.#settings();
    if (settings.readOnly) throw refusal('the user has set Deskhand to read only');
    const isIn = (some: readonly string[]) => some.some((name) => names.includes(plain(name)));
    if (isIn(settings.deny)) throw refusal(`the user has denied ${named(names[0] ?? '')}`);
    return isIn(settings[list]);
  }

  async #obtain(permissions: Permissions, request: Request): Promise<void> {
    const allowed = await this.#allowances.read();
    if (request.canRemember && allowed[request.kind].includes(request.name)) return;
    await permissions.obtain(request, () => this.#allowances.remember(request.kind, request.name));
  }
}

const NO_ALLOWANCES: Allowances = {
  read: () => Promise.resolve({ act: [], launch: [] }),
  remember: () => Promise.resolve(),
};

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
