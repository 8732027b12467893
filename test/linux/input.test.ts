import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rect } from '../../src/model/element.ts';
import { allowInput } from './allowing.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { type DrivenForm, driveForm, type FormStep } from './forms.ts';
import { describeOn } from './needs.ts';
import { Oracle, putWindowInFront } from './oracle.ts';
import { PYTHON } from './reading.ts';

/** A step, what its receipt must tell, and what the form itself must say afterwards. */
type Row = readonly [action: string, name: string, value: FormStep[2], told: RegExp, key: string, held: unknown];

function middleOf([left, top, width, height]: Rect): { x: number; y: number } {
  return { x: left + Math.floor(width / 2), y: top + Math.floor(height / 2) };
}

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
      oracle = await Oracle.open(desktop.env);
      await putWindowInFront(desktop, oracle);
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

    test('what is disabled is not clicked by its point either', async () => {
      const at = middleOf(await rectOf('Delete'));
      const steps = [{ action: 'click_at', at }];
      const text = await form.client.call('deskhand_act', { steps });
      expect(text).toMatch(/^step 1 click_at \d+ Button 'Delete': refused, the control is disabled/m);
      expect(form.state()['deleted']).toBeUndefined();
    });

    test('what is covered is not clicked, and what covers it is told', async () => {
      const { saved } = form.state();
      const uncover = await oracle.cover(await rectOf('Save'));
      const text = await form.act(['click_physical', 'Save']);
      await uncover();
      expect(text).toMatch(/: point_obstructed: The point is covered by .+\. Move or close what covers it\.$/m);
      expect(form.state()['saved']).toBe(saved);
      expect(await form.act(['click_physical', 'Save'])).toMatch(/(confirmed|unverified) via pointer click/);
    });

    async function rectOf(name: string): Promise<Rect> {
      const shown = await form.client.call('deskhand_observe', {
        window: 'Deskhand form',
        filter: 'all',
        format: 'json',
        budget_tokens: 20_000,
      });
      const found: { readonly elements: readonly { readonly name: string; readonly rect: Rect }[] } = JSON.parse(shown);
      const element = found.elements.find((one) => one.name === name);
      if (!element) throw new Error(`no ${name} in ${shown}`);
      return element.rect;
    }

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
