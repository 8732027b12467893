import { sessionAddress } from './accessibilityBus.ts';
import type { StatusSwitch } from './enable.ts';
import { gather } from './evidence.ts';
import { type Reason, reasonOf } from './reasons.ts';

/** Finds out why programs of one desktop expose nothing. */
export class Explainer {
  readonly #status: StatusSwitch;
  readonly #env: NodeJS.ProcessEnv;

  constructor(status: StatusSwitch, env: NodeJS.ProcessEnv) {
    this.#status = status;
    this.#env = env;
  }

  async reasonOf(pid: number, isOnBus: boolean): Promise<Reason> {
    const gathered = await gather(pid);
    const { DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR, AT_SPI_BUS_ADDRESS } = this.#env;
    const wasEnabled = this.#status.wasOnAt(gathered.age);
    return reasonOf({
      ...gathered,
      isOnBus,
      ...((DBUS_SESSION_BUS_ADDRESS || XDG_RUNTIME_DIR) && { session: sessionAddress(this.#env) }),
      ...(AT_SPI_BUS_ADDRESS && { accessibility: AT_SPI_BUS_ADDRESS }),
      ...(wasEnabled !== undefined && { wasEnabled }),
    });
  }
}
