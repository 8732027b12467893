import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ToolkitMatrix, ToolkitRow } from '../../scripts/gen/toolkits.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import { until } from './desktop.ts';
import { isComplete, measure, PROBES } from './matrix.ts';
import { type MatrixRow, ROWS, TITLE } from './matrixRows.ts';
import type { Subject } from './matrixSubject.ts';
import { skippable } from './needs.ts';
import { NEVER, setEnabled, treeOf, windowTitled } from './reading.ts';

const GOLDEN = join(import.meta.dirname, '../golden/toolkits.json');
/** Measures anew what the file says, instead of comparing with it. */
const UPDATE = process.env['DESKHAND_UPDATE_MATRIX'] === '1';
/** Milliseconds for each answer. Who compares waits for the known one; who does not know it must end somewhere. */
const PATIENCE = UPDATE ? 3_000 : 10_000;
/** Controls of a window that is more than its frame. */
const LEAST = 20;

describe('the toolkit matrix', () => {
  for (const row of ROWS) {
    skippable(row.missing(), `${row.toolkit} on ${row.session}`, async () => {
      const expected = UPDATE ? undefined : golden().rows.find(({ id }) => id === row.id);
      const measured = await measureRow(row, expected?.answers);
      if (UPDATE) keep(measured);
      expect(measured.answers).toEqual(golden().rows.find(({ id }) => id === row.id)?.answers);
    });
  }

  test('asks the same of every toolkit', () => {
    const things = PROBES.map(({ id, title }) => ({ id, title }));
    expect(golden().things).toEqual(things);
    for (const { answers } of golden().rows) expect(Object.keys(answers)).toEqual(things.map(({ id }) => id));
    expect(golden().rows.map(({ id }) => id)).toEqual(ROWS.map(({ id }) => id));
  });
});

async function measureRow(row: MatrixRow, expected: ToolkitRow['answers'] = {}): Promise<ToolkitRow> {
  const desktop = await row.start();
  try {
    await setEnabled(desktop, true);
    const adapter = await createLinuxAdapter(desktop.env);
    try {
      // Qt 5 joins the accessibility bus only where that runs already.
      await adapter.windows([], NEVER);
      const program = await row.launch(desktop);
      let tree = await treeOf(adapter, TITLE, LEAST);
      await until(
        async () => {
          tree = await treeOf(adapter, TITLE, LEAST);
          return isComplete(tree, program.facts);
        },
        'the window',
        30_000,
      );
      const window = await windowTitled(adapter, TITLE);
      const subject = { adapter, program, tree, window, patience: PATIENCE };
      const version = await program.version();
      const { id, toolkit, session, packages } = row;
      return { id, toolkit, session, version, packages: versions(packages), answers: await ask(subject, expected) };
    } finally {
      await adapter.dispose();
    }
  } finally {
    await desktop.stop();
  }
}

/** One after another: the last ones change the window. */
async function ask(subject: Subject, expected: ToolkitRow['answers']): Promise<ToolkitRow['answers']> {
  const answers: Record<string, string> = {};
  for (const probe of PROBES) answers[probe.id] = await measure(probe, subject, expected[probe.id] ?? 'yes');
  return answers;
}

function versions(packages: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(packages.map((name) => [name, versionOf(name)]));
}

/** Of a Debian package; other systems have other names for it. */
function versionOf(name: string): string {
  try {
    const text = execFileSync('dpkg', ['-s', name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return /^Version: (.*)$/m.exec(text)?.[1] ?? 'unknown';
  } catch {
    return 'unknown';
  }
}

function golden(): ToolkitMatrix {
  // Our own file, whose shape is the type.
  return JSON.parse(readFileSync(GOLDEN, 'utf8')) as ToolkitMatrix;
}

/** Rows that cannot be measured here stay as they are. */
function keep(measured: ToolkitRow): void {
  const before = golden().rows;
  const rows = ROWS.flatMap(({ id }) => (id === measured.id ? [measured] : before.filter((row) => row.id === id)));
  const things = PROBES.map(({ id, title }) => ({ id, title }));
  writeFileSync(GOLDEN, `${JSON.stringify({ things, rows }, null, 2)}\n`);
}
