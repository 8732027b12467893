/** The part of the X11 library that this folder uses; it has no types of its own. */
declare module 'x11' {
  import type { EventEmitter } from 'node:events';

  /** Called once; its return value says whether an error reply was dealt with. */
  type Answer<T> = (error: Error | null | undefined, value: T) => boolean | undefined;

  interface Property {
    readonly type: number;
    readonly format: number;
    readonly data: Buffer;
  }

  interface Geometry {
    readonly width: number;
    readonly height: number;
  }

  interface Point {
    readonly destX: number;
    readonly destY: number;
    /** The mapped child at the point; 0 where there is none. */
    readonly child: number;
  }

  interface Pointer {
    readonly rootX: number;
    readonly rootY: number;
  }

  interface Children {
    readonly children: readonly number[];
  }

  interface Attributes {
    readonly mapState: number;
    readonly overrideRedirect: number;
  }

  interface Focus {
    readonly focus: number;
  }

  interface Client extends EventEmitter {
    /** Numbers of atoms that are known, by name; the library shares one table among the connections to all servers. */
    atoms: Record<string, number>;
    InternAtom(onlyIfExists: boolean, name: string, answer: Answer<number>): void;
    GetProperty(
      remove: number,
      window: number,
      atom: number,
      type: number,
      offset: number,
      words: number,
      answer: Answer<Property>,
    ): void;
    GetGeometry(window: number, answer: Answer<Geometry>): void;
    TranslateCoordinates(from: number, to: number, x: number, y: number, answer: Answer<Point>): void;
    QueryTree(window: number, answer: Answer<Children>): void;
    QueryPointer(window: number, answer: Answer<Pointer>): void;
    GetWindowAttributes(window: number, answer: Answer<Attributes>): void;
    GetInputFocus(answer: Answer<Focus>): void;
    GetKeyboardMapping(first: number, count: number, answer: Answer<readonly (readonly number[])[]>): void;
    ChangeKeyboardMapping(first: number, width: number, keysyms: readonly number[]): void;
    /** Gives the requests of an extension, or an error where the server or the library has none of this name. */
    require<Extension>(name: string, answer: (error: Error | null | undefined, extension: Extension) => void): void;
    ChangeWindowAttributes(window: number, values: { readonly eventMask: number }): void;
    SendEvent(destination: number, propagate: boolean, eventMask: number, event: Buffer): void;
    terminate(): void;
  }

  /** XTEST: input as if a device had sent it. */
  interface XTestExtension {
    readonly KeyPress: number;
    readonly KeyRelease: number;
    readonly ButtonPress: number;
    readonly ButtonRelease: number;
    readonly MotionNotify: number;
    FakeInput(type: number, detail: number, time: number, window: number, x: number, y: number): void;
  }

  interface XkbState {
    /** Buttons that are held down, as bits. */
    readonly ptrBtnState: number;
    /** Modifiers that are held down, as bits. */
    readonly baseMods: number;
    readonly lockedMods: number;
    readonly lockedGroup: number;
  }

  /** XKEYBOARD: groups and locked modifiers. */
  interface XkbExtension {
    UseExtension(major: number, minor: number, answer: Answer<unknown>): void;
    GetState(device: number, answer: Answer<XkbState>): void;
    LatchLockState(
      device: number,
      affectedLocks: number,
      locks: number,
      locksGroup: boolean,
      group: number,
      affectedLatches: number,
      latches: number,
      latchesGroup: boolean,
      latchedGroup: number,
    ): void;
  }

  /** An event; what it has depends on its name. */
  interface XEvent {
    readonly name?: string;
    readonly message_type?: number;
    readonly data?: readonly number[];
  }

  interface Display {
    readonly client: Client;
    readonly min_keycode: number;
    readonly max_keycode: number;
    readonly screen: readonly { readonly root: number }[];
  }

  interface Options {
    readonly display: string;
    readonly disableBigRequests: boolean;
    /** MIT-SHM is for pictures; without it the connection is an ordinary socket. */
    readonly shm: false;
  }

  export function createClient(
    options: Options,
    answer: (error: Error | undefined, display: Display | undefined) => void,
  ): EventEmitter;
}
