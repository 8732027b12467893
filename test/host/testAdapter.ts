import { setTimeout as delay } from 'node:timers/promises';
import type { PlatformAdapter, TextPart, TextSlice, WindowList } from '../../src/engine/adapters/adapter.ts';
import type { CellRows } from '../../src/model/cellRows.ts';
import type { AxNode, AxTree } from '../../src/model/element.ts';
import { EngineError } from '../../src/model/errors.ts';

/** What the adapter does with the call of a handle: `behaviour` or `behaviour:number`. */
const BEHAVIOURS: Readonly<Record<string, (amount: number, signal: AbortSignal) => string | Promise<string>>> = {
  echo: (amount) => `echo ${amount}`,
  slow: (amount) => delay(amount, `slow ${amount}`),
  // Blocks the main thread as a native call does, without burning a core.
  hang: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  silent: () => new Promise(() => {}),
  untilCancelled: (_amount, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        cancelled += 1;
        reject(signal.reason);
      });
    }),
  cancelled: () => `${cancelled}`,
  exit: (amount) => process.exit(amount),
  abort: () => process.abort(),
  refuse: (amount) => {
    throw new EngineError('stale_element', { id: amount, reason: 'it moved' }, new Error('the native cause'));
  },
  defect: () => {
    throw new TypeError('a defect of the adapter');
  },
  stray: () => {
    setImmediate(() => {
      throw new Error('an exception outside every call');
    });
    return 'thrown soon';
  },
};

let cancelled = 0;

/** An adapter without a desktop, whose behaviour each call names. */
export function testAdapter(): PlatformAdapter {
  const text = async (handle: string, { start, count }: TextPart, signal: AbortSignal): Promise<TextSlice> => {
    const [name = '', amount] = handle.split(':');
    const behaviour = BEHAVIOURS[name];
    if (behaviour === undefined) throw new Error(`no behaviour ${name}`);
    return { source: 'Name', text: await behaviour(Number(amount ?? 0), signal), total: start + count };
  };
  return {
    text,
    windows: async (): Promise<WindowList> => ({
      windows: [],
      notes: [{ code: 'simulated', detail: `${process.pid}` }],
    }),
    capture: async (window, scope, signal): Promise<AxTree> => {
      if (!window.startsWith('tree')) await text(window, { start: 0, count: 0 }, signal);
      return { nodes: Array.from({ length: scope.maxNodes }, (_, index) => node(index)), cuts: [], notes: [] };
    },
    isCurrent: async () => false,
    changed: async () => false,
    reread: async (handles) => handles.map((handle, index) => (handle === 'gone' ? null : node(index))),
    cells: async (_handle, { row: start = 0, rows }): Promise<CellRows> => ({
      rows: 100,
      columns: 1,
      headers: ['Name'],
      rowHeaders: [],
      start,
      startColumn: 0,
      cells: Array.from({ length: rows }, (_, row) => [`row ${start + row}`]),
      spans: [],
    }),
    perform: async () => ({ kind: 'done' }),
    changeWindow: async () => ({ kind: 'done' }),
    program: async (name) => ({ name, command: [name] }),
    launch: async () => process.pid,
    programState: async (pid) => ({ processes: [pid] }),
    at: async () => ({ kind: 'desktop' }),
    diagnose: async () => ({ session: [], programs: [] }),
    dispose: async () => {},
  };
}

/** A node about as large as those of real windows. */
function node(index: number): AxNode {
  return {
    handle: `:1.42/org/a11y/atspi/accessible/${index}`,
    parent: index - 1,
    type: 'Button',
    name: `Button number ${index}`,
    automationId: `button-${index}`,
    rect: [10, 20 + index, 120, 24],
    focusable: true,
    patterns: { invoke: true, value: { value: `value ${index}`, readOnly: false } },
  };
}
