import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCENES } from '../../src/engine/adapters/sim/scenes/index.ts';
import { type Conversation, converse, idOf } from './conversation.ts';

let talk: Conversation;

beforeAll(async () => {
  talk = await converse(SCENES.filter(({ key }) => key !== 'hung'));
});
afterAll(() => talk.close());

const observe = (args = {}) => talk.call('observe', args);
const find = (query: string, args = {}) => talk.call('find', { query, ...args });

describe('windows', () => {
  test('a window is named by its id, its process and any part of its title, as it is or as it is shown', async () => {
    const bySame = ['sim:7', 'pid:1007', 'teeth', 'NAMES | WITH', 'Names / with teeth'];
    const headers = await Promise.all(
      bySame.map(async (window) => (await observe({ window, max_elements: 1 })).text.split('\n')[1]),
    );
    expect(new Set(headers).size).toBe(1);
    expect(headers[0]).toContain('id=sim:7');
  });

  test('without a window the one that has the focus is meant', async () => {
    expect((await observe()).text).toContain("window: 'Settings'");
  });
});

describe('observe', () => {
  test('shows a password in no format and by no filter', async () => {
    for (const window of ['Settings', 'Names']) {
      for (const format of ['table', 'tree', 'json']) {
        for (const filter of ['interactive', 'text', 'table', 'all']) {
          const { text } = await observe({ window, format, filter, include_offscreen: true });
          expect(text).not.toMatch(/correct horse|hunter2/);
        }
      }
    }
  });

  test('the number of elements is what is listed, and complete says whether that is all', async () => {
    const { text } = await observe({ max_elements: 10 });
    expect(text.match(/^\d+\|/gm)).toHaveLength(10);
    expect(text).toContain('elements=10 complete=false');
    expect(text).toContain('15 more elements cut by max_elements=10');
    expect((await observe()).text).toContain('elements=25 complete=true');
  });

  test('counts on in JSON as in text', async () => {
    const whole = JSON.parse((await observe({ format: 'json', window: 'Orders' })).text);
    expect(whole.complete).toBe(false);
    expect(whole.elements.at(-2)).toMatchObject({ more: 9_988 });
    expect(whole.ui_text).toBe('untrusted');
  });

  test('reads one element and what lies in it', async () => {
    const all = await observe({ filter: 'all' });
    const { text } = await observe({ within: idOf(all, 'Folders'), filter: 'all' });
    expect(text.match(/^\d+\|.*$/gm)?.map((row) => row.split('|')[2])).toEqual(['Folders', 'Home', 'Music']);
  });

  test('controls that are off the screen are shown when they are asked for', async () => {
    expect((await observe()).text).not.toContain('Erase everything');
    expect((await observe({ include_offscreen: true })).text).toContain('Erase everything');
    expect((await observe({ include_offscreen: true, format: 'tree' })).text).toContain('"Erase everything" offscreen');
  });
});

describe('find', () => {
  test('gives the ids that observe gives', async () => {
    const seen = await observe();
    const hit = await find('Cancel');
    expect(idOf(hit, 'Cancel')).toBe(idOf(seen, 'Cancel'));
  });

  test('lists as many as asked for and says how many there are', async () => {
    const { text } = await find('Button', { window: 'Five thousand', limit: 3 });
    expect(text.match(/^\d+\|/gm)).toHaveLength(3);
    expect(text).toContain('4950 results, 0 exact (listed first) complete=false');
    expect(text).toContain('4947 more results');
  });

  test('finds a row of a long table that observe does not show', async () => {
    expect((await find('Customer 9999', { window: 'Orders' })).text).toContain('|A-9999 · Customer 9999 · 9999.50|');
  });

  test('an element that nothing but a password holds is not found', async () => {
    for (const query of ['hunter2', 'correct horse']) {
      expect((await find(query, { window: 'all', include_offscreen: true })).text).toContain('0 results');
    }
  });

  test('offers no way that was already taken', async () => {
    expect((await find('xyzzy')).text).toContain('include_offscreen=true, window=all, or deskhand_observe.');
    const all = await find('xyzzy', { window: 'all', include_offscreen: true, by: 'name' });
    expect(all.text).toContain('Try by=auto, or deskhand_observe.');
    const nothing = await find('xyzzy', { window: 'all', include_offscreen: true });
    expect(nothing.text).toMatch(/Nothing matches\. Try deskhand_observe\.$/m);
  });

  test('controls that are off the screen do not count unless they are asked for', async () => {
    expect((await find('Erase everything')).text).toContain('0 results');
    expect((await find('Erase everything', { include_offscreen: true })).text).toContain('1 result, 1 exact');
    expect((await find('custom', { by: 'type' })).text).toContain('0 results');
  });

  test('says of every window that it could not search why', async () => {
    const { text } = await find('OK', { window: 'all' });
    expect(text).toContain('complete=false');
    expect(text).toMatch(/Window sim:\d+: The window is minimized/);
    expect(text).toContain('--force-renderer-accessibility');
  });
});

describe('read_text', () => {
  test('goes on where it says, until the end, and loses nothing', async () => {
    const id = idOf(await observe({ window: 'Notepad' }), 'Text editor');
    let start = 0;
    let read = '';
    for (let part = 0; part < 20; part++) {
      const { text } = await talk.call('read_text', { id, start, max_chars: 1_000 });
      const [, body = '', more] =
        /^<untrusted>\n([\s\S]*)\n<\/untrusted>\n[^\n]*\n?(?:….*start=(\d+)\.)?$/.exec(text) ?? [];
      read += body;
      if (more === undefined) break;
      start = Number(more);
    }
    expect(read).toMatch(/^Line 1 of the text\.\n[\s\S]*\nLine 400 of the text\.$/);
    expect(read.split('\n')).toHaveLength(400);
  });

  test('a start past the end is the end', async () => {
    const id = idOf(await observe(), 'Notes');
    expect((await talk.call('read_text', { id, start: 999 })).text).toContain('characters 39-39 of 39');
  });

  test('names caret, selection and looks, and which looks vary or are not known', async () => {
    const id = idOf(await observe(), 'Notes');
    const { text } = await talk.call('read_text', { id, attributes: true });
    const [, summary = '', ...rest] = text.split('\n');
    expect(summary).toMatch(/^attributes: font=Sans size=10 alignment=left; mixed: bold; unsupported: italic, /);
    expect(rest.slice(0, 4)).toEqual(['0-5 bold=no', '5-8 bold=yes', '8-39 bold=no', 'text:']);
    expect(text).toContain('characters 0-39 of 39 caret=8 selection=5-8');
    const plain = await talk.call('read_text', { id });
    expect(plain.text).not.toContain('attributes');
    const button = idOf(await observe(), 'Save');
    expect((await talk.call('read_text', { id: button, attributes: true })).text).toMatch(
      /^<untrusted>\nattributes: all unsupported\ntext:\nSave\n<\/untrusted>\nsource=Name /,
    );
  });

  test('a password has no text', async () => {
    for (const [window, name] of [
      ['Settings', 'Password'],
      ['Names', 'Secret'],
    ] as const) {
      const { text } = await talk.call('read_text', { id: idOf(await observe({ window }), name), attributes: true });
      expect(text).toContain('***\n</untrusted>');
      expect(text).toContain('a password is never shown');
      expect(text).not.toMatch(/hunter2|horse|caret|selection|attributes/);
    }
  });
});

describe('read_table', () => {
  test('goes on where it says and gives headers on every page', async () => {
    const id = idOf(await observe({ window: 'Orders', filter: 'table' }), 'Orders');
    const page = await talk.call('read_table', { id, start_row: 9_990, max_rows: 50 });
    expect(page.text).toMatch(/^<untrusted>\n# Order\|Customer\|Total\nA-9991\|Customer 9991\|9991\.50\n/);
    expect(page.text).toContain('grid 10000×3, rows 9990-9999');
    expect(page.text).not.toContain('Continue');
  });

  test('counts the empty rows of a virtualised grid and drops none', async () => {
    const id = idOf(await observe({ window: 'Messages', filter: 'table' }), 'Messages');
    const { text } = await talk.call('read_table', { id, start_row: 0, max_rows: 500 });
    expect(text).toContain('(500 empty rows)');
    expect(text).toContain('500 of 500 rows read are empty. Only rows 4000-4010 of 10000 are rendered: scroll');
    expect(text).toContain('grid 10000×2, rows 0-499');
    expect(text).toContain('9500 more rows. Continue with start_row=500.');
  });

  test('begins with the rows that a virtualised grid has rendered', async () => {
    const id = idOf(await observe({ window: 'Messages', filter: 'table' }), 'Messages');
    const { text } = await talk.call('read_table', { id, max_rows: 3 });
    expect(text).toContain('# Sender|Subject\nSender 4001|');
    expect(text).toContain('grid 10000×2, rows 4000-4002\nOnly rows 4000-4010 of 10000 are rendered');
  });

  test('goes on by columns', async () => {
    const id = idOf(await observe({ window: 'Orders', filter: 'table' }), 'Orders');
    const { text } = await talk.call('read_table', { id, start_row: 7, start_column: 1, max_rows: 2 });
    expect(text).toContain('# Customer|Total\nCustomer 8|8.50\n');
    expect(text).toContain('grid 10000×3, rows 7-8, columns 1-2\n');
    expect(text).toContain('Continue with start_row=9, start_column=1.');
  });

  test('a tree has the rows that observe counts', async () => {
    const id = idOf(await observe({ filter: 'all' }), 'Folders');
    const { text } = await talk.call('read_table', { id });
    expect(text).toContain('Home\nMusic\n');
    expect(text).toContain('grid 2×1, rows 0-1');
  });
});
