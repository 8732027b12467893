import { afterAll, beforeAll, expect, test } from 'vitest';
import { allowInput } from './allowing.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { type DrivenForm, driveForm, type FormStep } from './forms.ts';
import { describeOn } from './needs.ts';
import { Oracle } from './oracle.ts';
import { launchFixture, PYTHON } from './reading.ts';

/** A step, what its receipt must tell, and what the form itself must say afterwards. */
type Row = readonly [action: string, name: string, value: FormStep[2], told: RegExp, key: string, held: unknown];

/** Ways that only the pointer and the keys have, in every toolkit. */
const COMMON: readonly Row[] = [
  ['click_physical', 'Wrap lines', undefined, /confirmed via pointer click/, 'wrap', true],
  ['click_physical', 'Save', undefined, /(confirmed|unverified) via pointer click/, 'saved', 1],
  ['double_click', 'Save', undefined, /(confirmed|unverified) via double click/, 'saved', 3],
  ['focus', 'User', undefined, /confirmed via SetFocus|confirmed via pointer click/, 'user', 'ada'],
  ['click_physical', 'Delete', undefined, /refused, the control is disabled/, 'deleted', undefined],
];

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  gtk3: [...COMMON, ['click_physical', 'Serif', undefined, /confirmed/, 'font', 1]],
  gtk4: [
    ...COMMON,
    // It has no action, and takes the focus only from the pointer.
    ['toggle', 'Wrap lines', 'off', /confirmed via pointer click, 'on' → 'off'/, 'wrap', false],
    ['click_physical', 'Serif', undefined, /confirmed/, 'font', 1],
  ],
  qt6: [
    ...COMMON,
    // Its combo boxes take the focus only from the pointer, which opens their lists.
    [
      'set_value',
      'Medium',
      'Large',
      /confirmed via open the list and type the choice, 'Medium' → 'Large'/,
      'size',
      'Large',
    ],
    ['click_physical', 'Serif', undefined, /confirmed/, 'font', 1],
  ],
};

for (const [toolkit, rows] of Object.entries(ROWS)) {
  describeOn([PYTHON], `the pointer and the keys on a form of ${toolkit}, where the user allows them`, () => {
    let desktop: TestDesktop;
    let form: DrivenForm;
    let oracle: Oracle;

    beforeAll(async () => {
      desktop = await startDesktop();
      allowInput(desktop, 'ladder');
      form = await driveForm(desktop, toolkit);
      await launchFixture(desktop, 'gtk3');
      oracle = await Oracle.open(desktop.env);
      await until(async () => (await oracle.look()).stacking.length === 2, 'the window in front');
    }, 60_000);

    afterAll(async () => {
      oracle?.close();
      await form?.close();
      await desktop?.stop();
    });

    async function expectHeld(key: string, held: unknown, after: string): Promise<void> {
      const shown = () => `${key}=${held} in ${JSON.stringify(form.state())} after ${after}`;
      await until(() => form.state()[key] === held, shown, 2_000);
    }

    test.each(rows)('%s %s %s', async (action, name, value, told, key, held) => {
      const text = await form.act([action, name, value]);
      expect(text).toMatch(told);
      await expectHeld(key, held, text);
      expect(await oracle.look()).toMatchObject({ pointerGrab: 'free', keyboardGrab: 'free' });
    });

    test('a value is what the pointer drags it to', async () => {
      const { volume } = form.state();
      const text = await form.act(['drag', 'Volume', undefined, { to: { id: await form.id('Delete') } }]);
      expect(text).toMatch(/confirmed via drag/);
      await until(
        () => form.state()['volume'] !== volume,
        () => JSON.stringify(form.state()),
        2_000,
      );
    });

    test('a menu that the right button opens is closed with a key', async () => {
      expect(await form.act(['right_click', 'User', undefined])).toMatch(/(confirmed|unverified) via right click/);
      await until(async () => (await oracle.look()).pointerGrab === 'grabbed', 'the open menu');
      await form.client.call('deskhand_press_keys', { keys: 'Escape', window: 'Deskhand form' });
      await until(async () => (await oracle.look()).pointerGrab === 'free', 'no menu');
    });

    test('text is typed as it was asked for', async () => {
      allowInput(desktop, 'foreground');
      const typed = 'Zoë: a"B€ß жд\u{1f600} ^~';
      expect(await form.act(['set_value', 'User', typed])).toContain('confirmed via type over');
      await expectHeld('user', typed, '');
      expect(await form.act(['type', 'User', ' two'])).toContain('confirmed via type behind');
      await expectHeld('user', `${typed} two`, '');
      expect(await form.act(['set_value', 'Serial', 'X'])).toMatch(/refused[\s\S]*read-only/);
      expect(await form.act(['set_value', 'Secret', 'swordfish'])).toContain('unverified via type over');
      await expectHeld('secret', 'swordfish', '');
      expect(await form.act(['set_value', 'Notes', 'one\ntwo'])).toContain('confirmed via');
      await expectHeld('notes', 'one\ntwo', '');
    });
  });
}
