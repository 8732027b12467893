import { expect, test } from 'vitest';
import type { PlatformAdapter, Scope } from '../../src/engine/adapters/adapter.ts';
import type { AxNode, AxTree, Handle } from '../../src/model/element.ts';
import { holdsRows } from '../../src/model/rows.ts';
import { ATTRIBUTE_NAMES, attributesOver } from '../../src/model/textRange.ts';

/** An adapter with a window to read. Every such window has a button, a password, a text, and a grid of many rows. */
export interface Subject {
  readonly adapter: PlatformAdapter;
  readonly window: Handle;
  /** Rows that its largest grid, list or tree has. */
  readonly rows: number;
  /** Name of a control whose text is `text`. */
  readonly textName: string;
  readonly text: string;
  readonly passwordName: string;
  readonly secret: string;
}

const SCOPE: Scope = { includeOffscreen: false, rows: 12, maxNodes: 50_000, timeBudget: 10_000 };

const signal = () => AbortSignal.timeout(20_000);

/** What every adapter keeps, whatever it reads. */
export function describeContract(subject: () => Subject): void {
  const capture = (scope: Partial<Scope> = {}) =>
    subject().adapter.capture(subject().window, { ...SCOPE, ...scope }, signal());

  test('the window is listed', async () => {
    const { windows } = await subject().adapter.windows([], signal());
    expect(windows.map(({ handle }) => handle)).toContain(subject().window);
  });

  test('a tree is in document order below its window', async () => {
    const { nodes } = await capture();
    expect(nodes[0]).toMatchObject({ parent: -1, type: 'Window' });
    expect(inDocumentOrder(nodes)).toBe(true);
  });

  test('no two controls share a native identity', async () => {
    const handles = (await capture()).nodes.map(({ handle }) => handle);
    expect(new Set(handles).size).toBe(handles.length);
  });

  test('an unchanged window reads the same twice', async () => {
    const [first, second] = [await capture(), await capture()];
    expect(identities(second)).toEqual(identities(first));
  });

  test('a grid gives as many rows as are asked for and counts the others', async () => {
    const { nodes, cuts } = await capture({ rows: 5 });
    const cut = cuts.find(({ reason }) => reason === 'rows');
    const grid = nodes[cut?.at ?? -1];
    expect(grid && holdsRows(grid)).toBe(true);
    expect(cut?.omitted).toBe(subject().rows - 5);
  });

  test('a limit of elements is kept and said', async () => {
    const { nodes, cuts } = await capture({ maxNodes: 4 });
    expect(nodes.length).toBeLessThanOrEqual(4);
    expect(cuts.map(({ reason }) => reason)).toContain('elements');
  });

  test('a subtree is read by itself', async () => {
    const whole = await capture();
    const grid = whole.nodes.find(holdsRows);
    const part = await capture({ within: grid?.handle ?? '' });
    expect(part.nodes[0]).toMatchObject({ handle: grid?.handle, parent: -1 });
    expect(part.nodes.length).toBeGreaterThan(1);
    expect(part.nodes.length).toBeLessThan(whole.nodes.length);
  });

  test('a control that is read again is the same', async () => {
    const button = (await capture()).nodes.find(({ type, name }) => type === 'Button' && name !== '');
    const [again] = await subject().adapter.reread([button?.handle ?? ''], signal());
    expect(again).toMatchObject({ handle: button?.handle, type: 'Button', name: button?.name, parent: -1 });
    expect(again?.patterns).toEqual(button?.patterns);
  });

  test('a control that does not exist is null', async () => {
    const { nodes } = await capture();
    const missing = `${nodes[0]?.handle}999999`;
    expect(await subject().adapter.reread([missing], signal())).toEqual([null]);
  });

  test('a text is read in parts', async () => {
    const control = (await capture()).nodes.find(({ name }) => name === subject().textName);
    const { text } = subject();
    const read = (start: number, count: number) =>
      subject().adapter.text(control?.handle ?? '', { start, count }, signal());
    expect(await read(0, 10_000)).toMatchObject({ text, total: text.length });
    expect((await read(2, 3)).text).toBe(text.slice(2, 5));
    expect((await read(text.length + 5, 3)).text).toBe('');
  });

  test('caret and selections lie in the text, and runs cover the part that was asked for or say nothing of it', async () => {
    const control = (await capture()).nodes.find(({ name }) => name === subject().textName);
    const part = { start: 2, count: 9, attributes: true };
    const {
      caret = 0,
      selections = [],
      runs = [],
    } = await subject().adapter.text(control?.handle ?? '', part, signal());
    const { length } = Array.from(subject().text);
    for (const at of [caret, ...selections.flatMap(({ start, end }) => [start, end])]) {
      expect(at).toBeGreaterThanOrEqual(0);
      expect(at).toBeLessThanOrEqual(length);
    }
    for (const name of ATTRIBUTE_NAMES) {
      expect(attributesOver({ start: 2, end: 11 }, runs)[name].kind).toMatch(/^(value|mixed|unsupported)$/);
    }
  });

  test('a password is never given out', async () => {
    const { nodes } = await capture({ includeOffscreen: true });
    const field = nodes.find(({ name }) => name === subject().passwordName);
    expect(field?.password).toBe(true);
    expect(JSON.stringify(nodes)).not.toContain(subject().secret);
    const read = await subject().adapter.text(
      field?.handle ?? '',
      { start: 0, count: 100, attributes: true },
      signal(),
    );
    expect(read.text).not.toContain(subject().secret);
    expect(read).not.toHaveProperty('caret');
    expect(read).not.toHaveProperty('selections');
  });

  test('rows are read from anywhere and counted', async () => {
    const grid = gridOf(await capture(), subject().rows);
    const first = await subject().adapter.cells(grid.handle, { row: 0, rows: 3, columns: 9 }, signal());
    expect(first).toMatchObject({ rows: subject().rows, start: 0 });
    expect(first.cells).toHaveLength(3);
    const last = await subject().adapter.cells(
      grid.handle,
      { row: subject().rows - 2, rows: 10, columns: 9 },
      signal(),
    );
    expect(last.cells).toHaveLength(2);
    expect(last.cells).not.toEqual(first.cells.slice(0, 2));
  });

  test('a call that is given up ends', async () => {
    const controller = new AbortController();
    const call = subject().adapter.capture(subject().window, SCOPE, controller.signal);
    controller.abort(new Error('given up'));
    // It may have been done already; it must not stay open.
    await Promise.race([call.catch(() => undefined), rejectAfter(5_000)]);
    expect((await capture()).nodes.length).toBeGreaterThan(1);
  });

  test('a window that does not exist is an error by name', async () => {
    const call = subject().adapter.capture('no/such/window', SCOPE, signal());
    await expect(call).rejects.toMatchObject({ code: expect.stringMatching(/^(unknown_window|application_exited)$/) });
  });
}

function inDocumentOrder(nodes: readonly AxNode[]): boolean {
  const path: number[] = [];
  return nodes.every(({ parent }, index) => {
    while (path.length > 0 && path.at(-1) !== parent) path.pop();
    path.push(index);
    return index === 0 ? parent === -1 : path.length > 1;
  });
}

function identities({ nodes }: AxTree): string[] {
  return nodes.map(({ handle, type, name, parent }) => [handle, type, name, parent].join(' '));
}

function gridOf({ nodes }: AxTree, rows: number): AxNode {
  const grid = nodes.find((node) => node.patterns.grid?.rows === rows) ?? nodes.find(holdsRows);
  if (grid === undefined) throw new Error('the window has no grid');
  return grid;
}

function rejectAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`still open after ${ms} ms`)), ms).unref();
  });
}
