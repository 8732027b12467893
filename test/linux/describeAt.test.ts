import type { ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectStdio, type StdioClient } from '../../src/engine/mcp/stdioClient.ts';
import type { Rect } from '../../src/model/element.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { describeOn } from './needs.ts';
import { launchFixture, PYTHON, setEnabled } from './reading.ts';

/** A point is looked up as a client does it: through bridge, engine and adapter host. */

const FIXTURES = join(import.meta.dirname, '../fixtures');

interface Shown {
  readonly id: number;
  readonly type: string;
  readonly name: string;
  readonly rect: Rect | null;
}

let desktop: TestDesktop;
let client: StdioClient;

async function start(display: boolean): Promise<void> {
  desktop = await startDesktop(display ? {} : { display: false });
  const env = { ...desktop.env, DESKHAND_IDLE_MS: '500' };
  client = await connectStdio(process.execPath, [resolve('src/engine/main.ts'), 'mcp'], env);
}

async function stop(): Promise<void> {
  await client?.close();
  await desktop?.stop();
}

const call = (tool: string, args: Readonly<Record<string, unknown>> = {}) => client.call(`deskhand_${tool}`, args);
const describeAt = (x: number, y: number) => call('describe_at', { x: Math.floor(x), y: Math.floor(y) });
const centre = ([x, y, width, height]: Rect) => describeAt(x + width / 2, y + height / 2);

/** What an observation in JSON shows; no notes about the window's place are among it. */
async function elementsOf(window: string, within?: number): Promise<readonly Shown[]> {
  const args = { window, format: 'json', filter: 'all', max_elements: 5_000, budget_tokens: 25_000 };
  const text = await call('observe', within === undefined ? args : { ...args, within });
  // JSON of our own engine; until the window is there it is an error in words.
  return text.startsWith('{') ? (JSON.parse(text) as { elements: Shown[] }).elements.filter(({ id }) => id) : [];
}

/** The elements once they rest where they are. */
async function elementsAtRest(window: string, isThere: (elements: readonly Shown[]) => boolean) {
  let elements = await elementsOf(window);
  await until(
    async () => {
      const before = JSON.stringify(elements);
      elements = await elementsOf(window);
      return isThere(elements) && JSON.stringify(elements) === before;
    },
    `the elements of ${window}`,
    60_000,
  );
  return elements;
}

function named(elements: readonly Shown[], name: string): Shown & { readonly rect: Rect } {
  const found = elements.find((element) => element.name === name && element.rect);
  if (!found?.rect) throw new Error(`no element with a place is named ${name}`);
  return { ...found, rect: found.rect };
}

/** Ids of the element that an answer tells and of those that it is in. */
function idsIn(answer: string): number[] {
  const own = /^(\d+)\|/m.exec(answer)?.[1];
  const path = /^in: (.*)$/m.exec(answer)?.[1]?.split(' > ') ?? [];
  return [own, ...path.map((step) => /^\d+/.exec(step)?.[0])].flatMap((id) => (id === undefined ? [] : [Number(id)]));
}

/** Every one of these elements that is not told at its own centre. */
async function missedAtCentre(elements: readonly Shown[]): Promise<string[]> {
  const missed: string[] = [];
  for (const { id, type, name, rect } of elements) {
    const answer = rect ? await centre(rect) : '';
    if (!idsIn(answer).includes(id)) missed.push(`${type} ${name} ${rect}: ${answer}`);
  }
  return missed;
}

describeOn([PYTHON], 'points of GTK windows', () => {
  let points: ChildProcess;

  beforeAll(async () => {
    await start(true);
  });
  afterAll(stop);

  test('each widget of GTK 3 is at the centre of where it says that it is', async () => {
    const { process: program, truth } = await launchFixture(desktop, 'gtk3');
    const elements = await elementsAtRest('Deskhand GTK 3', (all) => all.some(({ name }) => name === 'Notes'));
    for (const [key, name] of Object.entries({ save: 'Save', wrap: 'Wrap lines', user: 'User', notes: 'Notes' })) {
      const answer = await centre(truth()[key] ?? [0, 0, 0, 0]);
      expect(answer).toContain("window: 'Deskhand GTK 3'");
      expect(idsIn(answer)).toContain(named(elements, name).id);
    }
    for (const rect of Object.values(truth())) expect(await centre(rect)).toMatch(/^\d+\|/m);
    const people = named(elements, 'People');
    expect(idsIn(await centre(truth()['people'] ?? people.rect))).toContain(people.id);
    expect(
      await missedAtCentre(elements.filter(({ type }) => ['dataitem', 'headeritem', 'button'].includes(type))),
    ).toEqual([]);
    program.kill();
  });

  test('each widget of GTK 4 as well', async () => {
    const { process: program } = await launchFixture(desktop, 'gtk4');
    const elements = await elementsAtRest('Deskhand GTK 4', (all) => all.some(({ name }) => name === 'Notes'));
    const shown = elements.filter(({ type, name }) => name !== '' && !['group', 'window'].includes(type));
    expect(shown.length).toBeGreaterThan(40);
    expect(await missedAtCentre(shown)).toEqual([]);
    program.kill();
  });

  test('between widgets there is what holds them, and beyond the window its frame and the desktop', async () => {
    points = desktop.launch(PYTHON, [join(FIXTURES, 'points.py')]);
    await elementsAtRest('Points above', (all) => all.some(({ name }) => name === 'Covering'));
    const elements = await elementsAtRest('Points below', (all) => all.some(({ name }) => name === 'Last'));
    const [x, y, width, height] = named(elements, 'Opener').rect;
    expect(await describeAt(x + width / 2, y + height + 20)).toMatch(/^\d+\|Group\|\|\|$/m);
    expect(await describeAt(x - 20, y)).toMatch(/^\d+\|Window\|Points below\|/m);
    const [, top] = windowRect(JSON.parse(await call('observe', { window: 'Points below', format: 'json' })));
    expect(await describeAt(x, top - 5)).toContain('on the title bar or the border');
    expect(await describeAt(1_590, 990)).toMatch(/^point_outside_window: The point 1590,990 is on the desktop/);
    expect(await describeAt(1_600, 990)).toMatch(/^point_outside_window: The point 1600,990 is not on the screen/);
  });

  test('an item of a menu bar that is open', async () => {
    const form = desktop.launch(PYTHON, [join(FIXTURES, 'form_gtk3.py')]);
    const elements = await elementsAtRest('Deskhand form', (all) => all.some(({ name }) => name === 'Notes'));
    const [x, y, , height] = named(elements, 'File').rect;
    form.kill('SIGUSR1');
    await until(async () => (await describeAt(x + 10, y + height + 10)).includes('|MenuItem|Clear|'), 'the menu');
    form.kill('SIGKILL');
  });

  test('a menu comes before the window under it', async () => {
    const [x, y, , height] = named(await elementsOf('Points below'), 'Opener').rect;
    points.kill('SIGUSR2');
    await until(async () => (await describeAt(x + 20, y + height + 15)).includes('|MenuItem|Cut|'), 'the menu');
  });

  test('the upper of two windows is hit, and never a minimised one', async () => {
    const { rect } = named(await elementsOf('Points above'), 'Covering');
    const common = () => describeAt(rect[0] + 20, rect[1] + 10);
    expect(await common()).toMatch(/window: 'Points above'[\s\S]*\|Button\|Covering\|/);
    points.kill('SIGUSR1');
    await until(async () => (await common()).includes("window: 'Points below'"), 'the minimised window to go');
    expect(await centre(rect)).not.toContain('Covering');
  });

  test('a window without accessibility is told as such', async () => {
    points.kill();
    const { process: program } = await launchFixture(desktop, 'gtk3', { NO_AT_BRIDGE: '1' });
    await until(async () => (await call('windows')).includes('Deskhand GTK 3'), 'the silent window');
    let place: Rect = [0, 0, 0, 0];
    await until(async () => {
      const text = await call('observe', { window: 'Deskhand GTK 3', format: 'json' });
      if (text.startsWith('{')) place = windowRect(JSON.parse(text));
      return place[2] > 0;
    }, 'its place');
    const answer = await centre(place);
    expect(answer).toContain("window: 'Deskhand GTK 3'");
    expect(answer).toContain('which control is at the point is not known');
    expect(answer).toContain('This application exposes no controls');
    expect(answer).not.toMatch(/^\d+\|/m);
    program.kill();
  });
});

/** The window's place as its observation in JSON tells it. */
function windowRect(answer: { readonly window: { readonly rect: Rect | null } }): Rect {
  return answer.window.rect ?? [0, 0, 0, 0];
}

describeOn(['chromium'], 'points of a page in Chromium', () => {
  beforeAll(async () => {
    await start(true);
    // It looks at the switch only when it starts.
    await setEnabled(desktop, true);
  });
  afterAll(stop);

  test.each([
    ['', 'name 3'],
    // Scrolls the page to that text.
    ['#:~:text=name%20500', 'name 498'],
  ])(
    'with the address %j each cell is at its own centre',
    async (fragment, name) => {
      const own = ['--no-sandbox', '--no-first-run', '--disable-gpu', '--force-renderer-accessibility'];
      const browser = desktop.launch('chromium', [
        ...own,
        `--user-data-dir=${join(desktop.directory, `chromium${name.length}`)}`,
        `file://${join(FIXTURES, 'page.html')}${fragment}`,
      ]);
      await elementsAtRest('Deskhand page', (all) => all.some(({ type }) => type === 'dataitem'));
      let row = '';
      await until(
        async () => {
          row = await call('find', { query: name, window: 'Deskhand page', by: 'name' });
          return new RegExp(`\\|DataItem\\|${name}\\|`).test(row);
        },
        `the row ${name}`,
        30_000,
      );
      const table = (await elementsOf('Deskhand page')).find(({ type }) => type === 'table');
      const cells = (await elementsOf('Deskhand page', table?.id)).filter(({ type }) => type === 'dataitem');
      expect(cells.length).toBeGreaterThan(10);
      const inWindow = cells.filter(({ rect }) => rect && rect[1] + rect[3] < 980);
      expect(await missedAtCentre(inWindow)).toEqual([]);
      const tab = (await elementsOf('Deskhand page')).filter(({ type }) => ['tabitem', 'edit'].includes(type));
      expect(await missedAtCentre(tab.filter(({ rect }) => rect))).toEqual([]);
      browser.kill();
      await until(async () => !(await call('windows')).includes('Deskhand page'), 'the end of the browser');
    },
    120_000,
  );
});

describeOn(['libreoffice'], 'points of a spreadsheet', () => {
  beforeAll(() => start(true));
  afterAll(stop);

  test('a cell of a million rows is at its own centre, with the id that find gives', async () => {
    desktop.launch('libreoffice', ['--norestore', '--nologo', '--nofirststartwizard', '--calc'], {
      SAL_USE_VCLPLUGIN: 'gtk3',
    });
    const elements = await elementsAtRest('LibreOffice Calc', (all) => all.some(({ name }) => name === 'C3'));
    const { id, rect } = named(elements, 'C3');
    const answer = await centre(rect);
    expect(answer).toMatch(new RegExp(`^${id}\\|DataItem\\|C3\\|`, 'm'));
    // Rows beyond the twelve that an observation shows.
    const [x, y, width, height] = rect;
    const below = await describeAt(x + width * 1.5, y + height * 20.5);
    expect(below).toContain('|DataItem|D23|');
    const found = await call('find', { query: 'D23', window: 'LibreOffice Calc', by: 'name' });
    expect(found).toMatch(new RegExp(`^${idsIn(below)[0]}\\|DataItem\\|D23\\|`, 'm'));
  });
});

describeOn([PYTHON], 'a desktop without a display', () => {
  beforeAll(() => start(false));
  afterAll(stop);

  test('says that there are no points and what to do instead', async () => {
    const answer = await describeAt(10, 10);
    expect(answer).toMatch(/^unsupported_action: This desktop does not support looking up a point: .*no display\./);
    expect(answer).toContain('deskhand_observe');
  });
});
