import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { type DrivenForm, driveForm } from './forms.ts';
import { describeOn } from './needs.ts';
import { disturbances, Oracle, putWindowInFront, type Situation } from './oracle.ts';
import { PYTHON } from './reading.ts';

/** With a character that takes two units in UTF-16. */
const TEXT = 'one 😀 two two three';

for (const toolkit of ['gtk3', 'gtk4', 'qt6']) {
  describeOn([PYTHON], `parts of texts of ${toolkit} in the background`, () => {
    let desktop: TestDesktop;
    let form: DrivenForm;
    let oracle: Oracle;
    let before: Situation;

    beforeAll(async () => {
      desktop = await startDesktop();
      form = await driveForm(desktop, toolkit);
      oracle = await Oracle.open(desktop.env);
      await putWindowInFront(desktop, oracle);
    }, 60_000);

    afterAll(async () => {
      oracle?.close();
      await form?.close();
      await desktop?.stop();
    });

    beforeEach(async () => {
      await form.act(['set_value', 'User', TEXT], ['set_value', 'Notes', TEXT]);
      before = await oracle.look();
    });

    const act = async (action: string, name: string, text: object, value?: string) => {
      const receipt = await form.act([action, name, value, { text }]);
      expect(disturbances(before, await oracle.look())).toEqual([]);
      return receipt;
    };

    test.each(['User', 'Notes'])('of %s are selected', async (name) => {
      const text = await act('select_text', name, { quote: 'two', prefix: '😀 ' });
      expect(text).toMatch(/confirmed via Text\.Select, '.*' → '6–9'/);
      expect(await act('select_text', name, { quote: 'three' })).toMatch(/confirmed via Text\.Select, '6–9' → '14–19'/);
    });

    test.each(['User', 'Notes'])('of %s have the caret before them', async (name) => {
      expect(await act('set_caret', name, { start: 5 })).toContain("→ 'caret at 5'");
      expect(await act('set_caret', name, { quote: 'three' })).toContain("→ 'caret at 14'");
    });

    test.each([
      ['User', 'user'],
      ['Notes', 'notes'],
    ])('of %s are replaced', async (name, key) => {
      const text = await act('replace_text', name, { quote: 'two', suffix: ' three' }, 'zwei 😀😀 ß');
      expect(text).toContain('confirmed via Text.Replace');
      const wanted = 'one 😀 two zwei 😀😀 ß three';
      await until(
        () => form.state()[key] === wanted,
        () => JSON.stringify(form.state()),
        2_000,
      );
      await act('replace_text', name, { start: 4, end: 6 }, '');
      await until(
        () => form.state()[key] === wanted.replace('😀 ', ''),
        () => JSON.stringify(form.state()),
        2_000,
      );
    });

    test('that can only be read are selected, and not replaced', async () => {
      expect(await act('select_text', 'Serial', { quote: '42' })).toContain("'2–4'");
      expect(await act('replace_text', 'Serial', { quote: '42' }, '43')).toMatch(/: refused[\s\S]*read-only/);
      expect(form.state()['serial']).toBe('D-42');
    });
  });
}
