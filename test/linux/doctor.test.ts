import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect } from 'vitest';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { describeOn, skippable, testOn } from './needs.ts';
import { PYTHON } from './reading.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures');
const run = promisify(execFile);

interface Finding {
  readonly check: string;
  readonly status: string;
  readonly text: string;
}

describeOn([PYTHON], 'doctor', () => {
  let desktop: TestDesktop;

  beforeEach(async () => {
    desktop = await startDesktop();
  });

  afterEach(() => desktop.stop());

  /** The command's findings and its exit code. */
  async function doctor(...args: string[]): Promise<{ findings: Finding[]; code: number }> {
    const command = [resolve('src/engine/main.ts'), 'doctor', '--json', ...args];
    const env = { ...desktop.env, DESKHAND_IDLE_MS: '20000' };
    const { stdout, code } = await run(process.execPath, command, { env }).then(
      (done) => ({ ...done, code: 0 }),
      (error: { stdout: string; code: number }) => error,
    );
    return { findings: JSON.parse(stdout), code };
  }

  /** What is said of the window with this title, once it is there. */
  async function findingOf(title: string): Promise<Finding> {
    let found: Finding | undefined;
    await until(
      async () => {
        found = (await doctor()).findings.find(({ check }) => check.includes(title));
        return found !== undefined;
      },
      `a finding about ${title}`,
      30_000,
    );
    if (!found) throw new Error('unreachable');
    return found;
  }

  testOn([PYTHON], 'a healthy desktop', async () => {
    desktop.launch(PYTHON, [join(FIXTURES, 'gtk3.py')]);
    expect(await findingOf('Deskhand GTK 3')).toMatchObject({
      status: 'ok',
      text: expect.stringMatching(/^\d+ elements/),
    });
    const { findings, code } = await doctor();
    expect(findings.map(({ check }) => check).slice(0, 4)).toEqual(['Node.js', 'engine', 'desktop', 'windows']);
    expect(findings.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(code).toBe(0);
  });

  const CASES = [
    {
      name: 'GTK 3 without its bridge',
      fixture: 'gtk3.py',
      title: 'GTK 3',
      env: { NO_AT_BRIDGE: '1' },
      reason: /NO_AT_BRIDGE/,
    },
    {
      name: 'GTK 4 that is told to be silent',
      fixture: 'gtk4.py',
      title: 'GTK 4',
      env: { GTK_A11Y: 'none' },
      reason: /GTK_A11Y=none/,
    },
  ];
  for (const { name, fixture, title, env, reason } of CASES) {
    skippable(undefined, name, async () => {
      desktop.launch(PYTHON, [join(FIXTURES, fixture)], env);
      expect(await findingOf(`Deskhand ${title}`)).toMatchObject({
        status: 'problem',
        text: expect.stringMatching(reason),
      });
      expect((await doctor()).code).toBe(1);
    });
  }

  testOn(['xterm'], 'a program without a toolkit', async () => {
    desktop.launch('xterm', ['-T', 'Deskhand terminal']);
    expect((await findingOf('Deskhand terminal')).text).toMatch(/no toolkit with an accessibility interface/);
  });

  testOn(['chromium'], 'Chromium is mended by its flag, which is tried', async () => {
    const own = [
      `--user-data-dir=${join(desktop.directory, 'chromium')}`,
      '--no-sandbox',
      '--no-first-run',
      '--disable-gpu',
    ];
    const { findings, code } = await doctor('--try', '--', 'chromium', ...own, `file://${join(FIXTURES, 'page.html')}`);
    expect(findings[0]).toMatchObject({
      status: 'problem',
      text: expect.stringMatching(/--force-renderer-accessibility/),
    });
    expect(findings[1]).toMatchObject({ status: 'ok', check: expect.stringMatching(/--force-renderer-accessibility/) });
    expect(code).toBe(1);
    const { findings: later } = await doctor();
    expect(later.filter(({ check }) => check.includes('Chromium'))).toEqual([]);
  });

  testOn([PYTHON], 'a stopped program does not hold it up', async () => {
    const program = desktop.launch(PYTHON, [join(FIXTURES, 'gtk3.py')]);
    await findingOf('Deskhand GTK 3');
    program.kill('SIGSTOP');
    const finding = await findingOf('Deskhand GTK 3');
    expect(finding).toMatchObject({ status: 'problem', text: expect.stringMatching(/not_responding/) });
    program.kill('SIGCONT');
  });
});
