import type { AxNode, Handle } from '../../model/element.ts';
import { EngineError } from '../../model/errors.ts';
import type { Desktop } from './desktop.ts';
import { LIMITS } from './limits.ts';

/** A control that has an id. */
export interface Known {
  readonly id: number;
  readonly desktop: Desktop;
  /** The window that it was last seen in. */
  readonly window: Handle;
  readonly handle: Handle;
  readonly type: AxNode['type'];
  readonly automationId: string | undefined;
  /** Its value is secret, or was once. */
  readonly password: boolean;
}

/**
 * Gives controls their ids. The same control keeps its id as long as it is in the table, and an id is never given to
 * another control: a control is known by its native identity together with its type and automation id, because
 * toolkits re-use native identities.
 */
export class ElementTable {
  readonly #nextId: () => number;
  readonly #capacity: number;
  readonly #byKey = new Map<string, Known>();
  /** In order of use, the least recent first. */
  readonly #byId = new Map<number, Known>();

  /** `nextId` never gives the same number twice, not even over restarts of the engine. */
  constructor(nextId: () => number, capacity: number = LIMITS.ids) {
    this.#nextId = nextId;
    this.#capacity = capacity;
  }

  idOf(desktop: Desktop, window: Handle, node: AxNode): number {
    const key = keyOf(desktop, node);
    const known = this.#byKey.get(key) ?? this.#add(key, desktop, window, node);
    // A field that hides what it holds can show it for a while: it stays a secret.
    const password = known.password || node.password === true;
    if (known.window === window && known.password === password) this.#touch(known);
    else this.#replace(key, { ...known, window, password });
    return known.id;
  }

  /** The control with this id. Fails with `unknown_element`. */
  get(id: number): Known {
    const known = this.#byId.get(id);
    if (known === undefined) throw new EngineError('unknown_element', { id });
    this.#touch(known);
    return known;
  }

  /** Whether the id is known to be of a control whose value is no secret. */
  isOpen(id: number): boolean {
    return this.#byId.get(id)?.password === false;
  }

  get size(): number {
    return this.#byId.size;
  }

  #add(key: string, desktop: Desktop, window: Handle, node: AxNode): Known {
    const { handle, type, automationId, password = false } = node;
    const known: Known = { id: this.#nextId(), desktop, window, handle, type, automationId, password };
    this.#byKey.set(key, known);
    this.#byId.set(known.id, known);
    this.#evict();
    return known;
  }

  /** A window is called otherwise once its program is on the accessibility bus, and some controls change windows. */
  #replace(key: string, known: Known): void {
    this.#byKey.set(key, known);
    this.#touch(known);
  }

  #touch(known: Known): void {
    this.#byId.delete(known.id);
    this.#byId.set(known.id, known);
  }

  #evict(): void {
    for (const [id, known] of this.#byId) {
      if (this.#byId.size <= this.#capacity) return;
      this.#byId.delete(id);
      this.#byKey.delete(keyOf(known.desktop, known));
    }
  }
}

function keyOf(
  desktop: Desktop,
  { handle, type, automationId }: Pick<Known, 'handle' | 'type' | 'automationId'> | AxNode,
): string {
  return [desktop.name, handle, type, automationId ?? ''].join('\u0000');
}
