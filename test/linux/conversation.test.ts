import { resolve } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectStdio, type StdioClient } from '../../src/engine/mcp/stdioClient.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { describeOn } from './needs.ts';
import { launchFixture, PYTHON } from './reading.ts';

/** The main job: a real MCP client reads real windows through bridge, engine and adapter host. */
describeOn([PYTHON, 'gnome-calculator'], 'an MCP client on a Linux desktop', () => {
  let desktop: TestDesktop;
  let client: StdioClient;

  beforeAll(async () => {
    desktop = await startDesktop();
    await launchFixture(desktop, 'gtk3');
    await launchFixture(desktop, 'gtk4');
    desktop.launch('gnome-calculator');
    const env = { ...desktop.env, DESKHAND_IDLE_MS: '500' };
    client = await connectStdio(process.execPath, [resolve('src/engine/main.ts'), 'mcp'], env);
    for (const title of ['Deskhand GTK 3', 'Deskhand GTK 4', 'Calculator']) {
      await until(async () => (await call('windows')).includes(title), `the window ${title}`);
    }
  }, 60_000);

  afterAll(async () => {
    await client?.close();
    await desktop?.stop();
  });

  const call = (tool: string, args: Readonly<Record<string, unknown>> = {}) => client.call(`deskhand_${tool}`, args);

  test.each(['Deskhand GTK 3', 'Deskhand GTK 4'])('observes %s', async (window) => {
    await until(async () => (await call('observe', { window })).includes('|Notes|'), `the controls of ${window}`);
    const text = await call('observe', { window });
    expect(text).toContain(`window: '${window}'`);
    expect(text).toMatch(/^\d+\|Button\|Save\|(focused)?\|invoke$/m);
    expect(text).toMatch(/^\d+\|Button\|Delete\|disabled\|invoke$/m);
    expect(text).toMatch(/^\d+\|CheckBox\|Wrap lines\|on\|toggle$/m);
    expect(text).toMatch(/^\d+\|Edit\|User\|value='ada'\|value,text$/m);
    expect(text).toMatch(/^\d+\|Edit\|Secret\|value=\*\*\*\|value,text$/m);
    expect(text).toMatch(/more rows: deskhand_read_table\(id=\d+\)/);
  });

  test('observes the calculator and reads its keys', async () => {
    const text = await call('observe', { window: 'Calculator' });
    for (const digit of '0123456789') expect(text).toMatch(new RegExp(`\\|Button\\|${digit}\\b`));
  });

  test.each(['Deskhand GTK 3', 'Deskhand GTK 4'])('finds, and reads text and rows of %s by id', async (window) => {
    const notes = idIn(await call('find', { query: 'Notes', window }));
    expect(await call('read_text', { id: notes })).toContain('first line\nsecond line\nümlaut');
    const more = await call('observe', { window });
    const grid = Number(/deskhand_read_table\(id=(\d+)\)/.exec(more)?.[1]);
    expect(await call('read_table', { id: grid, max_rows: 3 })).toContain('name 1|city 1|1');
  });

  test('rows that a toolkit does not count are said to be more', async () => {
    const more = await call('observe', { window: 'Deskhand GTK 4' });
    expect(more).toMatch(/an unknown number of more rows/);
    const grid = Number(/deskhand_read_table\(id=(\d+)\)/.exec(more)?.[1]);
    expect(await call('read_table', { id: grid, max_rows: 2 })).toMatch(/grid \d+ or more×3.*\nOnly the \d+ rows near/);
  });

  test('an unchanged window has no changes, and its ids stay', async () => {
    const first = await call('observe', { window: 'Deskhand GTK 3' });
    const since = Number(/snapshot=(\d+)/.exec(first)?.[1]);
    expect(await call('observe', { window: 'Deskhand GTK 3', since })).toContain('unchanged');
    expect(rowsOf(await call('observe', { window: 'Deskhand GTK 3' }))).toEqual(rowsOf(first));
  });

  test('two windows that match are an error with both', async () => {
    const text = await call('observe', { window: 'Deskhand' });
    expect(text).toMatch(/^ambiguous_window: 2 windows match.*GTK 3.*GTK 4|GTK 4.*GTK 3/);
  });
});

function idIn(answer: string): number {
  return Number(/^(\d+)\|/m.exec(answer)?.[1]);
}

function rowsOf(answer: string): string[] {
  return answer.split('\n').filter((line) => /^\d+\|/.test(line));
}
