import { XDisplay } from '../../src/engine/adapters/linux/xDisplay.ts';
import type { Rect } from '../../src/model/element.ts';
import { type TestDesktop, until } from './desktop.ts';
import { launchFixture } from './reading.ts';

/** What of a desktop belongs to its user: nothing of ours may change it in the background. */
export interface Situation {
  readonly pointer: string;
  readonly pointerGrab: 'free' | 'grabbed';
  readonly keyboardGrab: 'free' | 'grabbed';
  readonly active: number;
  readonly focus: number;
  readonly stacking: readonly number[];
}

/** Something of the user's that has changed; by the application where it opened a window that took it. */
export interface Disturbance {
  readonly what: keyof Situation;
  readonly by: 'us' | 'application';
  readonly detail: string;
}

/** The current time, for requests that want one. */
const NOW = 0;
/** Modes in which the grabbed device goes on. */
const ASYNC = 1;

/** Looks at a desktop through a connection of its own. */
export class Oracle {
  readonly display: XDisplay;

  constructor(display: XDisplay) {
    this.display = display;
  }

  static async open(env: NodeJS.ProcessEnv): Promise<Oracle> {
    return new Oracle(await XDisplay.open(env['DISPLAY'] ?? '', 'foreground'));
  }

  async look(): Promise<Situation> {
    const { display } = this;
    const [pointer, active, focus, stacking] = await Promise.all([
      display.request<{ rootX: number; rootY: number }>((client, answer) => client.QueryPointer(display.root, answer)),
      display.numbers(display.root, '_NET_ACTIVE_WINDOW'),
      display.request<{ focus: number }>((client, answer) => client.GetInputFocus(answer)),
      display.numbers(display.root, '_NET_CLIENT_LIST_STACKING'),
    ]);
    return {
      pointer: `${pointer?.rootX},${pointer?.rootY}`,
      pointerGrab: await this.#pointerGrab(),
      keyboardGrab: await this.#keyboardGrab(),
      active: active?.[0] ?? 0,
      focus: focus?.focus ?? 0,
      stacking: stacking ?? [],
    };
  }

  /** Another client's grab is told by the refusal of one of our own, which is given back at once. */
  async #pointerGrab(): Promise<Situation['pointerGrab']> {
    const { display } = this;
    const status = await display.request<number>((client, answer) =>
      client.GrabPointer(display.root, false, 0, ASYNC, ASYNC, 0, 0, NOW, answer),
    );
    if (status !== 0) return 'grabbed';
    await this.#send((client) => client.UngrabPointer(NOW));
    return 'free';
  }

  async #keyboardGrab(): Promise<Situation['keyboardGrab']> {
    const { display } = this;
    const status = await display.request<number>((client, answer) =>
      client.GrabKeyboard(display.root, false, NOW, ASYNC, ASYNC, answer),
    );
    if (status !== 0) return 'grabbed';
    await this.#send((client) => client.UngrabKeyboard(NOW));
    return 'free';
  }

  /** Sends a request that has no answer, and waits until the server has seen it. */
  async #send(send: (client: Parameters<Parameters<XDisplay['request']>[0]>[0]) => void): Promise<void> {
    await this.display.request<unknown>((client, answer) => {
      send(client);
      client.GetInputFocus(answer);
    });
  }

  /** Shows a window over a part of the screen that window managers leave alone; gives a function that takes it away. */
  async cover([left, top, width, height]: Rect): Promise<() => Promise<void>> {
    let id = 0;
    await this.#send((client) => {
      id = client.AllocID();
      client.CreateWindow(id, this.display.root, left, top, width, height, 0, 0, 0, 0, { overrideRedirect: true });
      client.MapWindow(id);
    });
    return () => this.#send((client) => client.DestroyWindow(id));
  }

  close(): void {
    this.display.close();
  }
}

/** Puts a window in front of all others, which has the focus then, as the user's would. */
export async function putWindowInFront(desktop: TestDesktop, oracle: Oracle): Promise<void> {
  const { stacking } = await oracle.look();
  await launchFixture(desktop, 'gtk3');
  await until(async () => (await oracle.look()).stacking.length > stacking.length, 'the window in front');
}

/** What has changed between two looks. A window that is new and has what the user had took it by itself. */
export function disturbances(before: Situation, after: Situation): readonly Disturbance[] {
  const opened = after.stacking.filter((window) => !before.stacking.includes(window));
  const old = after.stacking.filter((window) => before.stacking.includes(window));
  const stayed = before.stacking.filter((window) => after.stacking.includes(window));
  const changes: Disturbance[] = [];
  const add = (what: keyof Situation, detail: string, byApplication = false) =>
    changes.push({ what, detail, by: byApplication ? 'application' : 'us' });
  if (before.pointer !== after.pointer) add('pointer', `${before.pointer} → ${after.pointer}`);
  if (before.pointerGrab !== after.pointerGrab) add('pointerGrab', after.pointerGrab);
  if (before.keyboardGrab !== after.keyboardGrab) add('keyboardGrab', after.keyboardGrab);
  if (before.active !== after.active) {
    add('active', `${before.active} → ${after.active}`, opened.includes(after.active));
  }
  if (before.focus !== after.focus) add('focus', `${before.focus} → ${after.focus}`, opened.length > 0);
  // Window managers bring the window of a dialog to the front with it.
  if (old.join() !== stayed.join()) add('stacking', `${stayed.join()} → ${old.join()}`, opened.length > 0);
  return changes;
}
