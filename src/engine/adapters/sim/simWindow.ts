import { setTimeout as sleep } from 'node:timers/promises';
import type { Rect, WindowInfo } from '../../../model/element.ts';
import { EngineError } from '../../../model/errors.ts';
import { DONE, type Outcome, type PatternCall } from '../../../model/patternCall.ts';
import type { Placement, WindowChange } from '../../../model/windowChange.ts';
import { deedOf, type Patch } from './doing.ts';
import { located, patched } from './patched.ts';
import type { Consequence, Fault, Scene, SceneControl } from './scene.ts';
import { type SceneState, windowRect } from './tree.ts';

/** Who calls a control. */
export type Actor = 'program' | 'person';

type Flag = NonNullable<SceneControl['flags']>[number];

/** What a call came to, and which windows it opens or closes. */
export interface Performed {
  readonly outcome: Outcome;
  readonly consequences: readonly Extract<Consequence, { readonly scene: string }>[];
  /** It does not answer. */
  readonly blocks: boolean;
}

/** A simulated window: its scene, and what its faults have done to it so far. */
export class SimWindow {
  readonly scene: Scene;
  readonly #pid: number;
  stage = 0;
  dead = false;
  closed: boolean;
  #reads = 0;
  #lists = 0;
  /** What calls have changed, by the key of the control. */
  readonly #patches = new Map<string, Patch>();
  #shape: Pick<Scene, 'state'> & { readonly rect?: Rect } = {};

  constructor(scene: Scene, pid: number) {
    this.scene = scene;
    this.#pid = pid;
    this.closed = scene.closed ?? false;
  }

  get state(): SceneState {
    const scene = this.#populated() ? this.#scene : bare(this.scene);
    return { scene, stage: this.stage, moved: this.#moved() };
  }

  /** The scene as the calls so far have left it. */
  get #scene(): Scene {
    const scene = { ...this.scene, ...this.#shape };
    if (this.#patches.size === 0) return scene;
    return { ...scene, stages: this.scene.stages.map((stage) => patched(stage, this.#patches)) };
  }

  /** Calls a control; what happens to other windows is left to the desktop. */
  perform(key: string, call: PatternCall, by: Actor): Performed {
    const found = located(this.#scene.stages[this.stage] ?? [], key);
    if (!found) throw new EngineError('stale_element');
    const { causes = [] } = found.control;
    // What a person does to it passes by its provider, which is for programs; what it keeps of a text does not.
    const { provider: own, ...bare } = found.control;
    const provider = by === 'person' && own?.kind !== 'cuts' ? undefined : own;
    const control = provider ? found.control : bare;
    const { outcome, patches } = deedOf(found.siblings, control, call);
    const isIdle = outcome.kind === 'refused' || provider?.kind === 'lies';
    const consequences = isIdle || call.call === 'scrollIntoView' ? [] : causes;
    const elsewhere = consequences.flatMap((one) => ('scene' in one ? [one] : []));
    if (provider?.kind === 'lags') setTimeout(() => this.#suffered(patches, consequences), provider.ms);
    else this.#suffered(patches, consequences);
    return { outcome, consequences: elsewhere, blocks: provider?.kind === 'blocks' };
  }

  /** Gives the focus to one of its controls. */
  focus(key: string): void {
    for (const other of this.#keysWith('focused')) this.#patch(other, { flags: this.#flags(other, 'focused', false) });
    this.#patch(key, { flags: this.#flags(key, 'focused', true) });
  }

  #keysWith(flag: Flag): readonly string[] {
    const within = (controls: readonly SceneControl[]): readonly string[] =>
      controls.flatMap(({ key, flags, children = [] }) => [
        ...(flags?.includes(flag) ? [key] : []),
        ...within(children),
      ]);
    return within(this.#scene.stages[this.stage] ?? []);
  }

  change(change: WindowChange): Outcome {
    if (change.change === 'close') this.closed = true;
    else if (change.change === 'move') this.#shape = { ...this.#shape, rect: placed(this.#scene.rect, change) };
    else this.#shape = { ...this.#shape, state: STATE_AFTER[change.change] };
    return DONE;
  }

  #suffered(patches: ReadonlyMap<string, Patch>, consequences: readonly Consequence[]): void {
    for (const [key, patch] of patches) this.#patch(key, patch);
    for (const consequence of consequences) this.#react(consequence);
  }

  #patch(key: string, patch: Patch): void {
    this.#patches.set(key, { ...this.#patches.get(key), ...patch });
  }

  #react(consequence: Consequence): void {
    switch (consequence.kind) {
      case 'renames':
        this.#patch(consequence.key, { name: consequence.name });
        break;
      case 'removes':
        this.#patch(consequence.key, { removed: true });
        break;
      case 'disables':
      case 'enables':
        this.#patch(consequence.key, {
          flags: this.#flags(consequence.key, 'disabled', consequence.kind === 'disables'),
        });
        break;
      case 'turns':
        this.stage = consequence.stage;
        break;
      case 'opens':
      case 'closes':
        break;
    }
  }

  #flags(key: string, flag: Flag, isSet: boolean): readonly Flag[] {
    const flags = located(this.#scene.stages[this.stage] ?? [], key)?.control.flags ?? [];
    return [...flags.filter((other) => other !== flag), ...(isSet ? [flag] : [])];
  }

  /** The state that one read sees, after the faults have had their effect. */
  async read(signal: AbortSignal): Promise<SceneState> {
    for (const fault of this.scene.faults ?? []) await this.#suffer(fault, signal);
    if (this.dead) throw new EngineError('application_exited', { application: this.scene.app });
    if (this.closed) throw new EngineError('unknown_window', { window: this.scene.key });
    const state = this.state;
    this.#reads++;
    return state;
  }

  /** Whether it is in the list that is made now. */
  isListed(): boolean {
    this.#lists++;
    const isMissing = (fault: Fault) =>
      fault.kind === 'unlisted' && this.#lists >= fault.from && this.#lists <= fault.to;
    return !this.dead && !this.closed && !(this.scene.faults ?? []).some(isMissing);
  }

  info(focused: boolean): WindowInfo {
    const { key, title, app, className, state = 'normal', modal, owner, toolkit } = this.#scene;
    return {
      handle: key,
      title,
      app,
      className,
      pid: this.#pid,
      rect: windowRect(this.state),
      state,
      ...(focused ? { focused: true } : {}),
      ...(modal ? { modal: true } : {}),
      ...(owner === undefined ? {} : { owner }),
      ...(toolkit === undefined ? {} : { toolkit }),
    };
  }

  async #suffer(fault: Fault, signal: AbortSignal): Promise<void> {
    switch (fault.kind) {
      case 'slow':
        await sleep(fault.ms, undefined, { signal });
        break;
      case 'hangs':
        await untilAborted(signal);
        break;
      case 'dies':
        this.dead ||= this.#reads >= fault.afterReads;
        break;
      case 'ticks':
        this.#patch(fault.key, { name: `Tick ${this.#reads}` });
        break;
      case 'moves':
      case 'populates':
      case 'unlisted':
        break;
    }
  }

  #moved(): readonly [x: number, y: number] {
    const fault = this.scene.faults?.find(({ kind }) => kind === 'moves');
    return fault?.kind === 'moves' ? [fault.by[0] * this.#reads, fault.by[1] * this.#reads] : [0, 0];
  }

  #populated(): boolean {
    return (this.scene.faults ?? []).every((fault) => fault.kind !== 'populates' || this.#reads >= fault.afterReads);
  }
}

const STATE_AFTER = { minimize: 'minimized', maximize: 'maximized', restore: 'normal' } as const;

function placed([left, top, wide, high]: Rect, { x = left, y = top, width = wide, height = high }: Placement): Rect {
  return [x, y, width, height];
}

/** The scene before its application has filled the window. */
function bare(scene: Scene): Scene {
  return { ...scene, stages: scene.stages.map(() => []), note: { code: 'not_populated' } };
}

/** Never answers; ends only when the caller gives up. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(signal.reason);
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}
