import { resolve } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectStdio, type StdioClient } from '../../src/engine/mcp/stdioClient.ts';
import { allowInput } from './allowing.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { describeOn, testOn } from './needs.ts';
import { disturbances, Oracle } from './oracle.ts';
import { launchOrdered } from './orders.ts';
import { launchFixture, PYTHON, setEnabled } from './reading.ts';

/** What is scrolled is seen in the rows that are shown afterwards. */
describeOn([PYTHON], 'scrolling a table of 1,000 rows', () => {
  let desktop: TestDesktop;
  let client: StdioClient;
  let oracle: Oracle;

  beforeEach(async () => {
    desktop = await startDesktop();
    await setEnabled(desktop, true);
    const env = { ...desktop.env, DESKHAND_IDLE_MS: '500' };
    client = await connectStdio(process.execPath, [resolve('src/engine/main.ts'), 'mcp'], env);
    oracle = await Oracle.open(desktop.env);
  });

  afterEach(async () => {
    oracle?.close();
    await client?.close();
    await desktop?.stop();
  });

  const call = (tool: string, args: Readonly<Record<string, unknown>>) => client.call(`deskhand_${tool}`, args);

  async function idOf(window: string, query: string, type: string): Promise<number> {
    let id: string | undefined;
    await until(
      async () => {
        const rows = await call('find', { query, window });
        id = rows.split('\n').find((line) => line.split('|')[1] === type && line.split('|')[2] === query);
        return id !== undefined;
      },
      () => `${type} ${query}`,
      20_000,
    );
    return Number.parseInt(id ?? '', 10);
  }

  /** Scrolls in the background, where another window is in front. */
  async function scrolled(id: number, value: string | number): Promise<string> {
    const before = await oracle.look();
    const text = await call('act', { steps: [{ action: 'scroll', id, value }] });
    expect(disturbances(before, await oracle.look())).toEqual([]);
    return text;
  }

  async function tableOf(toolkit: string, type: string): Promise<number> {
    launchOrdered(desktop, `matrix_${toolkit}`, { QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1' });
    const id = await idOf('Deskhand matrix', 'People', type);
    const { stacking } = await oracle.look();
    await launchFixture(desktop, 'gtk3');
    await until(async () => (await oracle.look()).stacking.length > stacking.length, 'the window in front');
    return id;
  }

  test('of GTK 3 by its scroll bar', async () => {
    const id = await tableOf('gtk3', 'Table');
    expect(await scrolled(id, 'up')).toContain("confirmed, '0.0%', already at the limit");
    expect(await scrolled(id, 50)).toMatch(/confirmed via scroll bar, '0\.0%' → '(49|50)\.\d%'/);
    expect(await call('find', { query: 'name 5', window: 'Deskhand matrix' })).toMatch(/\|name (49|50)\d\|/);
    expect(await scrolled(id, 'down')).toMatch(/confirmed via scroll bar, '(49|50)\.\d%' → '5\d\.\d%'/);
    expect(await scrolled(id, 100)).toMatch(/confirmed via scroll bar/);
    expect(await scrolled(id, 'down')).toContain('already at the limit');
  });

  test.each([
    ['gtk4', 'Tree', 'its scroll bar has no RangeValue pattern'],
    ['qt', 'Table', 'it has no scroll bar on this axis'],
  ])('of %s by the wheel, where the user allows it', async (toolkit, type, reason) => {
    const id = await tableOf(toolkit, type);
    const text = await scrolled(id, 'down');
    expect(text).toContain('needs_foreground');
    expect(text).toContain(`skipped scroll bar: ${reason}`);
    allowInput(desktop, 'ladder');
    expect(await call('act', { steps: [{ action: 'scroll', id, value: 'down' }] })).toContain('confirmed via wheel');
  });

  testOn(['chromium'], 'a page by the wheel, where the user allows it', async () => {
    const page = `data:text/html,<title>Long page</title>${'<p>line</p>'.repeat(200)}<button>End</button>`;
    const own = ['--no-sandbox', '--no-first-run', '--disable-gpu', '--force-renderer-accessibility'];
    desktop.launch('chromium', [...own, `--user-data-dir=${desktop.directory}/profile`, page]);
    const id = await idOf('Long page', 'Long page', 'Document');
    expect(await scrolled(id, 'down')).toContain('needs_foreground');
    allowInput(desktop, 'ladder');
    expect(await call('act', { steps: [{ action: 'scroll', id, value: 'down' }] })).toContain('confirmed via wheel');
  });
});
