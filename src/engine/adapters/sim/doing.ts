import type { Patterns, RangeValue } from '../../../model/pattern.ts';
import type { Outcome, PatternCall } from '../../../model/patternCall.ts';
import { DONE, refused } from '../../../model/patternCall.ts';
import { replacedIn } from '../../../model/textPlace.ts';
import type { Provider, SceneControl } from './scene.ts';

/** What a call changes about a control; keys of others that change with it. */
export type Patch = Partial<Pick<SceneControl, 'name' | 'patterns' | 'flags' | 'text' | 'marks'>> & {
  readonly removed?: true;
};

/** What a call comes to: refused, or done with patches by the keys of controls. */
export interface Deed {
  readonly outcome: Outcome;
  readonly patches: ReadonlyMap<string, Patch>;
}

/** What a made-up window shows at a time. */
const PAGE = 90;

const NONE: ReadonlyMap<string, Patch> = new Map();

/** What calling a control of a simulated window does to it and to the others of its group. */
export function deedOf(siblings: readonly SceneControl[], control: SceneControl, call: PatternCall): Deed {
  const { patterns = {}, provider } = control;
  if (provider?.kind === 'refuses') return { outcome: refused('the provider refuses'), patches: NONE };
  const lacking = lackingFor(control, call);
  if (lacking !== undefined) return { outcome: refused(lacking), patches: NONE };
  if (provider?.kind === 'lies') return { outcome: DONE, patches: NONE };
  return { outcome: DONE, patches: new Map([...patchesFor(siblings, control, patterns, call)]) };
}

/** The pattern that each call belongs to. */
const PATTERN: Readonly<Record<PatternCall['call'], keyof Patterns | undefined>> = {
  invoke: 'invoke',
  toggle: 'toggle',
  setValue: 'value',
  appendText: 'value',
  setCaret: 'value',
  selectText: 'value',
  replaceText: 'value',
  setNumber: 'rangeValue',
  select: 'selectionItem',
  addToSelection: 'selectionItem',
  choose: 'value',
  expand: 'expandCollapse',
  collapse: 'expandCollapse',
  scrollIntoView: 'scrollItem',
  scrollPage: 'rangeValue',
  secondary: undefined,
};

function lackingFor({ patterns = {}, actions = [], flags = [] }: SceneControl, call: PatternCall): string | undefined {
  const pattern = PATTERN[call.call];
  if (pattern !== undefined && patterns[pattern] === undefined) return `it has no pattern ${pattern}`;
  if (call.call === 'secondary' && !actions.includes(call.name)) return `it has no action '${call.name}'`;
  return flags.includes('disabled') ? 'it is disabled' : undefined;
}

function patchesFor(
  siblings: readonly SceneControl[],
  control: SceneControl,
  patterns: Patterns,
  call: PatternCall,
): Iterable<readonly [string, Patch]> {
  const own = (changed: Patterns): [string, Patch] => [control.key, { patterns: { ...patterns, ...changed } }];
  switch (call.call) {
    case 'toggle':
      return [own({ toggle: patterns.toggle === 'on' ? 'off' : 'on' })];
    case 'choose':
      return [textPatch(control, patterns, call.name)];
    case 'setValue':
      return [textPatch(control, patterns, call.value)];
    case 'appendText':
      return [textPatch(control, patterns, (patterns.value?.value ?? '') + call.text)];
    case 'setCaret':
      return [[control.key, { marks: { caret: call.offset } }]];
    case 'selectText':
      return [[control.key, { marks: { caret: call.range.end, selections: [call.range] } }]];
    case 'replaceText':
      return [
        textPatch(control, patterns, replacedIn(control.text ?? patterns.value?.value ?? '', call.range, call.text)),
      ];
    case 'setNumber':
      return patterns.rangeValue ? [own({ rangeValue: { ...patterns.rangeValue, value: call.value } })] : [];
    case 'select':
      return [...deselected(siblings, control), own({ selectionItem: { selected: true } })];
    case 'addToSelection':
      return [own({ selectionItem: { selected: true } })];
    case 'scrollPage':
      return patterns.rangeValue ? [own({ rangeValue: paged(patterns.rangeValue, call.forward) })] : [];
    case 'expand':
      return [own({ expandCollapse: 'expanded' })];
    case 'collapse':
      return [own({ expandCollapse: 'collapsed' })];
    case 'scrollIntoView':
      return [[control.key, { flags: (control.flags ?? []).filter((flag) => flag !== 'offscreen') }]];
    case 'invoke':
    case 'secondary':
      return [];
  }
}

function paged(range: RangeValue, forward: boolean): RangeValue {
  const value = range.value + (forward ? PAGE : -PAGE);
  return { ...range, value: Math.min(range.maximum, Math.max(range.minimum, value)) };
}

function textPatch({ key, text, provider }: SceneControl, patterns: Patterns, wanted: string): [string, Patch] {
  const value = kept(wanted, provider);
  return [
    key,
    {
      patterns: { ...patterns, value: { value, readOnly: patterns.value?.readOnly ?? false } },
      ...(text !== undefined && { text: value }),
    },
  ];
}

function kept(text: string, provider: Provider | undefined): string {
  return provider?.kind === 'cuts' ? Array.from(text).slice(0, provider.characters).join('') : text;
}

/** Of tabs, radio buttons and the items of a list one is selected. */
function deselected(siblings: readonly SceneControl[], { key, type }: SceneControl): [string, Patch][] {
  return siblings
    .filter((other) => other.key !== key && other.type === type && other.patterns?.selectionItem?.selected)
    .map((other) => [other.key, { patterns: { ...other.patterns, selectionItem: { selected: false } } }]);
}
