import { type Answer, type Client, createClient, type Display, type Property, type XEvent } from 'x11';
import { EngineError } from '../../../model/errors.ts';

/** Time for a round trip to the X server, which answers in under a millisecond unless a program that starts grabs it. */
const SERVER_LIMIT = 2_000;
/** Words of a property that are read: a title of 4 kB, or a list of 1,024 windows. */
const PROPERTY_WORDS = 1_024;

/** `IsViewable` of GetWindowAttributes. */
const VIEWABLE = 2;

/** Requests that move the pointer, press keys, or take the focus or a device. */
const FOREGROUND_REQUESTS = [
  ...['WarpPointer', 'SetInputFocus', 'GrabPointer', 'GrabButton', 'GrabKeyboard', 'GrabKey', 'GrabServer'],
  ...['AllowEvents', 'ChangeKeyboardMapping', 'SetModifierMapping', 'SetPointerMapping', 'CirculateWindow'],
  ...['ConfigureWindow', 'RaiseWindow', 'LowerWindow'],
];
/** Extensions with such requests. */
const FOREGROUND_EXTENSIONS: ReadonlySet<string> = new Set(['xtest', 'xinput', 'xkb']);

/** What a connection can do: in the background nothing that its user would feel. */
export type Powers = 'background' | 'foreground';

/** What the X server knows of any window. */
interface WindowAttributes {
  readonly isShown: boolean;
  readonly isUnmanaged: boolean;
}

/** An open connection to an X server, with its requests as promises. */
export class XDisplay {
  readonly root: number;
  readonly powers: Powers;
  /** The numbers of its keys. */
  readonly keycodes: { readonly first: number; readonly last: number };
  readonly #client: Client;
  readonly #atoms = new Map<string, Promise<number>>();
  #closed = false;

  private constructor(display: Display, root: number, powers: Powers) {
    this.root = root;
    this.powers = powers;
    this.keycodes = { first: display.min_keycode, last: display.max_keycode };
    this.#client = display.client;
    if (powers === 'background') withoutForeground(this.#client);
    // Each server numbers its atoms anew, also the one that comes after a restart.
    this.#client.atoms = {};
    const drop = () => {
      this.#closed = true;
    };
    this.#client.on('error', drop);
    this.#client.on('end', drop);
  }

  /** Connects to the display of the environment. */
  static open(name: string, powers: Powers = 'background'): Promise<XDisplay> {
    return limited((resolve, reject) => {
      const client = createClient({ display: name, disableBigRequests: true, shm: false }, (error, display) => {
        const root = display?.screen[0]?.root;
        if (display && root !== undefined) resolve(new XDisplay(display, root, powers));
        else reject(error ?? new Error(`the display ${name} has no screen`));
      });
      // A failure before the connection stands is reported through the callback and as an event as well.
      client.on('error', reject);
    });
  }

  get closed(): boolean {
    return this.#closed;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#client.terminate();
  }

  /** Sends one request. Windows come and go at any time, so an error reply is `undefined` and no exception. */
  request<T>(send: (client: Client, answer: Answer<T>) => void): Promise<T | undefined> {
    return limited((resolve) => {
      send(this.#client, (error, value) => {
        resolve(error ? undefined : value);
        return true;
      });
    });
  }

  /** The requests of an extension; undefined where the server has none of this name. */
  extension<E>(name: string): Promise<E | undefined> {
    return limited((resolve) =>
      this.#client.require<E>(name, (error, extension) => resolve(error ? undefined : extension)),
    );
  }

  /** Asks for events of a window. */
  async listen(window: number, eventMask: number): Promise<void> {
    await this.request<unknown>((client, answer) => {
      client.ChangeWindowAttributes(window, { eventMask });
      client.GetInputFocus(answer);
    });
  }

  /** Waits for a message between programs that is sent where we listen. */
  nextMessage(
    type: number,
    isMeant: (data: readonly number[]) => boolean,
  ): { readonly received: Promise<void>; readonly forget: () => void } {
    const { promise: received, resolve } = Promise.withResolvers<void>();
    const hear = ({ name, message_type: own, data }: XEvent) => {
      if (name === 'ClientMessage' && own === type && isMeant(data ?? [])) resolve();
    };
    this.#client.on('event', hear);
    return { received, forget: () => this.#client.off('event', hear) };
  }

  /** The windows in a window, from the bottom of their stack to its top. */
  async children(window: number): Promise<readonly number[]> {
    const tree = await this.request<{ children: readonly number[] }>((client, answer) =>
      client.QueryTree(window, answer),
    );
    return tree?.children ?? [];
  }

  /** Whether a window is shown, and whether window managers leave it alone; undefined where it is gone. */
  async attributes(window: number): Promise<WindowAttributes | undefined> {
    const attributes = await this.request<{ mapState: number; overrideRedirect: number }>((client, answer) =>
      client.GetWindowAttributes(window, answer),
    );
    return (
      attributes && {
        isShown: attributes.mapState === VIEWABLE,
        isUnmanaged: attributes.overrideRedirect === 1,
      }
    );
  }

  atom(name: string): Promise<number> {
    const known = this.#atoms.get(name);
    if (known !== undefined) return known;
    const atom = this.request<number>((client, answer) => client.InternAtom(false, name, answer)).then((id) => id ?? 0);
    this.#atoms.set(name, atom);
    return atom;
  }

  async property(window: number, name: string): Promise<Property | undefined> {
    const atom = await this.atom(name);
    const property = await this.request<Property>((client, answer) =>
      client.GetProperty(0, window, atom, 0, 0, PROPERTY_WORDS, answer),
    );
    return property && property.type !== 0 ? property : undefined;
  }

  /** A property that holds numbers: atoms, windows or cardinals of 32 bits. */
  async numbers(window: number, name: string): Promise<readonly number[] | undefined> {
    const property = await this.property(window, name);
    if (property?.format !== 32) return undefined;
    const { data } = property;
    return Array.from({ length: data.length >> 2 }, (_, index) => data.readUInt32LE(index * 4));
  }

  async text(window: number, name: string): Promise<string | undefined> {
    const property = await this.property(window, name);
    if (property?.format !== 8) return undefined;
    // Old programs set Latin 1 in properties of the type STRING, whose atom is 31 on every server.
    return property.data.toString(property.type === 31 ? 'latin1' : 'utf8');
  }
}

/** Fetching one of the requests fails, not only sending it: no code of the background may so much as hold one. */
function withoutForeground(client: Client): void {
  for (const request of FOREGROUND_REQUESTS) {
    Object.defineProperty(client, request, {
      get: () => {
        throw violation(request);
      },
    });
  }
  const { require } = client;
  client.require = (name, answer) => {
    if (FOREGROUND_EXTENSIONS.has(name)) throw violation(name);
    Reflect.apply(require, client, [name, answer]);
  };
}

export function violation(what: string): EngineError {
  return new EngineError('needs_foreground', { action: what });
}

function limited<T>(start: (resolve: (value: T) => void, reject: (error: unknown) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new EngineError('not_responding', { application: 'The X server', limit: SERVER_LIMIT })),
      SERVER_LIMIT,
    );
    const end =
      <A>(settle: (argument: A) => void) =>
      (argument: A) => {
        clearTimeout(timer);
        settle(argument);
      };
    start(end(resolve), end(reject));
  });
}
