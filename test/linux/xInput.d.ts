/** Requests that only tests make: to see who has grabbed the pointer, and to disturb a desktop on purpose. */
declare module 'x11' {
  interface Client {
    GrabPointer(
      window: number,
      ownerEvents: boolean,
      mask: number,
      pointerMode: number,
      keyboardMode: number,
      confineTo: number,
      cursor: number,
      time: number,
      answer: Answer<number>,
    ): void;
    GrabKeyboard(
      window: number,
      ownerEvents: boolean,
      time: number,
      pointerMode: number,
      keyboardMode: number,
      answer: Answer<number>,
    ): void;
    AllocID(): number;
    CreateWindow(
      window: number,
      parent: number,
      x: number,
      y: number,
      width: number,
      height: number,
      border: number,
      depth: number,
      windowClass: number,
      visual: number,
      values: { readonly overrideRedirect: boolean },
    ): void;
    MapWindow(window: number): void;
    DestroyWindow(window: number): void;
    UngrabPointer(time: number): void;
    UngrabKeyboard(time: number): void;
    WarpPointer(
      from: number,
      to: number,
      x: number,
      y: number,
      width: number,
      height: number,
      toX: number,
      toY: number,
    ): void;
    SetInputFocus(window: number, revertTo: number): void;
    RaiseWindow(window: number): void;
  }
}
