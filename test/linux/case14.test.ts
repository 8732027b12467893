import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { InputDevice } from '../../src/engine/adapters/linux/foreground/device.ts';
import { runInput } from '../../src/engine/adapters/linux/foreground/input.ts';
import { strokeFor } from '../../src/engine/adapters/linux/foreground/keymap.ts';
import { keysymOf } from '../../src/engine/adapters/linux/foreground/keysyms.ts';
import { XDisplay } from '../../src/engine/adapters/linux/xDisplay.ts';
import { allowInput } from './allowing.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { type DrivenForm, driveForm } from './forms.ts';
import { describeOn } from './needs.ts';
import { PYTHON } from './reading.ts';

/** Bit of Caps Lock. */
const CAPS = 2;

/** Characters that other groups, levels and Caps Lock turn into others, and some that no key gives. */
const TEXT = 'aZ:^/|~"\'`<>{}[]\\@#& привет Ж\u{1f600} 10 €';

/** The keyboard of a person who writes in two scripts. */
const KEYBOARDS: readonly (readonly [what: string, layout: string, group: number, caps: number])[] = [
  ['the first group', 'us,ru', 0, 0],
  ['the second group', 'us,ru', 1, 0],
  ['Caps Lock', 'us,ru', 0, CAPS],
  ['the second group and Caps Lock', 'us,ru', 1, CAPS],
  ['no Latin letters', 'ru', 0, 0],
  ['a German layout with Caps Lock', 'de', 0, CAPS],
];

for (const toolkit of ['gtk3', 'gtk4', 'qt6']) {
  describeOn([PYTHON, 'setxkbmap'], `case 14: what is typed into ${toolkit} is what was asked for`, () => {
    let desktop: TestDesktop;
    let form: DrivenForm;
    let display: XDisplay;
    let keyboard: InputDevice;

    beforeAll(async () => {
      desktop = await startDesktop();
      allowInput(desktop, 'foreground');
      form = await driveForm(desktop, toolkit);
      display = await XDisplay.open(desktop.env['DISPLAY'] ?? '', 'foreground');
      keyboard = await InputDevice.open(display);
    }, 60_000);

    afterAll(async () => {
      display?.close();
      await form?.close();
      await desktop?.stop();
    });

    beforeEach(() => keyboard.lock({ lockedGroup: 0, lockedMods: 0 }));

    function setLayout(layout: string): void {
      execFileSync('setxkbmap', ['-layout', layout], { env: desktop.env });
    }

    test.each(KEYBOARDS)('with %s', async (what, layout, group, caps) => {
      setLayout(layout);
      await keyboard.lock({ lockedGroup: group, lockedMods: caps });
      const map = await keyboard.keymap();
      const wanted = `${what} ${TEXT}`;
      const text = await form.act(['set_value', 'User', wanted]);
      expect(text).toContain('confirmed via type over');
      await until(
        () => form.state()['user'] === wanted,
        () => `${wanted} in ${JSON.stringify(form.state())}`,
        2_000,
      );
      const state = await keyboard.state();
      expect(state).toMatchObject({ lockedGroup: group, baseMods: 0 });
      expect(state.lockedMods & CAPS).toBe(caps);
      expect(await keyboard.keymap()).toEqual(map);
    });

    test('shortcuts work in the second group as well', async () => {
      setLayout('us,ru');
      await keyboard.lock({ lockedGroup: 1, lockedMods: CAPS });
      await form.act(['set_value', 'User', 'old'], ['focus', 'User']);
      await form.client.call('deskhand_press_keys', { keys: 'Ctrl+A x Y Ctrl+A Ctrl+C End Ctrl+V' });
      await until(
        () => form.state()['user'] === 'xYxY',
        () => JSON.stringify(form.state()),
        2_000,
      );
    });

    test('a key that a person holds down stops it before anything is typed', async () => {
      setLayout('us');
      await form.act(['set_value', 'User', 'kept'], ['focus', 'User']);
      const control = strokeFor(await keyboard.keymap(), keysymOf('Control'))?.keycode ?? 0;
      await keyboard.keyDown(control);
      const text = await form.client.call('deskhand_press_keys', { keys: 'a Delete' });
      await keyboard.keyUp(control);
      expect(text).toContain('refused, a key is held down at the keyboard');
      expect(form.state()['user']).toBe('kept');
    });

    test('keys and buttons are released where a sequence ends early', async () => {
      setLayout('us');
      const stop = new AbortController();
      const steps = [
        { input: 'hold', modifier: 'Control' },
        { input: 'hold', modifier: 'Shift' },
        { input: 'move', to: { x: 2, y: 2 } },
        { input: 'press', button: 'left' },
        { input: 'pause', ms: 50 },
        { input: 'type', text: 'never' },
      ] as const;
      const ended = runInput(keyboard, steps, stop.signal);
      await until(async () => (await keyboard.state()).ptrBtnState !== 0, 'the button that is down');
      expect((await keyboard.state()).baseMods).toBe(5);
      stop.abort(new Error('stopped'));
      await expect(ended).rejects.toThrow('stopped');
      expect(await keyboard.state()).toMatchObject({ baseMods: 0, ptrBtnState: 0 });
    });
  });
}
