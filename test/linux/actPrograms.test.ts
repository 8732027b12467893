import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { until } from './desktop.ts';
import { describeOn, testOn } from './needs.ts';
import { PYTHON } from './reading.ts';
import { servePage } from './servePage.ts';
import { startTask, type Task } from './tasks.ts';

/** Whole tasks of an MCP client in real programs in the background, told from what the programs made of them. */
describeOn([PYTHON], 'a task in the background', () => {
  let task: Task;

  beforeEach(async () => {
    task = await startTask();
  });

  afterEach(() => task?.stop());

  testOn(['gnome-calculator'], '12 × 34 in the calculator', async () => {
    task.desktop.launch('gnome-calculator');
    await task.ready('Calculator', '|Button|=|');
    const keys = ['1', '2', '×', '3', '4', '='].map((key) => ['click', key, 'Button'] as const);
    const text = await task.actUnseen('Calculator', ...keys);
    expect(text).toContain('steps=6 confirmed=6');
    expect(await task.shown('Calculator')).toMatch(/\|Edit\|\|.*value='408'/);
  });

  testOn(['mousepad'], 'a text written and saved in mousepad', async () => {
    const path = join(task.desktop.directory, 'letter.txt');
    writeFileSync(path, 'old\n');
    task.desktop.launch('mousepad', [path]);
    await task.ready('letter.txt', "value='old'");
    const id = /^(\d+)\|Edit\|\|/m.exec(await task.shown('letter.txt'))?.[1];
    const written = await task.call('act', {
      steps: [{ id: Number(id), action: 'set_value', value: 'Dear Zoë,\nthanks.\n' }],
    });
    expect(written).toContain('confirmed via Value.SetValue');
    await task.actUnseen('letter.txt', ['click', 'Save', 'MenuItem']);
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
      task.desktop.launch('libreoffice', own, { SAL_USE_VCLPLUGIN: 'gtk3' });
      await task.ready('LibreOffice Calc', '|DataItem|B2|');
      const text = await task.actUnseen(
        'LibreOffice Calc',
        ['set_value', 'B2', 'DataItem', 12],
        ['set_value', 'C2', 'DataItem', '3.50'],
        ['set_value', 'D2', 'DataItem', -7],
        ['set_value', 'E2', 'DataItem', 'total'],
      );
      expect(text).toContain('steps=4 confirmed=3');
      expect(text).toMatch(/^step 4 set_value .*: needs_foreground[\s\S]*it has no EditableText interface/m);
      const table = /^(\d+)\|Table\|/m.exec(await task.shown('LibreOffice Calc'))?.[1];
      const rows = await task.call('read_table', { id: Number(table), range: 'B2:E2' });
      expect(rows).toContain('\n2|12|3.5|-7\n');
    },
    90_000,
  );

  testOn(['chromium'], 'a form checked, chosen and sent in Chromium', async () => {
    const { server, address, sent } = await servePage();
    try {
      const own = ['--no-sandbox', '--no-first-run', '--disable-gpu', '--force-renderer-accessibility'];
      task.desktop.launch('chromium', [...own, `--user-data-dir=${join(task.desktop.directory, 'chromium')}`, address]);
      await task.ready('Deskhand order', '|Button|Send|');
      const text = await task.actUnseen(
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
      expect(text).toMatch(/^step 1 set_value .*: needs_foreground[\s\S]*it has no EditableText interface/m);
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
