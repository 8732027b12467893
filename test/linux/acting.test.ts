import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACTING_ROWS, type ActingRow } from './actingRows.ts';
import { allowInput } from './allowing.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { type DrivenForm, driveForm, type FormState } from './forms.ts';
import { describeOn } from './needs.ts';
import { disturbances, Oracle, putWindowInFront } from './oracle.ts';
import { PYTHON } from './reading.ts';

/** What a step came to: its effect, the way that was taken or is left, and why others are closed. */
interface Cell {
  readonly effect: string;
  readonly rung?: string;
  readonly reason?: string;
}

/** In the background, and then at the end of the ladder where it was not done. */
interface Cells {
  readonly background: Cell;
  readonly ladder?: Cell;
}

const GOLDEN = join(import.meta.dirname, '../golden/acting.json');
const isUpdate = process.env['DESKHAND_UPDATE_MATRIX'] === '1';

type Golden = Record<string, Record<string, Cells>>;

// JSON of this test's own, whose shape is the type.
const golden = JSON.parse(readFileSync(GOLDEN, 'utf8')) as Golden;

const NEEDS: Readonly<Record<string, readonly string[]>> = { chromium: ['chromium'] };

for (const toolkit of ['gtk3', 'gtk4', 'qt6', 'chromium']) {
  describeOn([PYTHON, ...(NEEDS[toolkit] ?? [])], `what can be done with the controls of ${toolkit}`, () => {
    let desktop: TestDesktop;
    let form: DrivenForm;
    let oracle: Oracle;
    const measured: Record<string, Cells> = {};

    beforeAll(async () => {
      desktop = await startDesktop();
      form = await driveForm(desktop, toolkit);
      oracle = await Oracle.open(desktop.env);
      await putWindowInFront(desktop, oracle);
    }, 60_000);

    afterAll(async () => {
      if (isUpdate) writeFileSync(GOLDEN, `${JSON.stringify({ ...readGolden(), [toolkit]: measured }, null, 2)}\n`);
      oracle?.close();
      await form?.close();
      await desktop?.stop();
    });

    test.each(ACTING_ROWS.filter((row) => !row.absent?.includes(toolkit)).map((row) => [row.label, row] as const))(
      '%s',
      async (label, row) => {
        const cells = await cellsOf(row);
        measured[label] = cells;
        if (!isUpdate) expect(cells).toEqual(golden[toolkit]?.[label]);
      },
    );

    async function cellsOf(row: ActingRow): Promise<Cells> {
      allowInput(desktop, 'background');
      const before = await oracle.look();
      const background = await cellOf(row);
      expect(disturbances(before, await oracle.look()).filter(({ by }) => by === 'us')).toEqual([]);
      if (background.effect !== 'needs_foreground') return { background };
      allowInput(desktop, 'ladder');
      const ladder = await cellOf(row);
      await form.client.call('deskhand_press_keys', { keys: 'Escape', window: 'Deskhand form' });
      return { background, ladder };
    }

    /** Does a step; what its receipt tells and what the form says must agree. */
    async function cellOf({ step: [action, name, value, more], names, isDone }: ActingRow): Promise<Cell> {
      const before = form.state();
      const text = await form.act([action, names?.[toolkit] ?? name, value, more]);
      const cell = parsed(text);
      if (cell.effect === 'confirmed' || cell.effect === 'unverified') await expectDone(isDone, before, text);
      else expect(form.state()).toEqual(expect.objectContaining(changesOf(cell, before)));
      return cell;
    }

    async function expectDone(isDone: ActingRow['isDone'], before: FormState, text: string): Promise<void> {
      const shown = () => `what was asked in ${JSON.stringify(form.state())} after ${text}`;
      await until(() => isDone(form.state(), before), shown, 3_000);
    }
  });
}

/** A step that failed has changed something, to something else than was asked; others have changed nothing. */
function changesOf({ effect }: Cell, before: FormState): FormState {
  return effect === 'failed' ? {} : before;
}

function readGolden(): Golden {
  return JSON.parse(readFileSync(GOLDEN, 'utf8')) as Golden;
}

/** `step 1 toggle 17 CheckBox 'Wrap lines': confirmed via Toggle, 'off' → 'on' (85 ms)`, and what was skipped below it. */
function parsed(text: string): Cell {
  const [, effect, rung, detail] = /^step 1 .*?': (\w+)(?: via ([^,(]+?))?(?:, (.*))? \(\d+ ms\)$/m.exec(text) ?? [];
  if (effect === undefined) throw new Error(`no receipt in ${text}`);
  const skipped = [...text.matchAll(/^ {2}skipped (.*?): (.*)$/gm)].map(([, name = '', reason = '']) => [name, reason]);
  const [left, why] = skipped.at(-1) ?? [];
  if (effect === 'needs_foreground') return { effect, ...(left && { rung: left }) };
  if (effect === 'confirmed' || effect === 'unverified') return { effect, rung: rung ?? 'nothing to do' };
  const reason = why ?? detail?.replace(/^'.*?'( → '.*?')?(, )?/, '');
  return { effect, ...(rung && { rung }), ...(reason && { reason }) };
}
