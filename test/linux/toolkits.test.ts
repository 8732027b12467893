import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { describeOn, skippable, testOn } from './needs.ts';
import { NEVER, nodeNamed, PYTHON, SCOPE, setEnabled, treeOf, windowTitled } from './reading.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures');

describeOn([PYTHON], 'other toolkits', () => {
  let desktop: TestDesktop;
  let adapter: PlatformAdapter;

  beforeEach(async () => {
    desktop = await startDesktop();
    adapter = await createLinuxAdapter(desktop.env);
  });

  afterEach(async () => {
    await adapter.dispose();
    await desktop.stop();
  });

  skippable(hasQt() ? undefined : 'not installed: python3-pyqt6', 'Qt 6', async () => {
    desktop.launch(PYTHON, [join(FIXTURES, 'qt6.py')], { QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1' });
    const tree = await treeOf(adapter, 'Deskhand Qt 6', 20);
    expect(tree.nodes[0]).toMatchObject({ type: 'Window', patterns: { window: { modal: false } } });
    expect(nodeNamed(tree, 'Save')).toMatchObject({ type: 'Button', patterns: { invoke: true } });
    expect(nodeNamed(tree, 'Delete')).toMatchObject({ disabled: true });
    expect(nodeNamed(tree, 'Wrap lines').patterns.toggle).toBe('on');
    expect(nodeNamed(tree, 'User', 'Edit').patterns.value).toEqual({ value: 'ada', readOnly: false });
    expect(nodeNamed(tree, 'Secret', 'Edit')).toMatchObject({ password: true, patterns: { value: { value: '' } } });
    expect(nodeNamed(tree, 'Size', 'ComboBox').patterns.value?.value).toBe('Medium');
    expect(nodeNamed(tree, 'Count', 'Spinner').patterns).toMatchObject({ value: { value: '3', readOnly: false } });
    const table = tree.nodes.find(({ type }) => type === 'Table');
    expect(table?.patterns.grid).toEqual({ rows: 1000, columns: 2 });
    expect(tree.cuts).toMatchObject([{ reason: 'rows' }]);
    const cells = await adapter.cells(table?.handle ?? '', { row: 998, rows: 5, columns: 9 }, NEVER);
    expect(cells).toMatchObject({
      rows: 1000,
      headers: ['Name', 'City'],
      cells: [
        ['name 998', 'city 4'],
        ['name 999', 'city 5'],
      ],
    });
    const { windows } = await adapter.windows([], NEVER);
    expect(windows).toMatchObject([{ app: 'qt6.py', toolkit: 'Qt' }]);
  });

  testOn(['chromium'], 'a web page in Chromium', async () => {
    // It looks at the switch only when it starts.
    await setEnabled(desktop, true);
    startChromium(desktop, ['--force-renderer-accessibility']);
    const tree = await treeOf(adapter, 'Deskhand page', 50);
    expect(nodeNamed(tree, 'User', 'Edit')).toMatchObject({
      automationId: 'user',
      patterns: { value: { value: 'ada' } },
    });
    expect(nodeNamed(tree, 'Secret')).toMatchObject({ password: true, patterns: { value: { value: '' } } });
    expect(nodeNamed(tree, 'Size').patterns.value).toEqual({ value: 'Medium', readOnly: true });
    expect(nodeNamed(tree, 'Delete')).toMatchObject({ disabled: true });
    expect(nodeNamed(tree, 'More', 'Hyperlink').patterns.invoke).toBe(true);
    expect(tree.nodes.filter(({ type, patterns }) => type === 'Group' && patterns.invoke)).toEqual([]);
    expect(tree.cuts).toMatchObject([{ reason: 'rows', omitted: 989 }]);
    const page = tree.nodes.find(({ type }) => type === 'Document');
    const { text, total } = await adapter.text(page?.handle ?? '', { start: 0, count: 6 }, NEVER);
    expect({ text, isLong: total === undefined || total > 10_000 }).toEqual({ text: 'Orders', isLong: true });
  });

  testOn(['chromium'], 'Chromium that keeps its pages to itself says with which flag it would not', async () => {
    await setEnabled(desktop, true);
    startChromium(desktop, []);
    const tree = await treeOf(adapter, 'Deskhand page', 1);
    expect(tree.notes).toContainEqual({ code: 'chromium_closed', detail: '--force-renderer-accessibility' });
  });

  testOn(['libreoffice'], 'a sheet of a million rows', async () => {
    // Its first start makes a profile, which takes a while.
    desktop.launch('libreoffice', ['--norestore', '--nologo', '--nofirststartwizard', '--calc'], {
      SAL_USE_VCLPLUGIN: 'gtk3',
    });
    const { handle } = await windowTitled(adapter, 'LibreOffice Calc');
    // Never at rest: cells have other paths at each look.
    let tree = await adapter.capture(handle, { ...SCOPE, rows: 3 }, NEVER);
    await until(
      async () => {
        tree = await adapter.capture(handle, { ...SCOPE, rows: 3 }, NEVER);
        return tree.nodes.length >= 100;
      },
      'the sheet',
      30_000,
    );
    const at = tree.nodes.findIndex(({ patterns }) => patterns.grid?.rows === 1_048_576);
    expect(tree.nodes[at]).toMatchObject({ type: 'Table', patterns: { grid: { columns: 16_384 } } });
    expect(tree.cuts).toContainEqual({ reason: 'rows', at, omitted: 1_048_573 });
    const cell = nodeNamed(tree, 'B3');
    expect(cell).toMatchObject({
      type: 'DataItem',
      patterns: { gridItem: { row: 2, column: 1 }, value: { value: '' } },
    });
    expect(cell.disabled).toBeUndefined();
    const cells = await adapter.cells(tree.nodes[at]?.handle ?? '', { row: 500_000, rows: 2, columns: 26 }, NEVER);
    expect(cells).toMatchObject({ rows: 1_048_576, columns: 16_384, start: 500_000 });
    expect(cells.cells).toHaveLength(2);
  });
});

function startChromium({ launch, directory }: TestDesktop, flags: readonly string[]): void {
  const own = ['--no-sandbox', '--no-first-run', '--disable-gpu', `--user-data-dir=${join(directory, 'chromium')}`];
  launch('chromium', [...own, ...flags, `file://${join(FIXTURES, 'page.html')}`]);
}

function hasQt(): boolean {
  try {
    execFileSync(PYTHON, ['-c', 'import PyQt6.QtWidgets'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
