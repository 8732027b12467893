import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { allowInput } from './allowing.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { describeOn } from './needs.ts';
import { disturbances, Oracle, putWindowInFront, type Situation } from './oracle.ts';
import { connectProduct, type ProductClient } from './productClient.ts';
import { PYTHON, setEnabled } from './reading.ts';

const TITLE = 'Deskhand scrolling';
const NONE = 'skipped scroll bar: it has no scroll bar on this axis';

/** A control, where to, how far it is then by what the program says, and what the receipt says. */
type Row = readonly [name: string, value: string | number, key: string, percent: number, receipt: string];

const confirmed = (was: string, is: string) => `confirmed via scroll bar, '${was}' → '${is}'`;
const limit = (at: string) => `confirmed, '${at}', already at the limit`;

const PLACES: readonly Row[] = [
  ['Story', 50, 'story down', 50, confirmed('0.0%', '50.0%')],
  ['Story', '100', 'story down', 100, confirmed('50.0%', '100.0%')],
  ['Story', 'down', 'story down', 100, limit('100.0%')],
  ['Story', 'left', 'story right', 0, limit('0.0%')],
];

const TOOLKITS: readonly { readonly toolkit: string; readonly rows: readonly Row[] }[] = [
  {
    toolkit: 'gtk3',
    rows: [
      // Nine tenths of 135 pixels.
      ['Story', 'down', 'story down', 3.7, confirmed('0.0%', '3.7%')],
      ['Story', 'up', 'story down', 0, confirmed('3.7%', '0.0%')],
      ['Story', 'right', 'story right', 14.4, confirmed('0.0%', '14.4%')],
      ['Story', 0, 'story right', 14.4, "confirmed, '0.0%', nothing had to be done"],
      ['Story', 'left', 'story right', 0, confirmed('14.4%', '0.0%')],
      ...PLACES,
      ['Rows', 'down', 'rows down', 3.3, confirmed('0.0%', '3.3%')],
      ['Rows', 25, 'rows down', 25, confirmed('3.3%', '25.0%')],
      ['Rows', 'right', 'rows right', 0, NONE],
      ['Still', 'down', 'rows down', 25, NONE],
    ],
  },
  {
    toolkit: 'gtk4',
    rows: [
      ['Story', 'down', 'story down', 0, 'skipped scroll bar: its scroll bar has no RangeValue pattern'],
      ['Rows', 50, 'rows down', 0, 'skipped scroll bar: its scroll bar has no RangeValue pattern'],
      ['Still', 'down', 'rows down', 0, NONE],
    ],
  },
  {
    toolkit: 'qt6',
    rows: [
      ['Story', 'down', 'story down', 3.6, confirmed('0.0%', '3.6%')],
      ['Story', 'up', 'story down', 0, confirmed('3.6%', '0.0%')],
      ...PLACES,
      // The lists of Qt have their scroll bars outside of the tree.
      ['Rows', 'down', 'rows down', 0, NONE],
      ['Still', 'down', 'rows down', 0, NONE],
    ],
  },
];

/** A program that is scrolled while another window has the focus, as the user's would. */
class Subject {
  readonly client: ProductClient;
  readonly oracle: Oracle;
  readonly desktop: TestDesktop;
  readonly window: string;

  private constructor(desktop: TestDesktop, client: ProductClient, oracle: Oracle, window: string) {
    this.desktop = desktop;
    this.client = client;
    this.oracle = oracle;
    this.window = window;
  }

  static async start(window: string, part: string, launch: (desktop: TestDesktop) => void): Promise<Subject> {
    const desktop = await startDesktop();
    try {
      await setEnabled(desktop, true);
      const client = await connectProduct(desktop);
      launch(desktop);
      await client.ready(window, part);
      const oracle = await Oracle.open(desktop.env);
      await putWindowInFront(desktop, oracle);
      return new Subject(desktop, client, oracle, window);
    } catch (error) {
      await desktop.stop();
      throw error;
    }
  }

  all(): Promise<string> {
    return this.client.call('observe', { window: this.window, filter: 'all', budget_tokens: 20_000 });
  }

  async scroll(name: string, value: string | number): Promise<string> {
    const row = (await this.all()).split('\n').find((line) => line.split('|')[2] === name && /^\d/.test(line));
    const steps = [{ action: 'scroll', id: Number.parseInt(row ?? '', 10), value }];
    return this.client.call('act', { steps });
  }

  async stop(): Promise<void> {
    this.oracle.close();
    await this.client.close();
    await this.desktop.stop();
  }
}

for (const { toolkit, rows } of TOOLKITS) {
  describeOn([PYTHON], `scrolling in ${toolkit} in the background`, () => {
    let subject: Subject;
    let before: Situation;
    let path: string;

    const state = (): Readonly<Record<string, number>> =>
      // JSON of our own fixture, whose shape is the type.
      existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>) : {};

    beforeAll(async () => {
      subject = await Subject.start(TITLE, '|Story|', (desktop) => {
        path = join(desktop.directory, 'state.json');
        desktop.launch(PYTHON, [join(import.meta.dirname, `../fixtures/scroll_${toolkit}.py`), path]);
      });
    }, 60_000);

    afterAll(() => subject?.stop());

    beforeEach(async () => {
      before = await subject.oracle.look();
    });

    test.each(rows)('%s %s: %s is at %d', async (name, value, key, percent, receipt) => {
      const text = await subject.scroll(name, value);
      expect(text).toContain(receipt);
      const isThere = () => Math.abs((state()[key] ?? -1) - percent) <= 0.5;
      await until(isThere, () => `${key}=${percent} in ${JSON.stringify(state())}`, 2_000);
      expect(disturbances(before, await subject.oracle.look())).toEqual([]);
    });

    test('and by the wheel what has no scroll bar that can be moved, where the user allows it', async () => {
      if (toolkit === 'gtk3') return;
      allowInput(subject.desktop, 'ladder');
      expect(await subject.scroll('Rows', 'down')).toContain('confirmed via wheel');
      await until(
        () => (state()['rows down'] ?? 0) > 0,
        () => JSON.stringify(state()),
        2_000,
      );
    });
  });
}

describeOn(['libreoffice'], 'scrolling a sheet of LibreOffice in the background', () => {
  let subject: Subject;

  beforeAll(async () => {
    subject = await Subject.start('LibreOffice Calc', '|DataItem|B2|', (desktop) => {
      const own = ['--norestore', '--nologo', '--nofirststartwizard', '--calc'];
      desktop.launch('libreoffice', own, { SAL_USE_VCLPLUGIN: 'gtk3' });
    });
  }, 120_000);

  afterAll(() => subject?.stop());

  test('it moves by pages and to its beginning, and to no other place', async () => {
    const before = await subject.oracle.look();
    expect(await subject.scroll('B2', 'down')).toContain("confirmed via scroll bar, '0.0%' → ");
    const all = await subject.all();
    expect(all).not.toMatch(/\|DataItem\|B2\|/);
    const cell = /^\d+\|DataItem\|(\w+)\|/m.exec(all)?.[1] ?? '';
    expect(await subject.scroll(cell, 50)).toContain('LibreOffice would scroll to the beginning');
    expect(await subject.scroll(cell, 0)).toContain('confirmed via scroll bar');
    expect(await subject.all()).toMatch(/\|DataItem\|B2\|/);
    expect(disturbances(before, await subject.oracle.look())).toEqual([]);
  });
});

describeOn(['chromium'], 'scrolling a page of Chromium', () => {
  let subject: Subject;

  beforeAll(async () => {
    subject = await Subject.start('Deskhand texts', '|Greeting|', (desktop) => {
      const page = `file://${join(import.meta.dirname, '../fixtures/text.html')}#paragraphs=200`;
      const profile = `--user-data-dir=${join(desktop.directory, 'profile')}`;
      const own = ['--no-sandbox', '--test-type', '--no-first-run', '--force-renderer-accessibility', profile];
      desktop.launch('chromium', [...own, page]);
    });
  }, 90_000);

  afterAll(() => subject?.stop());

  test('is done by the wheel, where the user allows it', async () => {
    const text = await subject.scroll('Greeting', 'down');
    expect(text).toContain('needs_foreground');
    expect(text).toContain(`${NONE}; scroll_into_view shows one element`);
    allowInput(subject.desktop, 'ladder');
    expect(await subject.scroll('Greeting', 'down')).toContain('confirmed via wheel');
  });
});
