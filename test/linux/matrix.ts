import { setTimeout as delay } from 'node:timers/promises';
import type { PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import type { AxNode, AxTree, WindowInfo } from '../../src/model/element.ts';
import { until } from './desktop.ts';
import {
  type Answer,
  captured,
  control,
  type Facts,
  type Held,
  has,
  isWithin,
  type Subject,
  share,
  yes,
} from './matrixSubject.ts';
import { columnHeaders, farCells, leftOut, rowTitles, size } from './matrixTable.ts';
import { attributes, caret, selection, textParts } from './matrixText.ts';
import { difference, NEVER, SCOPE } from './reading.ts';

/** One thing that may be read; asked of every toolkit. */
export interface Probe {
  readonly id: string;
  /** What the page calls it. */
  readonly title: string;
  readonly run: (subject: Subject) => Answer | Promise<Answer>;
}

/** Pixels by which borders may be counted in another way. */
const TOLERANCE = 2;

/** In the order of the page; those that change the window stand last. */
export const PROBES: readonly Probe[] = [
  { id: 'tree', title: 'tree of controls', run: ({ tree }) => yes(isSound(tree)) },
  { id: 'names', title: 'names', run: ({ tree, program }) => share(program.facts.names, (name) => has(tree, name)) },
  { id: 'rectangles', title: 'rectangles on the screen', run: rectangles },
  { id: 'disabled', title: 'disabled', run: disabled },
  { id: 'focused', title: 'which control has the focus', run: focused },
  { id: 'entry', title: 'value of an entry', run: ({ tree, program: { facts } }) => holds(tree, facts.entry) },
  { id: 'password', title: 'passwords masked', run: password },
  { id: 'check', title: 'check state', run: check },
  { id: 'choice', title: 'choice of a combo box', run: choice },
  { id: 'slider', title: 'slider: value and range', run: slider },
  { id: 'size', title: 'size of a table', run: size },
  { id: 'columns', title: 'headers of columns', run: columnHeaders },
  { id: 'rowTitles', title: 'headers of rows', run: rowTitles },
  { id: 'cells', title: 'cells from anywhere (row 900)', run: farCells },
  { id: 'virtual', title: 'rows that were not read', run: leftOut },
  { id: 'text', title: 'text in parts', run: textParts },
  { id: 'caret', title: 'caret', run: caret },
  { id: 'selection', title: 'selected text', run: selection },
  { id: 'attributes', title: 'how text looks', run: attributes },
  { id: 'events', title: 'kept current by events', run: keptCurrent },
  { id: 'popups', title: 'popup menus', run: popups },
];

/** Asks until the answer is the expected one, for programs may still be settling; gives the last answer. */
export async function measure(probe: Probe, subject: Subject, expected: string): Promise<Answer> {
  const end = Date.now() + subject.patience;
  let answer = await probe.run(subject);
  while (answer !== expected && Date.now() < end) {
    await delay(100);
    const tree = await captured(subject);
    answer = await probe.run({ ...subject, tree });
  }
  return answer;
}

function isSound({ nodes }: AxTree): boolean {
  return nodes.length > 10 && nodes[0]?.type === 'Window' && nodes.every(({ parent }, index) => parent < index);
}

async function rectangles({ tree, program, window }: Subject): Promise<Answer> {
  if (!tree.nodes.some(({ rect }) => rect)) return 'no';
  const { window: frame, ...truth } = await program.truth();
  const controls = Object.entries(truth).map(([name, rect]) => difference(control(tree, name)?.rect, rect));
  return share([...controls, ...(frame ? [difference(window.rect, frame)] : [])], (pixels) => pixels <= TOLERANCE);
}

function disabled({ tree, program: { facts } }: Subject): Answer {
  const [off, on] = [facts.disabled, facts.enabled].map((name) => control(tree, name));
  return yes(off?.disabled === true && on !== undefined && on.disabled === undefined);
}

/** The window has it as well, the sheet round a cell, and in Qt the inner part of a text. */
function focused({ tree, program: { facts } }: Subject): Answer {
  const nodes = tree.nodes.filter((node) => node.focused && node.parent >= 0);
  const expected = nodes.find(({ name }) => name === facts.focused);
  const isOnTheWay = (node: AxNode) => isWithin(tree, node, facts.focused) || isAbove(tree, node, expected);
  return yes(expected !== undefined && nodes.every(isOnTheWay));
}

function isAbove(tree: AxTree, node: AxNode, below: AxNode | undefined): boolean {
  return below !== undefined && (below === node || isAbove(tree, node, tree.nodes[below.parent]));
}

function holds(tree: AxTree, { name, value }: Held<string>): Answer {
  return yes(control(tree, name, ({ patterns }) => patterns.value !== undefined)?.patterns.value?.value === value);
}

/** Where the parts of a control stand in the tree, the value may be in one of them. */
function choice({ tree, program: { facts } }: Subject): Answer {
  const { name, value } = facts.choice;
  if (holds(tree, facts.choice) === 'yes') return 'yes';
  const isInside = (node: AxNode) => node.patterns.value?.value === value && isWithin(tree, node, name);
  return tree.nodes.some(isInside) ? 'inside' : 'no';
}

async function password({ tree, adapter, program: { facts } }: Subject): Promise<Answer> {
  if (facts.password === undefined) return 'absent';
  const node = control(tree, facts.password, (one) => one.password === true);
  if (node?.password !== true) return 'no';
  const { text } = await adapter.text(node.handle, { start: 0, count: 100 }, NEVER);
  return yes(text === '' && (node.patterns.value?.value ?? '') === '');
}

function check({ tree, program: { facts } }: Subject): Answer {
  const toggle = (name: string) =>
    control(tree, name, ({ patterns }) => patterns.toggle !== undefined)?.patterns.toggle;
  return yes(toggle(facts.checked) === 'on' && toggle(facts.unchecked) === 'off');
}

function slider({ tree, program: { facts } }: Subject): Answer {
  if (!facts.slider) return 'absent';
  const { name, value } = facts.slider;
  const range = control(tree, name, ({ patterns }) => patterns.rangeValue !== undefined)?.patterns.rangeValue;
  return yes(range?.value === value.value && range.minimum === value.minimum && range.maximum === value.maximum);
}

let renames = 0;

/** A change is noticed without a look at the window, and the next look shows it. */
async function keptCurrent(subject: Subject): Promise<Answer> {
  const { adapter, program } = subject;
  const { version } = await captured(subject);
  if (version === undefined || !(await adapter.isCurrent(version, NEVER))) return 'no';
  const name = `Renamed${++renames}`;
  await program.rename(name);
  if (!(await comes(subject, async () => !(await adapter.isCurrent(version, NEVER))))) return 'no';
  const shows = async () => (await captured(subject)).nodes.some((node) => says(node, name));
  return yes(await comes(subject, shows));
}

function says({ name, patterns }: AxNode, text: string): boolean {
  return name === text || patterns.value?.value === text;
}

/** In the tree of the window, or as a window of its own that belongs to it. */
async function popups(subject: Subject): Promise<Answer> {
  const { adapter, program, window } = subject;
  if (!(await program.popup(subject.tree))) return 'absent';
  let answer: Answer = 'no';
  await comes(subject, async () => {
    const { nodes } = await captured(subject);
    if (nodes.some(({ name, offscreen }) => name === program.facts.popupItem && !offscreen)) answer = 'yes';
    else if (await isInPopup(adapter, window, program.facts.popupItem)) answer = 'window';
    return answer !== 'no';
  });
  return answer;
}

async function isInPopup(adapter: PlatformAdapter, owner: WindowInfo, item: string): Promise<boolean> {
  const { windows } = await adapter.windows([], NEVER);
  for (const popup of windows.filter((one) => one.popup && one.owner === owner.handle)) {
    const { nodes } = await adapter.capture(popup.handle, SCOPE, NEVER);
    if (nodes.some(({ name }) => name === item)) return true;
  }
  return false;
}

/** Whether what the probes ask for first is there: programs show their windows before these are complete. */
export function isComplete(tree: AxTree, { table, story: text }: Facts): boolean {
  return has(tree, table.name) && has(tree, text.name);
}

async function comes({ patience }: Subject, holds: () => Promise<boolean>): Promise<boolean> {
  return until(holds, 'the change', patience).then(
    () => true,
    () => false,
  );
}
