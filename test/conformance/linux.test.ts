import { resolve } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import { forkHost } from '../../src/engine/adapters/hostFork.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import { superviseAdapter } from '../../src/engine/adapters/supervisor.ts';
import { startDesktop, type TestDesktop } from '../linux/desktop.ts';
import { describeOn } from '../linux/needs.ts';
import { launchFixture, PYTHON, treeOf, windowTitled } from '../linux/reading.ts';
import { describeContract, type Subject } from './contract.ts';

type Create = (env: NodeJS.ProcessEnv) => Promise<PlatformAdapter>;

/** As the engine has it: in a host process, behind the supervisor. */
const createInHost: Create = (env) =>
  Promise.resolve(
    superviseAdapter({ fork: () => forkHost(resolve('src/engine/main.ts'), ['adapter-host', 'linux'], env) }),
  );

describeLinux('linux, GTK 3', createLinuxAdapter);
describeLinux('linux, GTK 3, in a host process', createInHost);

function describeLinux(name: string, create: Create): void {
  describeOn([PYTHON], name, () => {
    let desktop: TestDesktop;
    let adapter: PlatformAdapter;
    let subject: Subject;

    beforeAll(async () => {
      desktop = await startDesktop();
      adapter = await create(desktop.env);
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
}
