import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { type DrivenForm, driveForm } from './forms.ts';
import { describeOn } from './needs.ts';
import { disturbances, Oracle, type Situation } from './oracle.ts';
import { launchFixture, PYTHON } from './reading.ts';

describeOn([PYTHON, 'mousepad'], 'changing windows in the background', () => {
  let desktop: TestDesktop;
  let form: DrivenForm;
  let oracle: Oracle;
  let before: Situation;
  let letter: string;

  beforeAll(async () => {
    desktop = await startDesktop();
    form = await driveForm(desktop, 'gtk3');
    letter = join(desktop.directory, 'letter.txt');
    writeFileSync(letter, 'old\n');
    desktop.launch('mousepad', [letter]);
    await until(async () => (await observe('letter.txt')).includes("value='old'"), 'mousepad', 30_000);
    oracle = await Oracle.open(desktop.env);
    await launchFixture(desktop, 'gtk4');
    await until(async () => (await oracle.look()).stacking.length === 3, 'the window in front');
  }, 60_000);

  afterAll(async () => {
    oracle?.close();
    await form?.client.close();
    await desktop?.stop();
  });

  beforeEach(async () => {
    before = await oracle.look();
  });

  const call = (tool: string, args: Readonly<Record<string, unknown>>) => form.client.call(`deskhand_${tool}`, args);
  const observe = (window: string) => call('observe', { window, filter: 'all' });
  const change = (args: Readonly<Record<string, unknown>>) => call('window', { window: 'Deskhand form', ...args });

  test.each([
    [{ action: 'maximize' }, 'confirmed, normal → maximized'],
    [{ action: 'restore' }, 'confirmed, maximized → normal'],
    [{ action: 'move', x: 40, y: 60 }, 'confirmed, at .* → at 40,60,'],
    [{ action: 'move', width: 420 }, 'confirmed, at .* → at \\d+,\\d+,420,'],
    [{ action: 'move', x: 90, window: 'letter.txt' }, 'confirmed, at .* → at 90,'],
    [{ action: 'activate' }, 'needs_foreground'],
    [{ action: 'minimize', window: 'Deskhand GTK 4' }, 'needs_foreground, normal, the window has the focus'],
    [{ action: 'minimize' }, 'confirmed, normal → minimized'],
    [{ action: 'restore' }, 'needs_foreground, minimized'],
  ])('%j: %s', async (args, verified) => {
    expect(await change(args)).toMatch(new RegExp(`^window ${args.action}: ${verified}`, 'm'));
    const after = await oracle.look();
    // What is minimized is at the bottom of the stack.
    const told = disturbances(before, after).filter(({ what }) => args.action !== 'minimize' || what !== 'stacking');
    expect(told).toEqual([]);
  });

  test('a program that asks before it closes keeps its window, and the question is named', async () => {
    const id = Number(/^(\d+)\|Edit\|\|/m.exec(await observe('letter.txt'))?.[1]);
    await call('act', { steps: [{ action: 'set_value', id, value: 'new' }] });
    const text = await change({ action: 'close', window: 'letter.txt' });
    expect(text).toMatch(/^window close: unverified, open/m);
    expect(text).toMatch(/^opened \d+\|.*\|mousepad\|.*modal/m);
  });

  test('a window that closes', async () => {
    expect(await change({ action: 'close' })).toMatch(/^window close: confirmed, open → closed/m);
  });
});
