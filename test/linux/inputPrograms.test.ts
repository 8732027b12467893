import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { allowInput } from './allowing.ts';
import { until } from './desktop.ts';
import { describeOn, testOn } from './needs.ts';
import { PYTHON } from './reading.ts';
import { servePage } from './servePage.ts';
import { startTask, type Task } from './tasks.ts';

/** What real programs take only from the keyboard or the pointer, where the user allows them. */
describeOn([PYTHON], 'a task with the pointer and the keys', () => {
  let task: Task;

  beforeEach(async () => {
    task = await startTask();
    allowInput(task.desktop, 'ladder');
  });

  afterEach(() => task?.stop());

  testOn(
    ['libreoffice'],
    'a text in a cell of LibreOffice Calc',
    async () => {
      const own = ['--norestore', '--nologo', '--nofirststartwizard', '--calc'];
      task.desktop.launch('libreoffice', own, { SAL_USE_VCLPLUGIN: 'gtk3' });
      await task.seen('LibreOffice Calc', '|DataItem|B2|');
      const text = await task.act(
        'LibreOffice Calc',
        ['set_value', 'B2', 'DataItem', 'total'],
        ['set_value', 'C2', 'DataItem', 12],
        ['set_value', 'D2', 'DataItem', '=C2*2'],
      );
      expect(text).toMatch(/^step 1 set_value .*: confirmed via select the cell and type/m);
      expect(text).toMatch(/^step 3 set_value .*: unverified via select the cell and type/m);
      expect(text).toMatch(/^step 2 set_value .*: confirmed via Value.SetValue as a number/m);
      const table = /^(\d+)\|Table\|/m.exec(await task.shown('LibreOffice Calc'))?.[1];
      await until(
        async () =>
          (await task.call('read_table', { id: Number(table), range: 'B2:D2' })).includes('\n2|total|12|24\n'),
        () => text,
        5_000,
      );
    },
    90_000,
  );

  testOn(['chromium'], 'a form filled and sent in Chromium', async () => {
    const { server, address, sent } = await servePage();
    try {
      // Without its warning of --no-sandbox, which moves the page while it is being clicked on.
      const own = ['--no-sandbox', '--test-type', '--no-first-run', '--disable-gpu', '--force-renderer-accessibility'];
      const profile = `--user-data-dir=${join(task.desktop.directory, 'chromium')}`;
      task.desktop.launch('chromium', [...own, profile, address]);
      await task.seen('Deskhand order', '|Button|Send|');
      const text = await task.act(
        'Deskhand order',
        ['set_value', 'Customer', 'Edit', 'Zoë & Çelik: 50% жд'],
        ['type', 'Customer', 'Edit', '!'],
        ['click_physical', 'Gift', 'CheckBox'],
        ['click', 'Send', 'Button'],
      );
      expect(text).toMatch(/^step 1 set_value .*: confirmed via type over, '' → 'Zoë & Çelik: 50% жд'/m);
      expect(text).toMatch(/^step 2 type .*: confirmed via type behind/m);
      expect(text).toContain('steps=4 confirmed=4');
      await until(() => sent.length > 0, 'the form');
      const { searchParams } = new URL(sent[0] ?? '', 'http://localhost');
      expect(Object.fromEntries(searchParams)).toMatchObject({ customer: 'Zoë & Çelik: 50% жд!', gift: 'yes' });
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});
