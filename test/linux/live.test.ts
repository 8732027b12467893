import { existsSync } from 'node:fs';
import process from 'node:process';
import { afterEach, beforeEach } from 'vitest';
import type { PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import { expectKept, launchChanging } from './changing.ts';
import { launchPage } from './changingPage.ts';
import { missingForLinuxTests, startDesktop, type TestDesktop } from './desktop.ts';
import { describeOn, skippable, testOn } from './needs.ts';
import { PYTHON, setEnabled } from './reading.ts';

describeOn([PYTHON], 'trees that events keep current', () => {
  let desktop: TestDesktop;
  let live: PlatformAdapter;
  let cold: PlatformAdapter;

  beforeEach(async () => {
    desktop = await startDesktop();
    await setEnabled(desktop, true);
    live = await createLinuxAdapter(desktop.env);
    cold = await createLinuxAdapter(desktop.env, { live: false });
  });

  afterEach(async () => {
    await live.dispose();
    await cold.dispose();
    await desktop.stop();
  });

  testOn([PYTHON], 'GTK 3', () => expectKept(live, cold, launchChanging(desktop, 'changing_gtk3')));
  testOn([PYTHON], 'GTK 4', () => expectKept(live, cold, launchChanging(desktop, 'changing_gtk4')));
  testOn([PYTHON], 'Qt 6', () => expectKept(live, cold, launchChanging(desktop, 'changing_qt')));
  testOn([PYTHON], 'Qt 5', () => expectKept(live, cold, launchChanging(desktop, 'changing_qt', { DESKHAND_QT: '5' })));
  testOn(['chromium'], 'Chromium', async () => {
    const page = await launchPage(desktop);
    try {
      await expectKept(live, cold, page, { rest: 700, step: 25 });
    } finally {
      page.close();
    }
  });
  skippable(
    missingForLinuxTests(['libreoffice']) ?? (hasUno() ? undefined : 'not installed: python3-uno'),
    'LibreOffice',
    () => {
      // Through GTK 3 it is on the accessibility bus; the pipe's name is unique on the machine.
      const extra = { SAL_USE_VCLPLUGIN: 'gtk3' };
      const office = launchChanging(desktop, 'changing_office', extra, [`deskhand${process.pid}`]);
      return expectKept(live, cold, office, { rest: 300, step: 25 });
    },
    300_000,
  );
});

function hasUno(): boolean {
  return existsSync('/usr/lib/python3/dist-packages/uno.py');
}
