import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { describeOn } from './needs.ts';
import { NEVER, nodeNamed, PYTHON, treeOf } from './reading.ts';

/** Case 5, the half that reads: texts of GTK 4 come whole, with the focus in them and without it. */
describeOn([PYTHON], 'case 5', () => {
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

  test.each(['Greeting', 'Story', 'Rest'])('the focus is in %s', async (focus) => {
    const path = join(desktop.directory, 'truth.json');
    const script = join(import.meta.dirname, '../fixtures/text_gtk4.py');
    desktop.launch(PYTHON, [script, path], { DESKHAND_FOCUS: focus });
    await until(() => existsSync(path), 'the truth');
    // JSON of our own fixture, whose shape is the type.
    const truth = JSON.parse(readFileSync(path, 'utf8')) as Record<string, { text: string; caret: number }>;
    const tree = await treeOf(adapter, 'Deskhand texts GTK 4', 10);
    for (const name of ['Greeting', 'Story']) {
      const node = nodeNamed(tree, name);
      expect(node.focused).toBe(name === focus ? true : undefined);
      const { text, caret } = await adapter.text(node.handle, { start: 0, count: 100 }, NEVER);
      expect({ text, caret }).toEqual({ text: truth[name]?.text, caret: truth[name]?.caret });
    }
    expect(truth['Story']?.text).toContain('bold then red');
  });
});
