import { setTimeout as delay } from 'node:timers/promises';
import type { CellRange, PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import type { AxNode, AxTree, Rect, WindowInfo } from '../../src/model/element.ts';
import { until } from './desktop.ts';
import { difference, NEVER, SCOPE } from './reading.ts';

/** What a probe found: `yes`, `no`, or a word that says more. The generated page explains the words. */
export type Answer = 'yes' | 'no' | 'part' | 'counted' | 'said' | 'letters' | 'window' | 'inside' | 'absent';

/** A control of a fixture and what it holds. */
interface Held<T> {
  readonly name: string;
  readonly value: T;
}

/** What the window of a fixture has, which the probes compare with what is read. Absent is what it does not have. */
export interface Facts {
  readonly names: readonly string[];
  readonly disabled: string;
  readonly enabled: string;
  readonly focused: string;
  readonly entry: Held<string>;
  readonly password?: string;
  readonly checked: string;
  readonly unchecked: string;
  readonly choice: Held<string>;
  readonly slider?: Held<{ readonly value: number; readonly minimum: number; readonly maximum: number }>;
  readonly table: TableFacts;
  readonly story: StoryFacts;
  readonly popupItem: string;
}

interface TableFacts {
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  readonly headers: readonly string[];
  /** The grid that has more rows than objects, where it is not the table itself. */
  readonly virtual?: string;
  /** Row that holds `name 900`, its title, and its cells. */
  readonly far: number;
  readonly farTitle: string;
}

interface StoryFacts {
  readonly name: string;
  readonly text: string;
  /** In code points; the caret stands where the bold word begins or ends. */
  readonly bold: readonly [start: number, end: number];
}

/** The running fixture. */
export interface MatrixProgram {
  readonly facts: Facts;
  /** Where its controls are on the screen, as it knows itself; empty where it cannot know. */
  truth(): Promise<Readonly<Record<string, Rect>>>;
  version(): Promise<string>;
  /** Gives a button, or a cell, another text. */
  rename(name: string): Promise<void>;
  /** Opens a menu with the item of the facts; false where the program itself says that none has opened. */
  popup(tree: AxTree): Promise<boolean>;
}

/** What a probe is given. */
export interface Subject {
  readonly adapter: PlatformAdapter;
  readonly window: WindowInfo;
  readonly program: MatrixProgram;
  readonly tree: AxTree;
}

/** One thing that may be read; asked of every toolkit. */
export interface Probe {
  readonly id: string;
  /** What the page calls it. */
  readonly title: string;
  readonly run: (subject: Subject) => Answer | Promise<Answer>;
}

/** Pixels by which borders may be counted in another way. */
const TOLERANCE = 2;
/** Milliseconds in which an event, a menu or a repeated read must come. */
const PATIENCE = 2_000;

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
  const end = Date.now() + PATIENCE;
  let answer = await probe.run(subject);
  while (answer !== expected && Date.now() < end) {
    await delay(100);
    const tree = await captured(subject);
    answer = await probe.run({ ...subject, tree });
  }
  return answer;
}

function captured({ adapter, window }: Subject): Promise<AxTree> {
  return adapter.capture(window.handle, SCOPE, NEVER);
}

function yes(holds: boolean): Answer {
  return holds ? 'yes' : 'no';
}

/** `yes` where it holds for all, `part` where it does for some. */
function share<T>(all: readonly T[], holds: (one: T) => boolean): Answer {
  const count = all.filter(holds).length;
  if (count === 0) return 'no';
  return count === all.length ? 'yes' : 'part';
}

function isSound({ nodes }: AxTree): boolean {
  return nodes.length > 10 && nodes[0]?.type === 'Window' && nodes.every(({ parent }, index) => parent < index);
}

function has({ nodes }: AxTree, name: string): boolean {
  return nodes.some((node) => node.name === name);
}

/** Labels have the names of what they label. */
function control(tree: AxTree, name: string, fits: (node: AxNode) => boolean = () => true): AxNode | undefined {
  const named = tree.nodes.filter((node) => node.name === name && node.type !== 'Text');
  return named.find(fits) ?? named[0];
}

/** Whether it has this name, or lies in what has it. */
function isWithin(tree: AxTree, node: AxNode | undefined, name: string): boolean {
  return node !== undefined && (node.name === name || isWithin(tree, tree.nodes[node.parent], name));
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

/** The window has it as well, and in Qt the inner part of a text. */
function focused({ tree, program: { facts } }: Subject): Answer {
  const nodes = tree.nodes.filter((node) => node.focused && node.parent >= 0);
  const isInside = (node: AxNode) => isWithin(tree, node, facts.focused);
  return yes(nodes.some(({ name }) => name === facts.focused) && nodes.every(isInside));
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

function tableNamed(tree: AxTree, name: string): AxNode {
  const types: ReadonlySet<string> = new Set(['Table', 'Tree', 'List', 'DataGrid']);
  const found = tree.nodes.find((node) => node.name === name && types.has(node.type));
  if (!found) throw new Error(`no table ${name}`);
  return found;
}

function cellsOf({ adapter, tree, program }: Subject, range: CellRange) {
  return adapter.cells(tableNamed(tree, program.facts.table.name).handle, range, NEVER);
}

function size({ tree, program: { facts } }: Subject): Answer {
  const { name, rows, columns } = facts.table;
  const grid = tableNamed(tree, name).patterns.grid;
  return yes(grid?.rows === rows && grid.columns === columns);
}

async function columnHeaders(subject: Subject): Promise<Answer> {
  const { headers, sheet } = await cellsOf(subject, { row: 1, rows: 1, column: 0, columns: 3 });
  return sheet ? 'letters' : yes(headers.join('|') === subject.program.facts.table.headers.join('|'));
}

/** Without the column of the titles, where they have one. */
async function rowTitles(subject: Subject): Promise<Answer> {
  const { far, farTitle } = subject.program.facts.table;
  const { rowHeaders, sheet } = await cellsOf(subject, { row: far, rows: 1, column: 1, columns: 1 });
  return sheet ? 'letters' : yes(rowHeaders.join('|') === farTitle);
}

async function farCells(subject: Subject): Promise<Answer> {
  const { cells } = await cellsOf(subject, { row: subject.program.facts.table.far, rows: 1, column: 0, columns: 3 });
  return yes(cells[0]?.join('|') === 'name 900|city 4|900');
}

/** The number of them is told, or only that there are some, because the program itself has none of them ready. */
async function leftOut({ tree, adapter, program: { facts } }: Subject): Promise<Answer> {
  const table = tableNamed(tree, facts.table.virtual ?? facts.table.name);
  const rows = await adapter.cells(table.handle, { row: 0, rows: 1, column: 0, columns: 1 }, NEVER);
  if (rows.partial || rows.rendered) return 'said';
  const at = tree.nodes.indexOf(table);
  const read = rowsBelow(tree, at);
  return tree.cuts.some((cut) => cut.at === at && (cut.omitted ?? 0) + read === rows.rows) ? 'counted' : 'no';
}

/** How many of its rows have cells in the tree. */
function rowsBelow({ nodes }: AxTree, at: number): number {
  const within = (node: AxNode): boolean =>
    node.parent === at || (node.parent > at && within(nodes[node.parent] ?? node));
  return new Set(nodes.filter(within).flatMap(({ patterns }) => patterns.gridItem?.row ?? [])).size;
}

function story(subject: Subject, start = 0, count = 1_000, looks = false) {
  const { adapter, tree, program } = subject;
  const node = control(tree, program.facts.story.name, ({ patterns }) => patterns.text !== undefined);
  if (!node) throw new Error(`no control ${program.facts.story.name}`);
  return adapter.text(node.handle, { start, count, attributes: looks }, NEVER);
}

async function textParts(subject: Subject): Promise<Answer> {
  const points = Array.from(subject.program.facts.story.text);
  // From an astral character on.
  const { text, total, source } = await story(subject, 6, 6);
  return yes(source === 'Text' && text === points.slice(6, 12).join('') && total === points.length);
}

async function caret(subject: Subject): Promise<Answer> {
  const at = (await story(subject)).caret;
  return yes(at !== undefined && subject.program.facts.story.bold.includes(at));
}

async function selection(subject: Subject): Promise<Answer> {
  const [start, end] = subject.program.facts.story.bold;
  const { selections = [] } = await story(subject);
  return yes(selections.length === 1 && selections[0]?.start === start && selections[0].end === end);
}

async function attributes(subject: Subject): Promise<Answer> {
  const { text, bold } = subject.program.facts.story;
  const { runs = [] } = await story(subject, 0, 1_000, true);
  const isBold = (at: number) => runs.some((run) => run.start <= at && at < run.end && run.attributes.bold === true);
  return yes(Array.from(text).every((_, at) => isBold(at) === (bold[0] <= at && at < bold[1])));
}

let renames = 0;

/** A change is noticed without a look at the window, and the next look shows it. */
async function keptCurrent(subject: Subject): Promise<Answer> {
  const { adapter, program } = subject;
  const { version } = await captured(subject);
  if (version === undefined || !(await adapter.isCurrent(version, NEVER))) return 'no';
  const name = `Renamed${++renames}`;
  await program.rename(name);
  if (!(await comes(async () => !(await adapter.isCurrent(version, NEVER))))) return 'no';
  const shows = async () => (await captured(subject)).nodes.some((node) => says(node, name));
  return yes(await comes(shows));
}

function says({ name, patterns }: AxNode, text: string): boolean {
  return name === text || patterns.value?.value === text;
}

/** In the tree of the window, or as a window of its own that belongs to it. */
async function popups(subject: Subject): Promise<Answer> {
  const { adapter, program, window } = subject;
  if (!(await program.popup(subject.tree))) return 'absent';
  let answer: Answer = 'no';
  await comes(async () => {
    const { nodes } = await captured(subject);
    if (nodes.some(({ name, offscreen }) => name === program.facts.popupItem && !offscreen)) answer = 'yes';
    else if (await isInPopup(adapter, window, program.facts.popupItem)) answer = 'window';
    return answer !== 'no';
  });
  return answer;
}

async function isInPopup(adapter: PlatformAdapter, owner: WindowInfo, item: string): Promise<boolean> {
  const { windows } = await adapter.windows(NEVER);
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

async function comes(holds: () => Promise<boolean>): Promise<boolean> {
  return until(holds, '', PATIENCE).then(
    () => true,
    () => false,
  );
}
