import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlatformAdapter, TextSlice } from '../../src/engine/adapters/adapter.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import type { AxTree } from '../../src/model/element.ts';
import { attributesOver, type TextRun } from '../../src/model/textRange.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { describeOn } from './needs.ts';
import { NEVER, nodeNamed, PYTHON, SCOPE, setEnabled, treeOf } from './reading.ts';

/** What a field holds, as the fixture itself knows it; positions are code points. */
interface FieldTruth {
  readonly text: string;
  readonly caret: number;
  readonly selection: readonly [number, number] | null;
}

const FIXTURES = join(import.meta.dirname, '../fixtures');
const GREETING = 'a😀e\u0301 hello';
const NOTICE = 'first line\nsecond 😀 line';
/** Characters of the longest text; each line has 32. */
const LONG = 5_000_000;
/** A guard against reading everything again and again, not a measure: machines of tests are slow. */
const PATIENCE = 15_000;

const TOOLKITS = [
  { name: 'GTK 3', fixture: 'text_gtk3.py', title: 'Deskhand texts GTK 3', env: {} },
  { name: 'GTK 4', fixture: 'text_gtk4.py', title: 'Deskhand texts GTK 4', env: {} },
  { name: 'Qt 6', fixture: 'text_qt.py', title: 'Deskhand texts PyQt6', env: { DESKHAND_QT: 'PyQt6' } },
  { name: 'Qt 5', fixture: 'text_qt.py', title: 'Deskhand texts PyQt5', env: { DESKHAND_QT: 'PyQt5' } },
] as const;

/** A desktop with one program on it, and a way to read the texts of its controls by their names. */
class Reader {
  readonly desktop: TestDesktop;
  readonly adapter: PlatformAdapter;
  #title = '';
  /** Of a long page only its first levels, where the controls with names are. */
  #maxNodes = SCOPE.maxNodes;

  private constructor(desktop: TestDesktop, adapter: PlatformAdapter) {
    this.desktop = desktop;
    this.adapter = adapter;
  }

  static async start(): Promise<Reader> {
    const desktop = await startDesktop();
    await setEnabled(desktop, true);
    const adapter = await createLinuxAdapter(desktop.env);
    // Qt 5 joins the accessibility bus only where that runs already.
    await adapter.windows([], NEVER);
    return new Reader(desktop, adapter);
  }

  async waitFor(title: string, atLeast: number, maxNodes = SCOPE.maxNodes): Promise<void> {
    this.#title = title;
    this.#maxNodes = maxNodes;
    await this.#tree(atLeast);
  }

  #tree(atLeast: number): Promise<AxTree> {
    return treeOf(this.adapter, this.#title, atLeast, { ...SCOPE, includeOffscreen: true, maxNodes: this.#maxNodes });
  }

  async handleOf(name: string, type?: string): Promise<string> {
    let tree = await this.#tree(2);
    // What comes first of a page is the browser round it.
    await until(
      async () => {
        if (tree.nodes.some((node) => node.name === name)) return true;
        tree = await this.#tree(2);
        return false;
      },
      name,
      30_000,
    );
    return nodeNamed(tree, name, type).handle;
  }

  async read(name: string, start = 0, count = 10_000, attributes = false): Promise<TextSlice> {
    return this.adapter.text(await this.handleOf(name), { start, count, attributes }, NEVER);
  }

  async readPage(attributes = false): Promise<TextSlice> {
    const handle = await this.handleOf('Deskhand texts', 'Document');
    return this.adapter.text(handle, { start: 0, count: 10_000, attributes }, NEVER);
  }

  async stop(): Promise<void> {
    await this.adapter.dispose();
    await this.desktop.stop();
  }
}

describe.each(TOOLKITS)('$name', ({ name, fixture, title, env }) => {
  describeOn([PYTHON], 'texts', () => {
    let reader: Reader;
    let truth: Readonly<Record<string, FieldTruth>>;
    let path: string;

    beforeAll(async () => {
      reader = await Reader.start();
      path = join(reader.desktop.directory, 'truth.json');
      const extra = { ...env, DESKHAND_LONG: String(LONG), QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1' };
      reader.desktop.launch(PYTHON, [join(FIXTURES, fixture), path], extra);
      await until(() => existsSync(path), 'the truth', 30_000);
      await reader.waitFor(title, 10);
      truth = truthIn(path);
    }, 90_000);

    afterAll(() => reader?.stop());

    test.each(['Greeting', 'Locked', 'Fixed', 'Story', 'Empty'])('%s reads as the program has it', async (field) => {
      let read = await reader.read(field);
      await until(
        async () => {
          read = await reader.read(field);
          return isDeepStrictEqual(read, sliceOf(truthIn(path)[field]));
        },
        () => `${JSON.stringify(read)} as ${JSON.stringify(truthIn(path)[field])}`,
      );
    });

    test('the fixture selects behind an astral character', () => {
      expect(truth['Greeting']?.text).toBe(GREETING);
      expect(truth['Story']?.selection).toEqual([8, 12]);
    });

    test('parts are cut by code points', async () => {
      expect((await reader.read('Greeting', 1, 2)).text).toBe('😀e');
      expect((await reader.read('Greeting', 2, 3)).text).toBe('e\u0301 ');
      expect(await reader.read('Greeting', 10, 5)).toMatchObject({ text: '', total: 10 });
    });

    test('a password gives neither text nor length, caret, selection or looks', async () => {
      expect(await reader.read('Secret', 0, 100, true)).toEqual({ source: 'Text', text: '', total: 0 });
    });

    test('a number field and a label of several lines', async () => {
      expect(await reader.read('Count')).toMatchObject({ text: '42', total: 2 });
      expect(await reader.read(NOTICE)).toMatchObject({ text: NOTICE, total: 24 });
    });

    test('looks of a story', async () => {
      const { text, runs = [] } = await reader.read('Story', 0, 10_000, true);
      const range = { start: 0, end: Array.from(text).length };
      const over = attributesOver(range, runs);
      if (name === 'GTK 4') {
        // The program would end if it were asked.
        expect(over.bold).toEqual({ kind: 'unavailable' });
        expect((await reader.read('Count')).text).toBe('42');
        return;
      }
      expect(wordsWhere(text, runs, ({ bold }) => bold === true)).toEqual(['bold']);
      expect(wordsWhere(text, runs, ({ size }) => size === 18)).toEqual(['bold']);
      expect(wordsWhere(text, runs, ({ italic }) => italic === true)).toEqual(['red']);
      expect(wordsWhere(text, runs, ({ foreground }) => foreground === '#ff0000')).toEqual(['red']);
      expect(wordsWhere(text, runs, ({ background }) => background === '#ffff00')).toEqual(['red']);
      expect(wordsWhere(text, runs, ({ underline }) => underline === true)).toEqual(['link']);
      expect(over.bold).toEqual({ kind: 'mixed' });
      expect(over.heading).toEqual({ kind: 'unsupported' });
      expect(attributesOver({ start: 8, end: 12 }, runs).bold).toEqual({ kind: 'value', value: true });
      if (name === 'GTK 3') {
        expect(wordsWhere(text, runs, ({ strikethrough }) => strikethrough === true)).toEqual(['struck']);
        expect(wordsWhere(text, runs, ({ language }) => language === 'de')).toEqual(['link']);
        expect(over.alignment).toEqual({ kind: 'mixed' });
      } else expect(over.strikethrough).toEqual({ kind: 'unsupported' });
    });

    test('looks of a part are those of the whole', async () => {
      const whole = await reader.read('Story', 0, 10_000, true);
      const part = await reader.read('Story', 7, 20, true);
      const range = { start: 7, end: 27 };
      expect(attributesOver(range, part.runs ?? [])).toEqual(attributesOver(range, whole.runs ?? []));
    });

    test('looks of a field with an astral character cover all of it or nothing', async () => {
      const { runs = [] } = await reader.read('Greeting', 0, 100, true);
      expect(runs.at(-1)?.end).toBe(10);
      expect(attributesOver({ start: 0, end: 10 }, runs).bold.kind).toMatch(/^(value|unsupported)$/);
    });

    test('a page from the middle of five megabytes', async () => {
      const handle = await reader.handleOf('Long');
      const started = performance.now();
      const start = LONG / 2;
      const { text, total } = await reader.adapter.text(handle, { start, count: 8_000 }, NEVER);
      expect(performance.now() - started).toBeLessThan(PATIENCE);
      expect(text.slice(0, 32)).toBe(`Line ${String(start / 32).padStart(8, '0')} is 32 characters.\n`);
      expect(text).toHaveLength(8_000);
      // Qt counts in other units, so that the total takes a read of everything.
      if (total !== undefined || !name.startsWith('Qt')) expect(total).toBe(LONG - (LONG % 32));
    });
  });
});

/** The stretches of the text whose runs look so, joined where they touch. */
function wordsWhere(
  text: string,
  runs: readonly TextRun[],
  holds: (looks: TextRun['attributes']) => boolean,
): string[] {
  const points = Array.from(text);
  const marked = points.map((_, at) =>
    runs.some(({ start, end, attributes }) => start <= at && at < end && holds(attributes)),
  );
  return points
    .map((point, at) => (marked[at] ? point : '\u0000'))
    .join('')
    .split('\u0000')
    .filter(Boolean);
}

describeOn(['chromium'], 'texts of a web page', () => {
  let reader: Reader;

  const open = async (hash: string, atLeast = 40, maxNodes = SCOPE.maxNodes) => {
    reader = await Reader.start();
    const page = `file://${join(FIXTURES, 'text.html')}#${hash}`;
    const profile = `--user-data-dir=${join(reader.desktop.directory, 'profile')}`;
    const flags = ['--no-sandbox', '--no-first-run', '--force-renderer-accessibility', profile];
    reader.desktop.launch('chromium', [...flags, page]);
    await reader.waitFor('Deskhand texts', atLeast, maxNodes);
  };

  describe('as it stands', () => {
    beforeAll(() => open(''), 90_000);
    afterAll(() => reader?.stop());

    test('the field with the focus tells caret and selection, another one tells none', async () => {
      expect(await reader.read('Greeting')).toEqual({
        source: 'Text',
        text: GREETING,
        total: 10,
        caret: 7,
        selections: [{ start: 3, end: 7 }],
      });
      expect(await reader.read('Fixed')).toEqual({ source: 'Text', text: GREETING, total: 10 });
      expect(await reader.read('Area')).toMatchObject({ text: NOTICE });
    });

    test('links stand in their place, and a password in a paragraph gives nothing', async () => {
      const { text } = await reader.read('Mixed');
      expect(text).toBe('Before 😀 first link between  and strong second after');
      expect((await reader.read('Mixed', 9, 10)).text).toBe('first link');
      expect(await reader.read('Secret', 0, 100, true)).toEqual({ source: 'Text', text: '', total: 0 });
    });

    test('a document is read through its objects, in lines', async () => {
      const { text, total } = await reader.readPage();
      expect(text).toMatch(/^Heading 😀 two\n/);
      expect(text).toContain('Before 😀 first link between  and');
      expect(text).not.toMatch(/hunter2|•{2}|●/);
      expect(text).not.toContain('\uFFFC');
      expect(total).toBe(Array.from(text).length);
    });

    test('looks of an editable part', async () => {
      const { text, runs = [] } = await reader.read('Story', 0, 10_000, true);
      expect(text).toBe('Plain 😀 bold then red then anchor struck deutsch end');
      expect(wordsWhere(text, runs, ({ bold }) => bold === true)).toEqual(['bold']);
      expect(wordsWhere(text, runs, ({ size }) => size === 18)).toEqual(['bold']);
      expect(wordsWhere(text, runs, ({ italic }) => italic === true)).toEqual(['red']);
      expect(wordsWhere(text, runs, ({ foreground }) => foreground === '#ff0000')).toEqual(['red']);
      expect(wordsWhere(text, runs, ({ link }) => link === true)).toEqual(['anchor']);
      expect(wordsWhere(text, runs, ({ strikethrough }) => strikethrough === true)).toEqual(['struck']);
      expect(wordsWhere(text, runs, ({ language }) => language === 'de')).toEqual(['deutsch']);
    });

    test('the looks of a document tell headings from the rest', async () => {
      const { text, runs = [] } = await reader.readPage(true);
      expect(wordsWhere(text, runs, ({ heading }) => heading === 2)[0]).toMatch(/^Heading 😀 two\n?$/);
      expect(attributesOver({ start: 0, end: 13 }, runs)).toMatchObject({
        bold: { kind: 'value', value: true },
        size: { kind: 'value', value: 18 },
        heading: { kind: 'value', value: 2 },
      });
    });
  });

  describe('with the caret in an editable part', () => {
    beforeAll(() => open('story=1'), 90_000);
    afterAll(() => reader?.stop());

    test('the caret stands behind the astral character', async () => {
      expect((await reader.read('Story')).caret).toBe(7);
    });
  });

  describe('with many paragraphs', () => {
    beforeAll(() => open('paragraphs=2000,characters=100000', 600, 600), 90_000);
    afterAll(() => reader?.stop());

    test('a page of a long field', async () => {
      const { text, total } = await reader.read('Long', 64_000, 320);
      expect(text).toMatch(/^Line 00002000 is 32 characters\.\n/);
      expect(text).toHaveLength(320);
      expect(total).toBeGreaterThanOrEqual(100_000);
    });

    test('parts of a document join without a gap, and the end is known or said to be unknown', async () => {
      const first = await reader.read('Paragraphs', 0, 4_000);
      const second = await reader.read('Paragraphs', 4_000, 4_000);
      expect(first.text + second.text).toBe(paragraphs(2_000).slice(0, 8_000));
      const whole = paragraphs(2_000).length;
      for (const { total, ended } of [first, second]) expect([whole, undefined]).toContain(ended ? undefined : total);
    });

    test('an end that lies far away is found, or the time is said to be over', async () => {
      const start = paragraphs(1_990).length + 1;
      const { text, ended } = await reader.read('Paragraphs', start, 4_000);
      expect(ended ? 'over' : text.slice(0, 17)).toBe(ended ? 'over' : 'Paragraph 0000199');
    });
  });
});

function paragraphs(count: number): string {
  return Array.from({ length: count }, (_, index) => `Paragraph ${String(index).padStart(8, '0')} has a link.`).join(
    '\n',
  );
}

describeOn(['libreoffice'], 'texts of a spreadsheet', () => {
  let reader: Reader;

  beforeAll(async () => {
    reader = await Reader.start();
    // A copy, because the office locks what it opens.
    const file = join(reader.desktop.directory, 'text.fods');
    copyFileSync(join(FIXTURES, 'text.fods'), file);
    const profile = `-env:UserInstallation=file://${join(reader.desktop.directory, 'office')}`;
    const args = ['--norestore', '--nologo', '--nofirststartwizard', '--nolockcheck', '--calc', profile, file];
    reader.desktop.launch('libreoffice', args, { SAL_USE_VCLPLUGIN: 'gtk3' });
    await reader.waitFor('text.fods', 100);
  }, 120_000);

  afterAll(() => reader?.stop());

  test('a cell that is bold in part, behind an astral character', async () => {
    const { text, total, runs = [], caret } = await reader.read('A1', 0, 1_000, true);
    expect({ text, total, caret }).toEqual({ text: 'Plain 😀 bold then under end', total: 27, caret: undefined });
    expect(wordsWhere(text, runs, ({ bold }) => bold === true)).toEqual(['bold']);
    expect(wordsWhere(text, runs, ({ foreground }) => foreground === '#ff0000')).toEqual(['bold']);
    expect(wordsWhere(text, runs, ({ italic }) => italic === true)).toEqual(['under']);
    expect(wordsWhere(text, runs, ({ strikethrough }) => strikethrough === true)).toEqual(['under']);
    expect(attributesOver({ start: 0, end: 27 }, runs)).toMatchObject({
      font: { kind: 'value' },
      size: { kind: 'mixed' },
      bold: { kind: 'mixed' },
      link: { kind: 'unsupported' },
    });
  });

  test('parts of a cell are cut by code points', async () => {
    expect((await reader.read('A1', 6, 6)).text).toBe('😀 bold');
  });
});

/** JSON of our own fixture, whose shape is the type. */
function truthIn(path: string): Readonly<Record<string, FieldTruth>> {
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, FieldTruth>;
}

/** What is to be read of a field, from what the program says of it. */
function sliceOf(truth: FieldTruth | undefined): TextSlice {
  const { text, caret, selection } = truth ?? { text: 'no truth', caret: -1, selection: null };
  const selections = selection === null ? undefined : [{ start: selection[0], end: selection[1] }];
  return { source: 'Text', text, total: Array.from(text).length, caret, ...(selections && { selections }) };
}
