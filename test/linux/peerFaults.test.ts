import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { describeOn, testOn } from './needs.ts';
import { connectProduct, type ProductClient, rowsOf } from './productClient.ts';
import { launchFixture, NEVER, PYTHON, setEnabled, windowTitled } from './reading.ts';
import { ProgramWatch } from './watch.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures');
const LABELS = 10_000;
const BIG = 'Deskhand 10000 rows';

/** What other readers of AT-SPI get wrong, through the whole product. */
describeOn([PYTHON], 'faults that other readers have', () => {
  const watch = new ProgramWatch();
  let desktop: TestDesktop;
  let client: ProductClient;

  beforeAll(async () => {
    desktop = await startDesktop();
    await setEnabled(desktop, true);
    const gtk3 = await launchFixture(desktop, 'gtk3');
    const gtk4 = await launchFixture(desktop, 'gtk4');
    const qt6 = desktop.launch(PYTHON, [join(FIXTURES, 'qt6.py')], { QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1' });
    client = await connectProduct(desktop);
    for (const window of ['Deskhand GTK 3', 'Deskhand GTK 4', 'Deskhand Qt 6']) await client.ready(window, '|Delete|');
    watch.add('GTK 3', gtk3.process);
    watch.add('GTK 4', gtk4.process);
    watch.add('Qt 6', qt6);
  });

  afterAll(async () => {
    await client?.close();
    await desktop?.stop();
  });

  test.each(['GTK 3', 'GTK 4', 'Qt 6'])('%s: what is disabled has an id and says so', async (toolkit) => {
    const answer = await client.call('observe', { window: `Deskhand ${toolkit}` });
    const [, id] = /^(\d+)\|Button\|Delete\|disabled\|/m.exec(answer) ?? [];
    expect(await client.call('find', { query: 'Delete', window: `Deskhand ${toolkit}` })).toContain(
      `\n${id}|Button|Delete|disabled|`,
    );
  });

  test.each(['GTK 3', 'GTK 4', 'Qt 6'])('%s: fields and choices show what they hold', async (toolkit) => {
    const answer = await client.call('observe', { window: `Deskhand ${toolkit}` });
    expect(answer).toMatch(/^\d+\|Edit\|User\|[^|]*value='ada'/m);
    expect(answer).toMatch(/^\d+\|ComboBox\|[^|]*\|[^|]*value='Medium'/m);
    expect(answer).toMatch(/^\d+\|Spinner\|Count\|[^|]*value='3'/m);
    expect(answer).not.toContain('hunter2');
  });

  test.each(['GTK 3', 'GTK 4', 'Qt 6'])('%s: a complete answer says that it is one', async (toolkit) => {
    const found = await client.call('find', { query: 'Wrap', window: `Deskhand ${toolkit}` });
    const [, id] = /^(\d+)\|CheckBox\|Wrap lines\|on\|/m.exec(found) ?? [];
    const answer = await client.call('observe', { window: `Deskhand ${toolkit}`, within: Number(id), filter: 'all' });
    expect(answer).toContain('complete=true');
    // The table of the window has more rows than are shown.
    expect(await client.call('observe', { window: `Deskhand ${toolkit}` })).toContain('complete=false');
  });

  test('reading did the programs no harm', () => {
    expect(watch.complaints()).toEqual([]);
  });
});

describeOn([PYTHON], 'programs that stop or end', () => {
  const watch = new ProgramWatch();
  let desktop: TestDesktop;
  let client: ProductClient;

  beforeAll(async () => {
    desktop = await startDesktop();
    const other = await launchFixture(desktop, 'gtk4');
    client = await connectProduct(desktop);
    await client.ready('Deskhand GTK 4', '|Delete|');
    watch.add('the other program', other.process);
  });

  afterAll(async () => {
    await client?.close();
    await desktop?.stop();
  });

  test('a stopped program costs its own call the deadline, and the others answer meanwhile', async () => {
    const fixture = await launchFixture(desktop, 'gtk3');
    await client.ready('Deskhand GTK 3', '|Delete|');
    fixture.process.kill('SIGSTOP');
    try {
      let isOver = false;
      const stuck = client.call('observe', { window: 'Deskhand GTK 3' }).finally(() => {
        isOver = true;
      });
      await delay(100);
      expect(await client.call('observe', { window: 'Deskhand GTK 4' })).toContain('|Delete|disabled|');
      expect(isOver).toBe(false);
      expect(await stuck).toMatch(/^not_responding: /);
    } finally {
      fixture.process.kill('SIGCONT');
    }
    await client.ready('Deskhand GTK 3', '|Delete|');
    fixture.process.kill('SIGKILL');
  });

  test('a program that has ended is said to have ended', async () => {
    const fixture = await launchFixture(desktop, 'gtk3');
    await client.ready('Deskhand GTK 3', '|Delete|');
    const answer = await client.call('find', { query: 'Notes', window: 'Deskhand GTK 3' });
    const id = Number(/^(\d+)\|/m.exec(answer)?.[1]);
    fixture.process.kill('SIGKILL');
    await once(fixture.process, 'exit');
    const start = performance.now();
    expect(await client.call('read_text', { id })).toMatch(/^(application_exited|stale_element): /);
    // A second is what is promised; a busy machine gets another one.
    expect(performance.now() - start).toBeLessThan(2_000);
    await until(async () => !(await client.call('windows')).includes('GTK 3'), 'the list without it');
    expect(await client.call('observe', { window: 'Deskhand GTK 3' })).toMatch(/^unknown_window: /);
    expect(await client.call('observe', { window: 'Deskhand GTK 4' })).toContain('|Delete|disabled|');
  });

  test('reading did the other program no harm', () => {
    expect(watch.complaints()).toEqual([]);
  });
});

describeOn([PYTHON], 'windows with more than others read', () => {
  const watch = new ProgramWatch();
  let desktop: TestDesktop;
  let adapter: PlatformAdapter;
  let client: ProductClient;

  beforeAll(async () => {
    desktop = await startDesktop();
    const many = desktop.launch(PYTHON, [join(FIXTURES, 'many.py'), String(LABELS)]);
    const big = desktop.launch(PYTHON, [join(FIXTURES, 'big.py'), 'gtk3', '10000']);
    adapter = await createLinuxAdapter(desktop.env);
    client = await connectProduct(desktop);
    await client.ready('Deskhand few', '|Third|');
    await client.ready(BIG, 'more rows');
    watch.add('the labels', many);
    watch.add('the table', big);
  });

  afterAll(async () => {
    await client?.close();
    await adapter?.dispose();
    await desktop?.stop();
  });

  test('10,000 elements are 10,000 elements', async () => {
    const { handle } = await windowTitled(adapter, 'Deskhand many');
    const scope = { includeOffscreen: false, rows: 12, maxNodes: 50_000, timeBudget: 60_000 };
    const { nodes, cuts } = await adapter.capture(handle, scope, NEVER);
    expect(cuts).toEqual([]);
    expect(new Set(nodes.flatMap(({ name }) => (/^L\d+$/.test(name) ? [name] : []))).size).toBe(LABELS);
  });

  test('an answer that leaves out some of them counts those', async () => {
    const answer = await client.call('observe', { window: 'Deskhand many', filter: 'all', max_elements: 20 });
    expect(rowsOf(answer)).toHaveLength(20);
    expect(answer).toContain('complete=false');
    // A slow machine may read fewer of them in the time that a call has; that has to be said as well.
    const left = Number(/(\d+) more elements cut by max_elements=20/.exec(answer)?.[1]);
    expect(left > LABELS - 20 || /time/.test(answer)).toBe(true);
  });

  test('a search of 30,000 cells answers with what it searched', async () => {
    const answer = await client.call('find', { query: 'name 3', window: BIG });
    expect(answer).toMatch(/^\d+\|DataItem\|name 3\|/m);
    // Only the rows on the screen are searched, which has to be said.
    expect(answer).toContain('complete=false');
    expect(answer).toMatch(/rows .*deskhand_read_table\(id=\d+\)/);
    const table = await client.call('observe', { window: BIG });
    const id = Number(/deskhand_read_table\(id=(\d+)\)/.exec(table)?.[1]);
    expect(await client.call('read_table', { id, start_row: 9_999 })).toContain('name 9999|city 3|9999');
  });

  test('reading did the programs no harm', () => {
    expect(watch.complaints()).toEqual([]);
  });
});

describeOn([PYTHON, 'libreoffice'], 'a spreadsheet that other readers end', () => {
  const CALC = 'LibreOffice Calc';

  testOn(['libreoffice'], 'is read in every way and goes on', async () => {
    const watch = new ProgramWatch();
    const desktop = await startDesktop();
    const client = await connectProduct(desktop);
    try {
      const office = desktop.launch('libreoffice', ['--norestore', '--nologo', '--nofirststartwizard', '--calc'], {
        SAL_USE_VCLPLUGIN: 'gtk3',
      });
      await until(async () => (await client.call('windows')).includes(CALC), 'the spreadsheet', 60_000);
      await client.ready(CALC, 'more rows');
      watch.add('LibreOffice', office);
      for (const filter of ['interactive', 'text', 'all'])
        expect(await client.call('observe', { window: CALC, filter })).toContain('complete=false');
      expect(await client.call('observe', { window: CALC, filter: 'table' })).toMatch(/^\d+\|Table\|/m);
      await client.call('observe', { window: CALC, filter: 'all', include_offscreen: true });
      expect(await client.call('find', { query: 'B3', window: CALC })).toMatch(/^\d+\|DataItem\|B3\|/m);
      expect(await client.call('observe', { window: CALC })).toContain('more rows');
      expect(watch.complaints()).toEqual([]);
    } finally {
      await client.close();
      await desktop.stop();
    }
  });
});

describe('the watch over programs', () => {
  test('tells of one that has ended and of one that has grown', async () => {
    const watch = new ProgramWatch();
    const grows = spawn(process.execPath, ['-e', GROWS], { stdio: ['pipe', 'pipe', 'ignore'] });
    const ends = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log()'], { stdio: 'pipe' });
    try {
      await Promise.all([once(grows.stdout, 'data'), once(ends.stdout, 'data')]);
      watch.add('first', grows);
      watch.add('second', ends);
      expect(watch.complaints()).toEqual([]);
      grows.stdin.write('\n');
      ends.kill('SIGKILL');
      await Promise.all([once(grows.stdout, 'data'), once(ends, 'exit')]);
      expect(watch.complaints()).toEqual([expect.stringMatching(/^first has grown from/), 'second has ended']);
    } finally {
      grows.kill('SIGKILL');
      ends.kill('SIGKILL');
    }
  });
});

/** Takes 600 MB when it is told to. */
const GROWS =
  "console.log(); process.stdin.once('data', () => { globalThis.kept = Buffer.alloc(600 << 20, 1); console.log(); });";
