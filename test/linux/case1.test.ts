import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import { missingForLinuxTests, startDesktop, until } from './desktop.ts';
import { NEVER, PYTHON, SCOPE, setEnabled, windowTitled } from './reading.ts';

/** A Qt program right after its launch has its window before the controls in it. */
describe.skipIf(missing())(`the first look at a cold Qt program${missing() ? ` (${missing()})` : ''}`, () => {
  test.each([0, 100, 1_000])('%d ms after its window appeared', async (wait) => {
    const desktop = await startDesktop();
    const adapter = await createLinuxAdapter(desktop.env);
    try {
      await setEnabled(desktop, true);
      desktop.launch(PYTHON, [join(import.meta.dirname, '../fixtures/qt6.py')]);
      const { handle } = await windowTitled(adapter, 'Deskhand Qt 6');
      await delay(wait);
      const { nodes, notes } = await adapter.capture(handle, SCOPE, NEVER);
      // Never an empty window as a fact: either its controls, or that they are still to come.
      const isPopulated = nodes.some(({ name }) => name === 'Save');
      const isAnnounced = notes.some(({ code }) => code === 'not_populated');
      expect([isPopulated, isAnnounced].toSorted()).toEqual([false, true]);
      if (wait === 1_000) expect(isPopulated).toBe(true);
    } finally {
      await adapter.dispose();
      await desktop.stop();
    }
  });

  test('a window that stays empty is said to be so, not to be on its way for ever', async () => {
    const desktop = await startDesktop();
    const adapter = await createLinuxAdapter(desktop.env);
    try {
      await setEnabled(desktop, true);
      desktop.launch(PYTHON, ['-c', EMPTY]);
      const { handle } = await windowTitled(adapter, 'Deskhand nothing');
      const codes: string[] = [];
      await until(
        async () => {
          const { nodes, notes } = await adapter.capture(handle, SCOPE, NEVER);
          expect(nodes).toHaveLength(1);
          const [note] = notes;
          if (note && note.code !== codes.at(-1)) codes.push(note.code);
          return note?.code === 'application_silent';
        },
        'the end of the doubt',
        60_000,
      );
      expect(codes.filter((code) => code !== 'application_silent')).toEqual(['not_populated']);
    } finally {
      await adapter.dispose();
      await desktop.stop();
    }
  });
});

/** A window of Qt without anything in it. */
const EMPTY = `
from PyQt6.QtWidgets import QApplication, QWidget
app = QApplication([])
window = QWidget()
window.setWindowTitle("Deskhand nothing")
window.show()
app.exec()
`;

function missing(): string | undefined {
  const programs = missingForLinuxTests([PYTHON]);
  if (programs !== undefined) return programs;
  try {
    execFileSync(PYTHON, ['-c', 'import PyQt6.QtWidgets'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'not installed: python3-pyqt6';
  }
}
