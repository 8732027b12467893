import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { type DrivenForm, driveForm, type FormStep } from './forms.ts';
import { describeOn } from './needs.ts';
import { disturbances, Oracle, putWindowInFront, type Situation } from './oracle.ts';
import { PYTHON } from './reading.ts';

const TITLE = 'Deskhand form';

/** A step, the effect that its receipt must tell, and what the form itself must say afterwards. */
type Row = readonly [action: string, name: string, value: FormStep[2], effect: string, key: string, held: unknown];

const row = (action: string, name: string, value: FormStep[2], effect: string, key: string, held: unknown): Row => [
  action,
  name,
  value,
  effect,
  key,
  held,
];

const TEXTS: readonly Row[] = [
  row('set_value', 'User', 'grace', 'confirmed', 'user', 'grace'),
  row('type', 'User', ' hopper', 'confirmed', 'user', 'grace hopper'),
  row('set_value', 'User', 'Zoë €', 'confirmed', 'user', 'Zoë €'),
  row('type', 'User', ' ünd', 'confirmed', 'user', 'Zoë € ünd'),
  row('set_value', 'Secret', 'swordfish', 'unverified', 'secret', 'swordfish'),
  row('set_value', 'Serial', 'X-1', 'refused', 'serial', 'D-42'),
  row('set_value', 'Short', 'abcdefghij', 'failed', 'short', 'abcde'),
  row('set_value', 'Off', 'on', 'refused', 'off', 'off'),
  row('set_value', 'Notes', 'other line', 'confirmed', 'notes', 'other line'),
];

const NUMBERS: readonly Row[] = [
  row('set_number', 'Count', 42, 'confirmed', 'count', 42),
  row('set_value', 'Count', '7', 'confirmed', 'count', 7),
  row('set_number', 'Count', 500, 'refused', 'count', 7),
  row('set_number', 'Volume', 75, 'confirmed', 'volume', 75),
];

const BUTTONS: readonly Row[] = [
  row('click', 'Save', undefined, 'unverified', 'saved', 1),
  row('click', 'Idle', undefined, 'unverified', 'saved', 1),
  row('click', 'Delete', undefined, 'refused', 'deleted', undefined),
  row('click', 'Lock', undefined, 'confirmed', 'saved', 1),
  row('click', 'Save', undefined, 'refused', 'saved', 1),
];

const TOGGLES: readonly Row[] = [
  row('toggle', 'Wrap lines', undefined, 'confirmed', 'wrap', true),
  row('toggle', 'Wrap lines', 'on', 'confirmed', 'wrap', true),
  row('toggle', 'Bold', 'on', 'confirmed', 'bold', true),
  row('select', 'Right', undefined, 'confirmed', 'right', true),
];

const CHOICES: readonly Row[] = [
  row('select', 'Serif', undefined, 'confirmed', 'font', 1),
  row('select', 'Second', undefined, 'confirmed', 'page', 1),
];

/** What each toolkit cannot do without the pointer or the keys is refused, and says why. */
const FORMS: readonly { readonly toolkit: string; readonly rows: readonly Row[] }[] = [
  {
    toolkit: 'gtk3',
    rows: [
      ...TEXTS,
      ...NUMBERS,
      ...TOGGLES,
      ...CHOICES,
      row('expand', 'More', undefined, 'confirmed', 'more', true),
      row('collapse', 'More', undefined, 'confirmed', 'more', false),
      row('focus', 'User', undefined, 'needs_foreground', 'user', 'Zoë € ünd'),
      row('click', 'Size', undefined, 'needs_foreground', 'size', 'Medium'),
      row('click', 'File', undefined, 'needs_foreground', 'size', 'Medium'),
      row('set_value', 'Size', 'Large', 'confirmed', 'size', 'Large'),
      row('set_value', 'Size', 'Huge', 'refused', 'size', 'Large'),
      ...BUTTONS,
    ],
  },
  {
    toolkit: 'gtk4',
    rows: [
      ...TEXTS,
      ...NUMBERS,
      ...CHOICES,
      row('toggle', 'Wrap lines', undefined, 'needs_foreground', 'wrap', false),
      row('expand', 'More', undefined, 'confirmed', 'more', true),
      row('focus', 'User', undefined, 'needs_foreground', 'user', 'Zoë € ünd'),
      ...BUTTONS,
    ],
  },
  {
    toolkit: 'qt6',
    rows: [
      ...TEXTS,
      ...NUMBERS,
      ...TOGGLES,
      row('select', 'Serif', undefined, 'confirmed', 'font', 1),
      row('click', 'Second', undefined, 'confirmed', 'page', 1),
      row('expand', 'Medium', undefined, 'needs_foreground', 'size', 'Medium'),
      row('set_value', 'Medium', 'Large', 'needs_foreground', 'size', 'Medium'),
      row('focus', 'User', undefined, 'needs_foreground', 'user', 'Zoë € ünd'),
      ...BUTTONS,
    ],
  },
];

for (const { toolkit, rows } of FORMS) {
  describeOn([PYTHON], `acting on a form of ${toolkit} in the background`, () => {
    let desktop: TestDesktop;
    let form: DrivenForm;
    let oracle: Oracle;
    let before: Situation;

    beforeAll(async () => {
      desktop = await startDesktop();
      form = await driveForm(desktop, toolkit);
      // Another window has the focus, as the user's would.
      oracle = await Oracle.open(desktop.env);
      await putWindowInFront(desktop, oracle);
    }, 60_000);

    afterAll(async () => {
      oracle?.close();
      await form?.close();
      await desktop?.stop();
    });

    beforeEach(async () => {
      before = await oracle.look();
    });

    test.each(rows)('%s %s %s: %s', async (action, name, value, effect, key, held) => {
      const text = await form.act([action, name, value]);
      expect(text).toMatch(new RegExp(`^step 1 ${action} \\d+ \\w+ '.*': ${effect}`, 'm'));
      const holds = () => form.state()[key] === held;
      await until(holds, () => `${key}=${held} in ${JSON.stringify(form.state())} after ${text}`, 2_000);
      expect(disturbances(before, await oracle.look())).toEqual([]);
    });

    test('an id is the same control after others have been disabled', async () => {
      const ids = Object.fromEntries(
        await Promise.all(['Save', 'Idle', 'User'].map(async (name) => [name, await form.id(name)] as const)),
      );
      await form.act(['click', 'Lock']);
      const { saved } = form.state();
      const steps = [
        { action: 'click', id: ids['Save'] },
        { action: 'click', id: ids['Idle'] },
        { action: 'set_value', id: ids['User'], value: 'same field' },
      ];
      const text = await form.client.call('deskhand_act', { steps, stop_on_error: false });
      expect(text).toMatch(/^step 1 click \d+ Button 'Save': refused, the control is disabled/m);
      expect(text).toMatch(/^step 3 set_value \d+ Edit 'User': confirmed/m);
      await until(
        () => form.state()['user'] === 'same field',
        () => JSON.stringify(form.state()),
        2_000,
      );
      expect(form.state()['saved']).toBe(saved);
    });

    test('items of a menu that is not open are clicked where they are, and greyed ones are refused', async () => {
      if (toolkit !== 'gtk3') return;
      const idOf = async (name: string) => {
        const found = await form.client.call('deskhand_find', { query: name, window: TITLE, include_offscreen: true });
        return Number.parseInt(/^\d+\|MenuItem\|/m.exec(found)?.[0] ?? '', 10);
      };
      const steps = [
        { action: 'click', id: await idOf('Never') },
        { action: 'click', id: await idOf('Clear') },
      ];
      const text = await form.client.call('deskhand_act', { steps, stop_on_error: false });
      expect(text).toMatch(/^step 1 click \d+ MenuItem 'Never': refused, the control is disabled/m);
      await until(
        () => form.state()['cleared'] === 1,
        () => `${JSON.stringify(form.state())} after ${text}`,
        2_000,
      );
      expect(form.state()['never']).toBeUndefined();
    });

    test('a dialog that the application opens is named, and what it takes is its own doing', async () => {
      const text = await form.act(['click', 'Ask']);
      expect(text).toMatch(/^step 1 click \d+ Button 'Ask': (confirmed|unverified)/m);
      expect(text).toMatch(/^ {2}opened \d+\|Question\|.*modal/m);
      expect(disturbances(before, await oracle.look()).filter(({ by }) => by === 'us')).toEqual([]);
      const id = /^ {2}opened (\d+)\|/m.exec(text)?.[1];
      const question = await form.client.call('deskhand_observe', { window: id });
      const yes = /^(\d+)\|Button\|&?Yes\|/m.exec(question)?.[1];
      await form.client.call('deskhand_act', { steps: [{ action: 'click', id: Number(yes) }] });
      await until(
        () => form.state()['answer'] === 'yes',
        () => JSON.stringify(form.state()),
        2_000,
      );
    });
  });
}
