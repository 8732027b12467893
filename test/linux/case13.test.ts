import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { describeOn } from './needs.ts';
import { NEVER, PYTHON, SCOPE, treeOf, windowTitled } from './reading.ts';

const PROVIDER = join(import.meta.dirname, '../fixtures/endless_table.py');
const INT_MAX = 2 ** 31 - 1;

/** Seconds, of which a read that lists the children would take thousands. */
const SOON = 5_000;

/**
 * A table that claims billions of children froze the readers that listed them. Here a program of our own claims so; the
 * second one has the name of LibreOffice, whose sheets are read in another way.
 */
describeOn([PYTHON], 'a table of 2³¹ − 1 children', () => {
  let desktop: TestDesktop;
  let adapter: PlatformAdapter;
  let log: string;

  beforeEach(async () => {
    desktop = await startDesktop();
    adapter = await createLinuxAdapter(desktop.env);
    log = join(desktop.directory, 'calls');
  });

  afterEach(async () => {
    await adapter.dispose();
    await desktop.stop();
  });

  test.each(['endless', 'soffice'])('of %s is read soon, and its children are never listed', async (name) => {
    desktop.launch(PYTHON, [PROVIDER, name, log]);
    await until(() => existsSync(log), 'the provider');
    const { handle } = await windowTitled(adapter, 'Endless table');
    const started = performance.now();
    const tree = await treeOf(adapter, 'Endless table', 10);
    const at = tree.nodes.findIndex((node) => node.name === 'Endless');
    const table = tree.nodes[at];
    expect(table?.patterns.grid).toEqual({ rows: 1_048_576, columns: 16_384 });
    expect(tree.cuts.some((cut) => cut.reason === 'rows' && cut.at === at && (cut.omitted ?? 0) > 1_000_000)).toBe(
      true,
    );
    expect(tree.nodes.length).toBeLessThan(500);
    const last = { row: 1_048_575, rows: 1, column: 16_380, columns: 64 };
    const cells = await adapter.cells(table?.handle ?? '', last, NEVER);
    expect(cells).toMatchObject({ rows: 1_048_576, columns: 16_384, start: 1_048_575, startColumn: 16_380 });
    expect(cells.cells).toEqual([
      ['XFA', 'XFB', 'XFC', 'XFD'].map((letters) => expectedText(name, `${letters}1048576`)),
    ]);
    const all = await adapter.capture(
      handle,
      { ...SCOPE, includeOffscreen: true, rows: INT_MAX, maxNodes: 200 },
      NEVER,
    );
    expect(all.nodes.length).toBeLessThanOrEqual(200);
    expect(performance.now() - started).toBeLessThan(SOON);
    const calls = readFileSync(log, 'utf8').split('\n');
    expect(calls.filter((call) => call.startsWith('GetChildren'))).toEqual([]);
    expect(calls.length).toBeLessThan(20_000);
  });
});

/** The name of a cell in LibreOffice is its address; other programs name it after what it shows. */
function expectedText(program: string, address: string): string {
  return program === 'soffice' ? `text of ${address}` : address;
}
