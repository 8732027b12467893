import type { TextAttributes } from '../../../model/textRange.ts';
import type { Toolkit } from './toolkits.ts';

type Family = Toolkit['family'];

/** What one native attribute says; undefined where its value says nothing that can be believed. */
type Reader = (value: string, family: Family) => TextAttributes | undefined;

/** Pango's unit, of which a point has so many. GTK 3 gives default sizes in points and those of tags in this unit. */
const PANGO_SCALE = 1024;
/** The weight from which on text is bold; LibreOffice says 600. */
const BOLD = 600;
/** Values that say that there is none. */
const NONE: ReadonlySet<string> = new Set(['', 'none', 'no', 'false', '0']);
const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;

const isSet = (value: string) => !NONE.has(value.toLowerCase());

/** Every native name that says something of ours. All toolkits use the names of ATK, with values of their own. */
const READERS: Readonly<Record<string, Reader>> = {
  // Qt puts the name between quotation marks.
  'family-name': (value) => ({ font: value.replaceAll('"', '') }),
  size: readSize,
  weight: (value) => ({ bold: value === 'bold' || Number(value) >= BOLD }),
  style: (value) => ({ italic: value === 'italic' || value === 'oblique' }),
  underline: (value) => ({ underline: isSet(value) }),
  strikethrough: (value) => ({ strikethrough: isSet(value) }),
  'fg-color': (value, family) => readColour(value, family, 'foreground'),
  'bg-color': (value, family) => (isNoBackground(value, family) ? undefined : readColour(value, family, 'background')),
  // The locale without a language calls itself `c`.
  language: (value) => (LANGUAGE.test(value) ? { language: value } : undefined),
  justification: readAlignment,
  'text-align': readAlignment,
  invalid: readInvalid,
};

/** What it means that a toolkit is silent about an attribute that it knows. */
const SILENT: Readonly<Record<Family, TextAttributes>> = {
  gtk3: {},
  gtk4: {},
  qt: { bold: false, underline: false },
  vcl: {},
  chromium: { bold: false, italic: false, underline: false, strikethrough: false, invalid: 'no' },
  other: {},
};

/** Attributes as the product names them, from those of a toolkit. */
export function normalized(native: ReadonlyMap<string, string>, { family }: Toolkit): TextAttributes {
  // A field of Qt that has one look for all its text has no attributes at all, not even the usual ones.
  if (native.size === 0) return {};
  const said = [...native].map(([name, value]) => READERS[name]?.(value, family));
  return Object.assign({ ...SILENT[family] }, ...said);
}

/** `12pt`, `10`, or 1/1024 of a point. */
function readSize(value: string, family: Family): TextAttributes | undefined {
  // GTK 4 gives some sizes in pixels and some in points, and nothing tells them apart.
  if (family === 'gtk4') return undefined;
  const size = Number.parseFloat(value);
  if (!Number.isFinite(size)) return undefined;
  return { size: family === 'gtk3' && size >= PANGO_SCALE ? size / PANGO_SCALE : size };
}

/** Red, green and blue: 16 bits each in GTK, 8 bits elsewhere. */
function readColour(value: string, family: Family, name: 'foreground' | 'background'): TextAttributes | undefined {
  const parts = value.split(',').map(Number);
  if (parts.length !== 3 || parts.some(Number.isNaN)) return undefined;
  const divisor = family === 'gtk3' || family === 'gtk4' ? 257 : 1;
  const hex = parts.map((part) =>
    Math.round(part / divisor)
      .toString(16)
      .padStart(2, '0'),
  );
  return { [name]: `#${hex.join('')}` };
}

/** GTK 3 gives a background that is fully transparent as black. */
function isNoBackground(value: string, family: Family): boolean {
  return family === 'gtk3' && value === '0,0,0';
}

const ALIGNMENTS: Readonly<Record<string, NonNullable<TextAttributes['alignment']>>> = {
  left: 'left',
  start: 'left',
  right: 'right',
  end: 'right',
  center: 'center',
  fill: 'justified',
  justify: 'justified',
};

function readAlignment(value: string): TextAttributes | undefined {
  const alignment = ALIGNMENTS[value];
  return alignment && { alignment };
}

function readInvalid(value: string): TextAttributes {
  if (!isSet(value)) return { invalid: 'no' };
  return { invalid: value === 'spelling' || value === 'grammar' ? value : 'other' };
}
