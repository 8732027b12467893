import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settingsPath } from '../../src/engine/settings.ts';
import type { InputPolicy } from '../../src/model/inputPolicy.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { type DrivenForm, driveForm, type FormStep } from './forms.ts';
import { describeOn } from './needs.ts';
import { PYTHON } from './reading.ts';

/** Writes the settings of the user of a desktop. */
function allow(desktop: TestDesktop, input: InputPolicy): void {
  const path = settingsPath(desktop.env);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ input }));
}

/** A step, what its receipt must tell, and what the form itself must say afterwards. */
type Row = readonly [action: string, name: string, value: FormStep[2], told: RegExp, key: string, held: unknown];

const BOXES: readonly Row[] = [
  ['click_physical', 'Wrap lines', undefined, /confirmed via pointer click/, 'wrap', true],
  ['toggle', 'Bold', 'on', /confirmed via/, 'bold', true],
  ['click_physical', 'Save', undefined, /(confirmed|unverified) via pointer click/, 'saved', 1],
  ['focus', 'User', undefined, /confirmed/, 'user', ''],
];

for (const toolkit of ['gtk3', 'gtk4', 'qt6']) {
  describeOn([PYTHON], `the pointer and the keys on a form of ${toolkit}, where the user allows them`, () => {
    let desktop: TestDesktop;
    let form: DrivenForm;

    beforeAll(async () => {
      desktop = await startDesktop();
      allow(desktop, 'ladder');
      form = await driveForm(desktop, toolkit);
    }, 60_000);

    afterAll(async () => {
      await form?.client.close();
      await desktop?.stop();
    });

    test.each(BOXES)('%s %s %s', async (action, name, value, told, key, held) => {
      const text = await form.act([action, name, value]);
      expect(text).toMatch(told);
      if (held === '') return;
      await until(
        () => form.state()[key] === held,
        () => `${key}=${held} in ${JSON.stringify(form.state())} after ${text}`,
        2_000,
      );
    });

    test('typed', async () => {
      allow(desktop, 'foreground');
      const text = await form.act(['set_value', 'User', 'Zoë: a"B€ß жд\u{1f600}']);
      console.log(text);
      console.log(await form.act(['type', 'User', ' Two^~']));
      console.log(JSON.stringify(form.state()));
    });
  });
}
