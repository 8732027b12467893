import { afterAll, beforeAll } from 'vitest';
import type { PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import { startDesktop, type TestDesktop } from '../linux/desktop.ts';
import { describeOn } from '../linux/needs.ts';
import { launchFixture, PYTHON, treeOf, windowTitled } from '../linux/reading.ts';
import { describeContract, type Subject } from './contract.ts';

describeOn([PYTHON], 'linux, GTK 3', () => {
  let desktop: TestDesktop;
  let adapter: PlatformAdapter;
  let subject: Subject;

  beforeAll(async () => {
    desktop = await startDesktop();
    adapter = await createLinuxAdapter(desktop.env);
    await launchFixture(desktop, 'gtk3');
    await treeOf(adapter, 'Deskhand GTK 3', 50);
    subject = {
      adapter,
      window: (await windowTitled(adapter, 'Deskhand GTK 3')).handle,
      rows: 1_000,
      textName: 'Notes',
      text: 'first line\nsecond line\nümlaut',
      passwordName: 'Secret',
      secret: 'hunter2',
    };
  });

  afterAll(async () => {
    await adapter?.dispose();
    await desktop?.stop();
  });

  describeContract(() => subject);
});
