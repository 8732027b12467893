import { afterAll, beforeAll, expect, test } from 'vitest';
import { XDisplay } from '../../src/engine/adapters/linux/xDisplay.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { describeOn } from './needs.ts';
import { disturbances, Oracle } from './oracle.ts';
import { launchFixture, PYTHON } from './reading.ts';

type Client = Parameters<Parameters<XDisplay['request']>[0]>[0];

/** Each oracle must be able to fail: somebody disturbs the desktop on purpose, and only that one tells. */
describeOn([PYTHON], 'the oracles', () => {
  let desktop: TestDesktop;
  let oracle: Oracle;
  let vandal: XDisplay;

  beforeAll(async () => {
    desktop = await startDesktop();
    oracle = await Oracle.open(desktop.env);
    await launchFixture(desktop, 'gtk3');
    await launchFixture(desktop, 'gtk4');
    await until(async () => (await oracle.look()).stacking.length === 2, 'two windows');
    await until(async () => (await oracle.look()).active !== 0, 'an active window');
    vandal = await XDisplay.open(desktop.env['DISPLAY'] ?? '', 'foreground');
  }, 60_000);

  afterAll(async () => {
    vandal?.close();
    oracle?.close();
    await desktop?.stop();
  });

  /** What the oracles tell of a deed, once it has been done. */
  async function toldOf(deed: (client: Client) => void, undo: (client: Client) => void = () => {}): Promise<string[]> {
    const before = await oracle.look();
    await done(deed);
    let told: string[] = [];
    await until(async () => {
      told = disturbances(before, await oracle.look()).map(({ what, by }) => `${what} by ${by}`);
      return told.length > 0;
    }, 'a disturbance');
    await done(undo);
    return told;
  }

  function done(deed: (client: Client) => void): Promise<unknown> {
    return vandal.request<unknown>((client, answer) => {
      deed(client);
      client.GetInputFocus(answer);
    });
  }

  test('and the connection of the background cannot so much as fetch what would disturb', async () => {
    const background = await XDisplay.open(desktop.env['DISPLAY'] ?? '');
    const fetched = (name: 'WarpPointer' | 'SetInputFocus' | 'GrabPointer' | 'GrabKeyboard' | 'RaiseWindow') =>
      background.request<unknown>((client) => void client[name]);
    for (const name of ['WarpPointer', 'SetInputFocus', 'GrabPointer', 'GrabKeyboard', 'RaiseWindow'] as const) {
      await expect(fetched(name)).rejects.toMatchObject({ code: 'needs_foreground' });
    }
    for (const name of ['xtest', 'xinput', 'xkb']) {
      await expect(background.extension(name)).rejects.toMatchObject({ code: 'needs_foreground' });
    }
    background.close();
  });

  test('see nothing where nothing happens', async () => {
    const before = await oracle.look();
    expect(before).toMatchObject({ pointerGrab: 'free', keyboardGrab: 'free' });
    expect(disturbances(before, await oracle.look())).toEqual([]);
  });

  test('see a pointer that was moved', async () => {
    expect(await toldOf((client) => client.WarpPointer(0, vandal.root, 0, 0, 0, 0, 7, 9))).toEqual(['pointer by us']);
  });

  test('see a pointer that was grabbed', async () => {
    const told = await toldOf(
      (client) => client.GrabPointer(vandal.root, false, 0, 1, 1, 0, 0, 0, () => true),
      (client) => client.UngrabPointer(0),
    );
    expect(told).toEqual(['pointerGrab by us']);
  });

  test('see a keyboard that was grabbed', async () => {
    const told = await toldOf(
      (client) => client.GrabKeyboard(vandal.root, false, 0, 1, 1, () => true),
      (client) => client.UngrabKeyboard(0),
    );
    expect(told).toContain('keyboardGrab by us');
  });

  test('see the focus in another window', async () => {
    const { active, stacking } = await oracle.look();
    const other = stacking.find((window) => window !== active) ?? 0;
    const told = await toldOf((client) => client.SetInputFocus(other, 1));
    expect(told).toContain('focus by us');
  });

  test('see a window that was raised', async () => {
    const { stacking } = await oracle.look();
    const bottom = stacking[0] ?? 0;
    expect(await toldOf((client) => client.RaiseWindow(bottom))).toContain('stacking by us');
  });

  test('know a window that the application opened itself', async () => {
    const before = await oracle.look();
    const { process } = await launchFixture(desktop, 'qt6').catch(() => launchFixture(desktop, 'gtk3'));
    await until(async () => (await oracle.look()).stacking.length > before.stacking.length, 'another window');
    const changes = disturbances(before, await oracle.look());
    expect(changes.filter(({ by, what }) => by === 'us' && what !== 'pointer')).toEqual([]);
    process.kill('SIGKILL');
  });
});
