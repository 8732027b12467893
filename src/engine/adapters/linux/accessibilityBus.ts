import { EngineError } from '../../../model/errors.ts';
import { CALLS, MESSAGE_BUS, MESSAGE_BUS_PATH, REGISTRY, type Reference, ROOT_PATH } from './atspi.ts';
import { Batch, type Binding } from './batch.ts';
import { BusConnection } from './bus.ts';
import { BusLink } from './busLink.ts';
import { type Toolkit, toolkitNamed } from './toolkits.ts';

/** A program on the accessibility bus. */
export interface Application {
  readonly bus: string;
  readonly pid: number;
  readonly name: string;
  readonly toolkitName: string;
  readonly toolkit: Toolkit;
}

/** Time for one call to the message bus or the registry, which answer at once unless the machine is overloaded. */
const SERVICE_LIMIT = 2_000;

/** The connections to the session bus, the accessibility bus and the private sockets of the programs on it. */
export class AccessibilityBus {
  readonly #address: string | undefined;
  readonly #session: BusLink;
  readonly #bus: BusLink;
  readonly #applications = new Map<string, Application>();
  readonly #sockets = new Map<string, BusConnection>();

  constructor(env: NodeJS.ProcessEnv) {
    this.#session = new BusLink(() => BusConnection.open(sessionAddress(env), false));
    this.#address = env['AT_SPI_BUS_ADDRESS'] || undefined;
    this.#bus = new BusLink(() => this.#openBus());
  }

  /** Asks a service of the session bus. */
  async askSession<T>(service: string, path: string, binding: Binding<T>, ...args: readonly unknown[]): Promise<T> {
    return ask(await this.#session.connection(), service, path, binding, args);
  }

  /** The connection to the accessibility bus. */
  async bus(): Promise<BusConnection> {
    try {
      return await this.#bus.connection();
    } catch (error) {
      if (error instanceof EngineError) throw error;
      throw new EngineError('accessibility_off', { reason: error instanceof Error ? error.message : '' }, error);
    }
  }

  async #openBus(): Promise<BusConnection> {
    this.#forgetApplications();
    return this.#connect();
  }

  async #connect(): Promise<BusConnection> {
    const address =
      this.#address ?? (await this.askSession('org.a11y.Bus', '/org/a11y/bus', CALLS.accessibilityAddress));
    return BusConnection.open(address, false);
  }

  /** Another bus gives out the same names again. */
  #forgetApplications(): void {
    this.#applications.clear();
    for (const socket of this.#sockets.values()) socket.close();
    this.#sockets.clear();
  }

  /** Asks a service of the accessibility bus. */
  async ask<T>(service: string, path: string, binding: Binding<T>, ...args: readonly unknown[]): Promise<T> {
    return ask(await this.bus(), service, path, binding, args);
  }

  /** The roots of all programs that have registered. */
  async applicationRoots(): Promise<readonly Reference[]> {
    const roots = await this.ask(REGISTRY, ROOT_PATH, CALLS.children);
    this.#forgetAllBut(new Set(roots.map(([bus]) => bus)));
    return roots;
  }

  #forgetAllBut(present: ReadonlySet<string>): void {
    for (const name of this.#applications.keys()) if (!present.has(name)) this.#applications.delete(name);
    for (const name of this.#sockets.keys()) if (!present.has(name)) this.dropSocket(name);
  }

  /** The process behind a bus name; answered by the bus itself, so also for a stopped program. */
  async processOf(name: string): Promise<number> {
    return this.ask(MESSAGE_BUS, MESSAGE_BUS_PATH, CALLS.processId, name);
  }

  /** Who a bus name is, told within `limit` milliseconds. Remembered: a bus name is never given out twice. */
  async application(name: string, limit: number): Promise<Application> {
    const known = this.#applications.get(name);
    if (known) return known;
    const introduced = await this.#introduce(name, limit);
    this.#applications.set(name, introduced);
    return introduced;
  }

  async #introduce(bus: string, limit: number): Promise<Application> {
    const batch = new Batch(await this.bus(), bus, limit, new AbortController().signal);
    try {
      const [pid, name, toolkitName, version] = await Promise.all([
        this.processOf(bus),
        batch.ask(ROOT_PATH, CALLS.name),
        batch.optional(ROOT_PATH, CALLS.toolkit, ''),
        batch.optional(ROOT_PATH, CALLS.toolkitVersion, ''),
      ]);
      const toolkit = toolkitNamed(toolkitName, version, name);
      return { bus, pid, name, toolkitName: toolkit.family === 'vcl' ? 'VCL' : toolkitName, toolkit };
    } finally {
      batch.close();
    }
  }

  /** The fastest connection to a program: its private socket where it has one, the bus otherwise. */
  async connectionTo({ bus, toolkit }: Application, limit: number): Promise<BusConnection> {
    if (!toolkit.privateSocket) return this.bus();
    const known = this.#openSocketOf(bus);
    if (known) return known;
    const socket = await this.openSocket(bus, limit);
    // Two reads at once may each have opened one.
    const other = this.#openSocketOf(bus);
    if (other) socket.close();
    else this.#sockets.set(bus, socket);
    return other ?? socket;
  }

  #openSocketOf(bus: string): BusConnection | undefined {
    const socket = this.#sockets.get(bus);
    return socket?.closed ? undefined : socket;
  }

  /** Another private socket of a program; whoever opens it closes it. */
  async openSocket(name: string, limit: number): Promise<BusConnection> {
    const batch = new Batch(await this.bus(), name, limit, new AbortController().signal);
    try {
      const address = await batch.optional(ROOT_PATH, CALLS.privateAddress, '');
      // Without a private socket the bus serves; a second connection keeps the two apart when one is dropped.
      return await (address === '' ? this.#connect() : BusConnection.open(address, true));
    } finally {
      batch.close();
    }
  }

  /** Drops the private socket of a program that did not answer, with the calls that wait in it. */
  dropSocket(name: string): void {
    this.#sockets.get(name)?.close();
    this.#sockets.delete(name);
  }

  /** Closes every connection. */
  close(): void {
    this.#forgetApplications();
    this.#bus.close();
    this.#session.close();
  }
}

async function ask<T>(
  connection: BusConnection,
  destination: string,
  path: string,
  binding: Binding<T>,
  args: readonly unknown[],
): Promise<T> {
  const { interface: name, member, signature, fixed } = binding;
  const call = { destination, path, interface: name, member, signature, body: [...fixed, ...args] };
  const [value] = await connection.ask(call, SERVICE_LIMIT);
  return binding.read(value);
}

/** Address of the session bus; fails where the environment tells none. */
export function sessionAddress(env: NodeJS.ProcessEnv): string {
  const address = env['DBUS_SESSION_BUS_ADDRESS'];
  if (address) return address;
  const runtime = env['XDG_RUNTIME_DIR'];
  if (runtime) return `unix:path=${runtime}/bus`;
  throw new EngineError('accessibility_off', { reason: 'there is no session bus' });
}
