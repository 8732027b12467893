/** Why something cannot be read of a toolkit as it can of others, and what the product does instead. */
export interface Limit {
  /** The answers that it explains, by their ids in `test/golden/toolkits.json`. */
  readonly things: readonly string[];
  readonly rows: readonly string[];
  readonly reason: string;
  readonly instead: string;
}

const GTK4 = ['gtk4-x11', 'gtk4-wayland'];
const GTK3 = ['gtk3-x11', 'gtk3-wayland'];
const WAYLAND = ['gtk3-wayland', 'gtk4-wayland', 'qt6-wayland'];

/** In the order of the page's numbers. */
export const LIMITS: readonly Limit[] = [
  {
    things: ['rectangles'],
    rows: WAYLAND,
    reason: 'Wayland tells no program where its windows are on the screen.',
    instead: 'no rectangles are given, and a note says why.',
  },
  {
    things: ['focused'],
    rows: ['gtk3-wayland', 'qt6-wayland'],
    reason: 'A compositor without a keyboard, as the one of this test is, gives no window the focus.',
    instead: 'no control is said to have it; on X11 it is told.',
  },
  {
    things: ['names'],
    rows: ['calc-x11'],
    reason: 'LibreOffice gives the name box and the input line of the sheet no names.',
    instead: 'they are known by their type, their value and their place in the tool bar.',
  },
  {
    things: ['password', 'slider'],
    rows: ['calc-x11'],
    reason: 'The window of a spreadsheet has no such control.',
    instead: 'nothing is needed.',
  },
  {
    things: ['choice'],
    rows: ['calc-x11'],
    reason: 'A combo box of a tool bar is a group with the name, and within it an entry with the value.',
    instead: 'both are shown, one inside the other.',
  },
  {
    things: ['size', 'cells'],
    rows: GTK4,
    reason: 'GTK 4.8 has no table interface, and makes objects only for the rows near the visible ones.',
    instead: 'the rows that there are objects for are read as cells, and the answer says that there are more.',
  },
  {
    things: ['virtual'],
    rows: GTK4,
    reason: 'Nobody but the program knows how many rows a view of GTK 4 has.',
    instead: 'the answer says that there are more, and no number.',
  },
  {
    things: ['virtual'],
    rows: ['chromium-x11'],
    reason: 'A page may declare 10,000 rows (`aria-rowcount`) and have elements for two of them.',
    instead: 'the declared size is given, and which rows are rendered.',
  },
  {
    things: ['columns', 'rowTitles'],
    rows: ['calc-x11'],
    reason: 'A sheet has no headers, but letters and numbers.',
    instead: 'cells are asked for and named by their addresses.',
  },
  {
    things: ['rowTitles'],
    rows: [...GTK3, ...GTK4],
    reason: 'Views of GTK have no headers of rows.',
    instead: 'the first column is read like all others.',
  },
  {
    things: ['caret', 'selection'],
    rows: ['calc-x11'],
    reason: 'A cell has a caret and selected text only while it is edited.',
    instead: 'the tree says which cell has the focus and which are selected.',
  },
  {
    things: ['attributes'],
    rows: GTK4,
    reason: 'GTK 4.8 ends with a crash when the looks of a text view are asked for.',
    instead: 'it is not asked, and each look is answered as unavailable.',
  },
  {
    things: ['popups'],
    rows: ['gtk3-wayland', 'gtk4-wayland'],
    reason: 'GTK opens no menu on a compositor without an input device, as the one of this test is.',
    instead: 'not measured here; on X11 the menu stands in the tree.',
  },
];
