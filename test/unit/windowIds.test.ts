import { expect, test } from 'vitest';
import { SimAdapter } from '../../src/engine/adapters/sim/adapter.ts';
import { Desktop } from '../../src/engine/session/desktop.ts';
import { LIMITS } from '../../src/engine/session/limits.ts';
import type { WindowInfo } from '../../src/model/element.ts';

/** A desktop whose windows a test opens and closes. */
class Changing extends SimAdapter {
  open: readonly WindowInfo[] = [];

  override async windows(leftOut: readonly number[]) {
    return { windows: this.open.filter(({ pid }) => !leftOut.includes(pid)), notes: [] };
  }
}

test('ids stay with windows that are missing for a while, and are forgotten when there are very many', async () => {
  const adapter = new Changing();
  let last = 0;
  const desktop = new Desktop('user', adapter, () => ++last);
  const [plain] = (await new SimAdapter().windows([])).windows;
  if (!plain) throw new Error('unreachable');
  const window = (handle: string, pid = 7) => ({ ...plain, handle, pid });
  const show = async (...open: WindowInfo[]) => {
    adapter.open = open;
    const { windows } = await desktop.windows([], AbortSignal.timeout(1_000));
    return windows.map(({ id }) => id);
  };
  expect(await show(window('a'), window('b'))).toEqual(['1', '2']);
  expect(await show(window('b'))).toEqual(['2']);
  expect(await show(window('a'), window('b'))).toEqual(['1', '2']);
  expect(await show(window('a', 8))).toEqual(['3']);
  expect(desktop.processOf('a')).toBe(8);
  expect(desktop.processOf('2')).toBe(7);
  for (let number = 0; number <= LIMITS.closedWindows; number++) await show(window('a', 8), window(`new ${number}`));
  expect(desktop.processOf('a')).toBe(8);
  expect(desktop.processOf('b')).toBeUndefined();
});
