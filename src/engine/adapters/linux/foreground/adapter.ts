import type { Handle } from '../../../../model/element.ts';
import { EngineError } from '../../../../model/errors.ts';
import type { InputStep } from '../../../../model/inputStep.ts';
import { type Outcome, refused } from '../../../../model/patternCall.ts';
import type { ForegroundAdapter } from '../../foregroundAdapter.ts';
import { AccessibilityBus } from '../accessibilityBus.ts';
import { CALLS, INTERFACES } from '../atspi.ts';
import { answered } from '../callTarget.ts';
import { Desktop } from '../desktop.ts';
import { StatusSwitch } from '../enable.ts';
import { referenceOf } from '../handles.ts';
import { applicationNamed, withBatch } from '../single.ts';
import { resolved } from '../tableCell.ts';
import { requestManager } from '../windowChange.ts';
import type { XDisplay } from '../xDisplay.ts';
import { InputDevice } from './device.ts';
import { runInput } from './input.ts';

/** Who asks for the focus: a pager, which acts for the user; window managers may refuse programs. */
const PAGER = 2;

/** Drives the pointer, the keyboard and the focus of an X11 session. */
export class LinuxForeground implements ForegroundAdapter {
  readonly #bus: AccessibilityBus;
  readonly #desktop: Desktop;
  #device: { readonly display: XDisplay; readonly input: Promise<InputDevice> } | undefined;
  /** One sequence at a time: there is one pointer. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(env: NodeJS.ProcessEnv) {
    this.#bus = new AccessibilityBus(env);
    this.#desktop = new Desktop(this.#bus, new StatusSwitch(this.#bus, env), env, 'foreground');
  }

  async focus(handle: Handle, signal: AbortSignal): Promise<Outcome> {
    const [name, named] = referenceOf(handle);
    const application = await applicationNamed(this.#bus, name);
    return withBatch(this.#bus, application, signal, async (batch) => {
      const { path } = await resolved(batch, named);
      const interfaces = await batch.ask(path, CALLS.interfaces);
      if (!interfaces.includes(INTERFACES.component)) return refused('it has no Component interface');
      return answered(batch.ask(path, CALLS.grabFocus));
    });
  }

  activate(window: Handle, signal: AbortSignal): Promise<Outcome> {
    return requestManager(this.#desktop, window, '_NET_ACTIVE_WINDOW', [PAGER, 0, 0], signal);
  }

  input(steps: readonly InputStep[], signal: AbortSignal): Promise<Outcome> {
    const run = this.#last.then(async () => runInput(await this.#open(), steps, signal));
    this.#last = run.catch(() => {});
    return run;
  }

  async #open(): Promise<InputDevice> {
    const display = await this.#desktop.display();
    if (!display || (await this.#desktop.placing()) !== 'all') {
      throw new EngineError('unsupported_action', { what: 'This desktop', action: 'input: it has no X server' });
    }
    if (this.#device?.display !== display) this.#device = { display, input: InputDevice.open(display) };
    return this.#device.input;
  }

  async dispose(): Promise<void> {
    await this.#last;
    await this.#desktop.close();
    this.#bus.close();
  }
}
