import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect } from 'vitest';
import { connectStdio, type StdioClient } from '../../src/engine/mcp/stdioClient.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { describeOn, testOn } from './needs.ts';
import { disturbances, Oracle } from './oracle.ts';
import { launchFixture, PYTHON, setEnabled } from './reading.ts';

/** Whole tasks of an MCP client in real programs in the background, told from what the programs made of them. */
describeOn([PYTHON], 'a task in the background', () => {
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
  const shown = (window: string) => call('observe', { window, filter: 'all', budget_tokens: 12_000 });

  /** Waits for a row of the window, and puts another window in front of it. */
  async function ready(window: string, row: string): Promise<void> {
    await until(async () => (await shown(window)).includes(row), `${row} of ${window}`, 30_000);
    const { stacking } = await oracle.look();
    await launchFixture(desktop, 'gtk3');
    await until(async () => (await oracle.look()).stacking.length > stacking.length, 'the window in front');
  }

  /** Does steps on controls by type and name; fails where the user would have noticed. */
  async function act(window: string, ...steps: readonly (readonly [string, string, string?, (string | number)?])[]) {
    const before = await oracle.look();
    const found = await Promise.all(
      steps.map(async ([action, name, type, value]) => {
        // Items of a menu that is not open.
        const matches = await call('find', { query: name, window, include_offscreen: type === 'MenuItem' });
        return { action, id: idIn(matches, name, type), ...(value !== undefined && { value }) };
      }),
    );
    const text = await call('act', { steps: found, stop_on_error: false });
    expect(disturbances(before, await oracle.look()).filter(({ by }) => by === 'us')).toEqual([]);
    return text;
  }

  testOn(['gnome-calculator'], '12 × 34 in the calculator', async () => {
    desktop.launch('gnome-calculator');
    await ready('Calculator', '|Button|=|');
    const keys = ['1', '2', '×', '3', '4', '='].map((key) => ['click', key, 'Button'] as const);
    const text = await act('Calculator', ...keys);
    expect(text).toContain('steps=6 confirmed=6');
    expect(await shown('Calculator')).toMatch(/\|Edit\|\|.*value='408'/);
  });

  testOn(['mousepad'], 'a text written and saved in mousepad', async () => {
    const path = join(desktop.directory, 'letter.txt');
    writeFileSync(path, 'old\n');
    desktop.launch('mousepad', [path]);
    await ready('letter.txt', "value='old'");
    const id = /^(\d+)\|Edit\|\|/m.exec(await shown('letter.txt'))?.[1];
    const written = await call('act', {
      steps: [{ id: Number(id), action: 'set_value', value: 'Dear Zoë,\nthanks.\n' }],
    });
    expect(written).toContain('confirmed via Value.SetValue');
    await act('letter.txt', ['click', 'Save', 'MenuItem']);
    await until(
      () => readFileSync(path, 'utf8') === 'Dear Zoë,\nthanks.\n',
      () => readFileSync(path, 'utf8'),
    );
  });

  testOn(
    ['libreoffice'],
    'a row filled and read back in LibreOffice Calc',
    async () => {
      const own = ['--norestore', '--nologo', '--nofirststartwizard', '--calc'];
      desktop.launch('libreoffice', own, { SAL_USE_VCLPLUGIN: 'gtk3' });
      await ready('LibreOffice Calc', '|DataItem|B2|');
      const text = await act(
        'LibreOffice Calc',
        ['set_value', 'B2', 'DataItem', 12],
        ['set_value', 'C2', 'DataItem', '3.50'],
        ['set_value', 'D2', 'DataItem', -7],
        ['set_value', 'E2', 'DataItem', 'total'],
      );
      expect(text).toContain('steps=4 confirmed=3');
      expect(text).toMatch(/^step 4 set_value .*: refused[\s\S]*it has no EditableText interface/m);
      const table = /^(\d+)\|Table\|/m.exec(await shown('LibreOffice Calc'))?.[1];
      const rows = await call('read_table', { id: Number(table), range: 'B2:E2' });
      expect(rows).toContain('\n2|12|3.5|-7\n');
    },
    90_000,
  );

  testOn(['chromium'], 'a form checked, chosen and sent in Chromium', async () => {
    const { server, address, sent } = await servePage();
    try {
      const own = ['--no-sandbox', '--no-first-run', '--disable-gpu', '--force-renderer-accessibility'];
      desktop.launch('chromium', [...own, `--user-data-dir=${join(desktop.directory, 'chromium')}`, address]);
      await ready('Deskhand order', '|Button|Send|');
      const text = await act(
        'Deskhand order',
        ['set_value', 'Customer', 'Edit', 'Ada'],
        ['set_number', 'Pieces', 'Slider', 7],
        ['toggle', 'Gift', 'CheckBox'],
        ['select', 'Fast', 'RadioButton'],
        ['set_value', 'Size', 'ComboBox', 'Large'],
        ['click', 'Cancel', 'Button'],
        ['click', 'Send', 'Button'],
      );
      // Chromium takes no text but from the keyboard, and says so.
      expect(text).toMatch(/^step 1 set_value .*: refused[\s\S]*it has no EditableText interface/m);
      expect(text).toMatch(/^step 6 click .*: refused, the control is disabled/m);
      expect(text).toContain('steps=7 confirmed=5');
      await until(() => sent.length > 0, 'the form');
      expect(sent).toEqual(['/submit?customer=&pieces=7&gift=yes&speed=fast&size=Large']);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});

/** A page with a form, and what was sent from it. */
async function servePage(): Promise<{ server: Server; address: string; sent: readonly string[] }> {
  const page = readFileSync(join(import.meta.dirname, '../fixtures/form.html'));
  const sent: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    if (url.startsWith('/submit')) sent.push(url);
    response.setHeader('content-type', 'text/html').end(url === '/' ? page : '<title>Deskhand done</title>');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server on a port has no other kind of address.
  const { port } = server.address() as AddressInfo;
  return { server, address: `http://127.0.0.1:${port}/`, sent };
}

function idIn(text: string, name: string, type?: string): number {
  const row = text
    .split('\n')
    .map((line) => line.split('|'))
    .find(([id = '', ownType, ownName]) => /^\d+$/.test(id) && ownName === name && (!type || ownType === type));
  if (row === undefined) throw new Error(`no ${type ?? 'row'} named ${name} in\n${text}`);
  return Number(row[0]);
}
