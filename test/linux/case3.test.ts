import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import { startDesktop, type TestDesktop } from './desktop.ts';
import { describeOn } from './needs.ts';
import { connectProduct, type ProductClient, rowsOf } from './productClient.ts';
import { NEVER, PYTHON, SCOPE, treeOf, windowTitled } from './reading.ts';
import { ProgramWatch } from './watch.ts';

const LABELS = 3_000;
const MANY = 'Deskhand many';
const FEW = 'Deskhand few';

/** Defect 3: the limit of elements is spent on the first window, the second one is empty, and the answer looks complete. */
describeOn([PYTHON], 'case 3: a window full of elements beside a small one', () => {
  const watch = new ProgramWatch();
  let desktop: TestDesktop;
  let adapter: PlatformAdapter;
  let client: ProductClient;

  beforeAll(async () => {
    desktop = await startDesktop();
    const fixture = desktop.launch(PYTHON, [join(import.meta.dirname, '../fixtures/many.py'), String(LABELS)]);
    adapter = await createLinuxAdapter(desktop.env);
    client = await connectProduct(desktop);
    await client.ready(FEW, '|Third|');
    watch.add('the fixture', fixture);
  });

  afterAll(async () => {
    await client?.close();
    await adapter?.dispose();
    await desktop?.stop();
  });

  test('only the window that was asked for costs anything', async () => {
    const tree = await treeOf(adapter, FEW, 4, { ...SCOPE, maxNodes: 100 });
    expect(tree.cuts).toEqual([]);
    const names = tree.nodes.filter(({ type }) => type === 'Button').map(({ name }) => name);
    expect(names).toEqual(['First', 'Second', 'Third']);
    expect(tree.nodes.map(({ name }) => name)).not.toContain('L0');
  });

  test('a read that ends at its limit of elements says so', async () => {
    const { handle } = await windowTitled(adapter, MANY);
    const part = await adapter.capture(handle, { ...SCOPE, maxNodes: 500, timeBudget: 60_000 }, NEVER);
    expect(part.nodes.length).toBeLessThanOrEqual(500);
    expect(part.cuts).toContainEqual({ reason: 'elements' });
    const whole = await adapter.capture(handle, { ...SCOPE, maxNodes: 50_000, timeBudget: 60_000 }, NEVER);
    expect(whole.cuts).toEqual([]);
    const labels = whole.nodes.filter(({ name }) => /^L\d+$/.test(name)).map(({ name }) => name);
    expect(new Set(labels).size).toBe(LABELS);
  });

  test('an answer is complete exactly where nothing was left out', async () => {
    const few = await client.call('observe', { window: FEW });
    expect(few).toContain('elements=3 complete=true');
    expect(rowsOf(few)).toHaveLength(3);
    const many = await client.call('observe', { window: MANY, filter: 'all' });
    expect(many).toContain('complete=false');
    // The answer ends at its own budget of text before it ends at its number of elements.
    expect(many).toMatch(/\d+ more elements cut by/);
    const again = await client.call('observe', { window: FEW });
    expect(rowsOf(again)).toEqual(rowsOf(few));
  });

  test('what was cut is found all the same', async () => {
    const answer = await client.call('find', { window: MANY, query: `L${LABELS - 1}` });
    expect(answer).toMatch(new RegExp(`^\\d+\\|Text\\|L${LABELS - 1}\\|`, 'm'));
    expect(answer).toContain('complete=true');
  });

  test('reading did the program no harm', () => {
    expect(watch.complaints()).toEqual([]);
  });
});
