/** How the objects of one toolkit are read. */
export interface Toolkit {
  readonly family: 'gtk3' | 'gtk4' | 'qt' | 'vcl' | 'chromium' | 'other';
  /** SHOWING is set on every object that is on the screen, so what lacks it is not read. */
  readonly setsShowing: boolean;
  /** Children of a table are its cells, row after row; otherwise they are its rows. */
  readonly flatTables: boolean;
  /** Offers a private socket, which answers twice as fast as the bus. */
  readonly privateSocket: boolean;
  /** Screen coordinates are in truth those of the frame. */
  readonly frameRelative: boolean;
  /** `GetItems` of its cache tells everything about the objects that were asked for before. */
  readonly cache: boolean;
  /** Lists hold only the rows round the visible ones and do not tell how many there are in all. */
  readonly virtualises: boolean;
  /** What `GetActions` gives: the names, or names in the user's language, or none; `GetName` tells them one by one. */
  readonly actionNames: 'listed' | 'translated' | 'empty';
  /** An enabled object has ENABLED but may lack SENSITIVE. */
  readonly lacksSensitive: boolean;
  /** Attributes hold the `id` and the classes of an element. No toolkit but those of web pages gives its objects ids. */
  readonly hasPageIds: boolean;
  /** What is scrolled into sight begins to be SHOWING, and no event says so. */
  readonly showingFollowsScroll: boolean;
  /** Sliders and scroll bars may change their value without an event. */
  readonly silentValues: boolean;
  /** Rows of lists and tables come, go and change without an event. */
  readonly silentRows: boolean;
  /** Cells of a sheet are written to and merged without an event. */
  readonly silentCells: boolean;
  /** Whose names and states change without an event: in Qt titles and the focus of containers, in Chromium its tabs. */
  readonly silentStates: 'all' | 'tabs' | 'none';
  /** Widgets are hidden without an event. */
  readonly silentPlaces: boolean;
  /** Component.ScrollTo does something. */
  readonly scrollsTo: boolean;
}

const OTHER: Toolkit = {
  family: 'other',
  setsShowing: true,
  flatTables: false,
  privateSocket: false,
  frameRelative: false,
  cache: false,
  virtualises: false,
  actionNames: 'listed',
  lacksSensitive: true,
  hasPageIds: true,
  showingFollowsScroll: true,
  silentValues: true,
  silentRows: true,
  silentCells: false,
  silentStates: 'all',
  silentPlaces: false,
  scrollsTo: false,
};

const NATIVE: Toolkit = { ...OTHER, lacksSensitive: false, hasPageIds: false, silentStates: 'none' };
const GTK3: Toolkit = {
  ...NATIVE,
  family: 'gtk3',
  flatTables: true,
  privateSocket: true,
  actionNames: 'translated',
  showingFollowsScroll: false,
  silentValues: false,
  silentRows: false,
};
const GTK4: Toolkit = {
  ...NATIVE,
  family: 'gtk4',
  setsShowing: false,
  frameRelative: true,
  cache: true,
  virtualises: true,
  showingFollowsScroll: false,
  silentRows: false,
  silentPlaces: true,
};
const QT: Toolkit = { ...NATIVE, family: 'qt', flatTables: true, silentStates: 'all' };
const VCL: Toolkit = {
  ...NATIVE,
  family: 'vcl',
  flatTables: true,
  privateSocket: true,
  actionNames: 'empty',
  lacksSensitive: true,
  showingFollowsScroll: false,
  silentValues: false,
  silentRows: false,
  silentCells: true,
};
const CHROMIUM: Toolkit = {
  ...OTHER,
  family: 'chromium',
  privateSocket: true,
  actionNames: 'empty',
  lacksSensitive: false,
  silentValues: false,
  silentRows: false,
  silentStates: 'tabs',
  scrollsTo: true,
};

const BY_NAME: ReadonlyMap<string, Toolkit> = new Map([
  ['gtk', GTK3],
  ['qt', QT],
  ['vcl', VCL],
  ['chromium', CHROMIUM],
]);

/** LibreOffice shows its own controls through the toolkit of the desktop and takes on the name of that. */
const OFFICE = 'soffice';

/** The way to read a toolkit; name and version, and the name of the program, are as the program reports them. */
export function toolkitNamed(name: string, version: string, program = ''): Toolkit {
  if (program === OFFICE) return VCL;
  const isGtk = name.toLowerCase() === 'gtk';
  if (isGtk && Number.parseInt(version, 10) >= 4) return GTK4;
  return BY_NAME.get(name.toLowerCase()) ?? OTHER;
}
