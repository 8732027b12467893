import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect } from 'vitest';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { describeOn, skippable, testOn } from './needs.ts';
import { PYTHON, setEnabled } from './reading.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures');
const run = promisify(execFile);

interface Finding {
  readonly check: string;
  readonly status: string;
  readonly text: string;
  readonly command?: string;
}

/** Findings of the command, and its exit code. */
interface Report {
  readonly findings: Finding[];
  readonly code: number;
}

describeOn([PYTHON], 'doctor', () => {
  let desktop: TestDesktop;

  beforeEach(async () => {
    desktop = await startDesktop();
  });

  afterEach(() => desktop.stop());

  async function doctor(args: readonly string[] = [], extra: NodeJS.ProcessEnv = {}): Promise<Report> {
    const command = [resolve('src/engine/main.ts'), 'doctor', '--json', ...args];
    const env = { ...desktop.env, DESKHAND_IDLE_MS: '20000', ...extra };
    const { stdout, code } = await run(process.execPath, command, { env }).then(
      (done) => ({ ...done, code: 0 }),
      (error: { stdout: string; code: number }) => error,
    );
    return { findings: JSON.parse(stdout), code };
  }

  /** What is said of the window with this title, once it is `status`; programs get time to show themselves. */
  async function findingOf(title: string, status: string, extra: NodeJS.ProcessEnv = {}): Promise<Finding> {
    let findings: readonly Finding[] = [];
    const found = () => findings.find(({ check }) => check.includes(title));
    await until(
      async () => {
        ({ findings } = await doctor([], extra));
        return found()?.status === status;
      },
      () => `${status} of ${title}, in place of ${JSON.stringify(findings)},`,
      60_000,
    );
    const last = found();
    if (!last) throw new Error('unreachable');
    return last;
  }

  /** The outcome of a trial, which leaves no window behind. */
  async function outcomeOf(...command: string[]): Promise<Report & { readonly last: Finding | undefined }> {
    const report = await doctor(['--try', '--', ...command]);
    const { findings } = await doctor();
    expect(findings.at(-1)).toEqual({ check: 'programs', status: 'unknown', text: 'none has a window' });
    return { ...report, last: report.findings.at(-1) };
  }

  testOn([PYTHON], 'a healthy desktop', async () => {
    desktop.launch(PYTHON, [join(FIXTURES, 'gtk3.py')]);
    const { text } = await findingOf('Deskhand GTK 3', 'ok');
    expect(text).toMatch(/^\d\d+ elements$/);
    const { findings, code } = await doctor();
    expect(findings.map(({ check }) => check).slice(0, -1)).toEqual([
      'Node.js',
      'runtime folder',
      'engine',
      'desktop',
      'session bus',
      'accessibility bus',
      'registry',
      'accessibility switch',
      'display',
    ]);
    expect(findings.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(findings.at(-2)?.text).toMatch(/^X11 :\d+, Openbox$/);
    expect(code).toBe(0);
  });

  const CASES = [
    {
      name: 'GTK 3 without its bridge',
      fixture: 'gtk3.py',
      title: 'GTK 3',
      env: { NO_AT_BRIDGE: '1' },
      reason: /was started with NO_AT_BRIDGE=1\./,
      command: /^env -u NO_AT_BRIDGE python3 .*gtk3\.py$/,
    },
    {
      name: 'GTK 4 that is told to be silent',
      fixture: 'gtk4.py',
      title: 'GTK 4',
      env: { GTK_A11Y: 'none' },
      reason: /was started with GTK_A11Y=none\./,
      command: /^env -u GTK_A11Y python3 .*gtk4\.py$/,
    },
    {
      name: 'Qt 6 that started before accessibility was on',
      fixture: 'qt6.py',
      title: 'Qt 6',
      env: {},
      reason: /it was off then\. It is on now\./,
      command: /^env QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1 python3 .*qt6\.py$/,
    },
  ];
  for (const { name, fixture, title, env, reason, command } of CASES) {
    skippable(undefined, name, async () => {
      desktop.launch(PYTHON, [join(FIXTURES, fixture)], env);
      expect(await findingOf(`Deskhand ${title}`, 'problem')).toMatchObject({
        text: expect.stringMatching(reason),
        command: expect.stringMatching(command),
      });
      expect((await doctor()).code).toBe(1);
    });
  }

  testOn([PYTHON], 'GTK 4 exposes nothing before its first picture', async () => {
    desktop.launch('gtk4-demo', [], { GSK_RENDERER: 'gl' });
    // Where there is a graphics card the picture is there at once.
    let seen: Finding | undefined;
    await until(
      async () => {
        seen = (await doctor()).findings.find(({ check }) => check.includes('gtk4-demo'));
        if (seen?.status === 'unknown') expect(seen.text).toMatch(/first picture.*env GSK_RENDERER=cairo gtk4-demo/);
        else if (seen) expect(seen.status).toBe('ok');
        return seen?.status === 'ok';
      },
      'the first picture',
      60_000,
    );
  });

  testOn(['xterm'], 'a program without a toolkit', async () => {
    desktop.launch('xterm', ['-T', 'Deskhand terminal']);
    const { text, command } = await findingOf('Deskhand terminal', 'problem');
    expect(text).toMatch(/uses no toolkit with an accessibility interface/);
    expect(command).toBeUndefined();
  });

  testOn([PYTHON], 'a stopped program does not hold it up', async () => {
    const program = desktop.launch(PYTHON, [join(FIXTURES, 'gtk3.py')]);
    await findingOf('Deskhand GTK 3', 'ok');
    program.kill('SIGSTOP');
    const start = performance.now();
    const { findings } = await doctor();
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(findings.at(-1)).toMatchObject({ status: 'problem', text: expect.stringMatching(/not_responding/) });
    program.kill('SIGCONT');
  });

  testOn(['xterm'], 'a session without a bus', async () => {
    desktop.launch('xterm', ['-T', 'Deskhand terminal']);
    const gone = `unix:path=${join(desktop.directory, 'gone')}`;
    const finding = await findingOf('Deskhand terminal', 'problem', { DBUS_SESSION_BUS_ADDRESS: gone });
    expect(finding.text).toMatch(/^accessibility_off: .*ENOENT/);
    const { findings, code } = await doctor([], { DBUS_SESSION_BUS_ADDRESS: gone });
    expect(findings.find(({ check }) => check === 'session bus')).toMatchObject({
      status: 'problem',
      text: expect.stringContaining(gone),
      command: expect.stringMatching(/^(export DBUS_SESSION_BUS_ADDRESS|dbus-run-session)/),
    });
    expect(code).toBe(1);
  });

  testOn([PYTHON], 'a runtime folder that others can write to', async () => {
    await doctor();
    const folder = join(desktop.directory, 'runtime/deskhand');
    await chmod(folder, 0o777);
    const { findings, code } = await doctor();
    expect(findings.find(({ check }) => check === 'runtime folder')).toMatchObject({
      status: 'problem',
      text: expect.stringMatching(/other users have access/),
      command: `chmod 700 ${folder}`,
    });
    expect(code).toBe(1);
  });

  testOn(['chromium'], 'Chromium is mended by its flag', async () => {
    const profile = `--user-data-dir=${join(desktop.directory, 'chromium')}`;
    const page = `file://${join(FIXTURES, 'page.html')}`;
    const own = [profile, '--no-sandbox', '--no-first-run', '--disable-gpu'];
    const { findings, last, code } = await outcomeOf('chromium', ...own, page);
    expect(findings.map(({ status }) => status)).toEqual(['problem', 'ok', 'ok']);
    expect(findings[0]?.text).toMatch(/--force-renderer-accessibility/);
    expect(findings[1]?.check).toBe('with --force-renderer-accessibility');
    expect(last?.text).toMatch(/^the mend works: \d\d+ elements in place of \d$/);
    expect(code).toBe(0);
  });

  testOn([PYTHON], 'Qt 6 is mended by a variable', async () => {
    const { last, findings } = await outcomeOf(PYTHON, join(FIXTURES, 'qt6.py'));
    // The first start is what makes Deskhand switch accessibility on.
    expect(findings[1]?.check).toBe('with QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1');
    expect(last?.text).toMatch(/^the mend works: \d\d+ elements in place of 1$/);
  });

  for (const [name, fixture, variable] of [
    ['GTK 3', 'gtk3.py', 'NO_AT_BRIDGE=1'],
    ['GTK 4', 'gtk4.py', 'GTK_A11Y=none'],
  ] as const) {
    testOn([PYTHON], `${name} is mended by a variable left out`, async () => {
      const { last } = await outcomeOf('env', variable, PYTHON, join(FIXTURES, fixture));
      // What the command itself sets is not to be taken away by its environment.
      expect(last).toEqual({ check: 'outcome', status: 'problem', text: 'the mend does not work' });
      const [key = '', value] = variable.split('=');
      const { findings } = await doctor(['--try', '--', PYTHON, join(FIXTURES, fixture)], { [key]: value });
      expect(findings[1]?.check).toBe(`with no ${key}`);
      expect(findings.at(-1)?.text).toMatch(/^the mend works: \d\d+ elements in place of 1$/);
    });
  }

  testOn([PYTHON], 'what needs no mend is not started twice', async () => {
    await setEnabled(desktop, true);
    const { findings } = await outcomeOf(PYTHON, join(FIXTURES, 'qt6.py'));
    expect(findings.map(({ check }) => check)).toEqual(['as it is', 'outcome']);
    expect(findings.at(-1)?.text).toBe('it needs no mend');
  });

  skippable(javaMissing(), 'Java is mended by its bridge', async () => {
    await setEnabled(desktop, true);
    const { last, findings } = await outcomeOf('java', join(FIXTURES, 'Swing.java'));
    expect(findings[0]?.text).toMatch(/through a bridge, which it has not loaded/);
    expect(last?.text).toMatch(/^the mend works: \d+ elements in place of 1$/);
  });
});

/** Java cannot be expected on every machine; its rows are also tested over recorded evidence. */
function javaMissing(): string | undefined {
  const needed = ['/usr/bin/javac', '/usr/share/java/java-atk-wrapper.jar'];
  return needed.every((path) => existsSync(path)) ? undefined : 'not installed: openjdk-17-jdk libatk-wrapper-java-jni';
}
