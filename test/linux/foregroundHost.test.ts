import { afterAll, beforeAll, expect, test } from 'vitest';
import { allowInput } from './allowing.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { type DrivenForm, driveForm } from './forms.ts';
import { describeOn } from './needs.ts';
import { ownProcesses } from './ownProcesses.ts';
import { PYTHON } from './reading.ts';

/** What moves the pointer runs only while the user allows that. */
describeOn([PYTHON], 'the process of the pointer and the keys', () => {
  let desktop: TestDesktop;
  let form: DrivenForm;

  beforeAll(async () => {
    desktop = await startDesktop();
    form = await driveForm(desktop, 'gtk3');
  }, 60_000);

  afterAll(async () => {
    await form?.close();
    await desktop?.stop();
  });

  const processesWith = (word: string) => ownProcesses(desktop, word);
  const hosts = () => processesWith('foreground-host');

  test('is not there in the background, whatever is asked for', async () => {
    await form.act(['click', 'Save'], ['set_value', 'User', 'ada'], ['toggle', 'Wrap lines']);
    for (const action of ['focus', 'click_physical', 'right_click', 'hover']) {
      expect(await form.act([action, 'User'])).toContain('needs_foreground');
    }
    expect(await form.client.call('deskhand_press_keys', { keys: 'Tab' })).toContain('needs_foreground');
    expect(processesWith('adapter-host')).toHaveLength(1);
    expect(hosts()).toEqual([]);
  });

  test('is replaced when it is killed', async () => {
    allowInput(desktop, 'ladder');
    expect(await form.act(['click_physical', 'Wrap lines'])).toContain('confirmed');
    const [pid = 0, ...others] = hosts();
    expect(others).toEqual([]);
    process.kill(pid, 'SIGKILL');
    await until(() => !hosts().includes(pid), 'its end');
    await until(() => hosts().length === 1, 'another one');
    expect(await form.act(['click_physical', 'Wrap lines'])).toContain('confirmed');
  });

  test('is gone once the user takes it back', async () => {
    allowInput(desktop, 'background');
    expect(await form.act(['focus', 'User'])).toContain('needs_foreground');
    await until(() => hosts().length === 0, 'its end');
  });

  test('does not outlive an engine that is killed', async () => {
    allowInput(desktop, 'ladder');
    expect(await form.act(['click_physical', 'Wrap lines'])).toContain('confirmed');
    expect(hosts()).toHaveLength(1);
    for (const pid of processesWith('engine')) process.kill(pid, 'SIGKILL');
    await until(() => hosts().length === 0, 'its end');
  });
});
