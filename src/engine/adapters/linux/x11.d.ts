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
    SendEvent(destination: number, propagate: boolean, eventMask: number, event: Buffer): void;
    terminate(): void;
  }

  interface Display {
    readonly client: Client;
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
