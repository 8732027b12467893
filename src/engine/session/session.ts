import type { AxNode, Handle } from '../../model/element.ts';
import type { InputPolicy } from '../../model/inputPolicy.ts';
import type { Desktop } from './desktop.ts';
import type { ElementTable } from './elementTable.ts';
import type { Journal } from './journal.ts';
import { Permissions } from './permission.ts';
import type { Policy } from './policy.ts';
import { SnapshotStore } from './snapshotStore.ts';

/** What all clients of an engine share. */
export interface Shared {
  readonly desktops: readonly Desktop[];
  readonly elements: ElementTable;
  readonly journal: Journal;
  readonly policy: Policy;
  /** Numbers of snapshots, unique over all clients. */
  readonly nextSnapshot: () => number;
}

/** One client of the engine. Ids are shared by all local clients; snapshots are the client's own. */
export class Session {
  readonly shared: Shared;
  readonly snapshots: SnapshotStore;
  readonly permissions = new Permissions();
  /** As the client calls itself. */
  client = 'unknown';
  /** Processes of the program that the client runs in, whose windows are no subject until one is named. */
  hosts: readonly number[] = [];
  /** The most that the client wants its steps to take of the user's. */
  input: InputPolicy = 'foreground';

  constructor(shared: Shared) {
    this.shared = shared;
    this.snapshots = new SnapshotStore(shared.nextSnapshot);
  }

  /** Processes that are not asked: the programs that the client runs in, unless the window that is named is theirs. */
  leftOutFor(window?: string): readonly number[] {
    if (window === undefined || this.hosts.length === 0) return this.hosts;
    const named = /^pid:(\d+)$/.exec(window)?.[1];
    const owners = this.shared.desktops.map((desktop) => desktop.processOf(window));
    return this.hosts.filter((host) => host !== Number(named) && !owners.includes(host));
  }

  idOf(desktop: Desktop, window: Handle, node: AxNode): number {
    return this.shared.elements.idOf(desktop, window, node);
  }
}
