import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import { startDesktop, type TestDesktop } from './desktop.ts';
import { type DrivenForm, driveForm } from './forms.ts';
import { describeOn } from './needs.ts';
import { NEVER, nodeNamed, PYTHON, SCOPE, windowTitled } from './reading.ts';

describeOn([PYTHON], 'waiting for a real window', () => {
  let desktop: TestDesktop;
  let form: DrivenForm;

  beforeAll(async () => {
    desktop = await startDesktop();
    form = await driveForm(desktop, 'gtk3');
  }, 60_000);

  afterAll(async () => {
    await form?.client.close();
    await desktop?.stop();
  });

  test('an event is told while it is waited for, and none where nothing happens', async () => {
    const adapter = await createLinuxAdapter(desktop.env);
    try {
      const { handle } = await windowTitled(adapter, 'Deskhand form');
      const { nodes, version = '' } = await adapter.capture(handle, SCOPE, NEVER);
      expect(await adapter.changed(version, 200, NEVER)).toBe(false);
      const told = adapter.changed(version, 20_000, NEVER);
      await adapter.perform(nodeNamed({ nodes, cuts: [], notes: [] }, 'Bold').handle, { call: 'toggle' }, NEVER);
      expect(await told).toBe(true);
      // Nobody has read the window since: it is still another one.
      expect(await adapter.changed(version, 20_000, NEVER)).toBe(true);
      expect(await adapter.changed('no such version', 20_000, NEVER)).toBe(false);
      const given = new AbortController();
      const { version: now = '' } = await adapter.capture(handle, SCOPE, NEVER);
      const ended = adapter.changed(now, 20_000, given.signal);
      given.abort(new Error('given up'));
      await expect(ended).rejects.toThrow('given up');
    } finally {
      await adapter.dispose();
    }
  });

  const wait = (args: Readonly<Record<string, unknown>>) =>
    form.client.call('deskhand_wait', { window: 'Deskhand form', ...args });

  test('an event of the application ends it', async () => {
    const waiting = wait({ for: 'state', query: 'Wrap lines', value: 'on' });
    await form.act(['toggle', 'Wrap lines']);
    expect(await waiting).toMatch(/holds after \d+ ms, matching=\d+ looks=\d+ woken=(event|look)$/m);
    // The form rests, so that only an event can wake the next one before its time.
    const second = wait({ for: 'value', query: 'User', value: 'grace' });
    await form.act(['set_value', 'User', 'grace']);
    expect(await second).toContain('holds after');
  });

  test('a dialog that opens, and that closes again', async () => {
    const opening = wait({ query: 'Yes', window: 'Question' });
    await form.act(['click', 'Ask']);
    const opened = await opening;
    expect(opened).toMatch(/window: 'Question'[\s\S]*\|Button\|Yes\|/);
    const id = Number(/^(\d+)\|Button\|Yes\|/m.exec(opened)?.[1]);
    const closing = wait({ for: 'gone', id, window: 'focused' });
    await form.client.call('deskhand_act', { steps: [{ action: 'click', id }] });
    expect(await closing).toContain('wait for=gone: holds after');
  });
});
