/** A stretch of a text, in Unicode code points; the end is not part of it. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** How text looks and what it means; what a toolkit says nothing about is absent. */
export interface TextAttributes {
  /** Name of the font's family, as the application spells it. */
  readonly font?: string;
  /** In points. */
  readonly size?: number;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strikethrough?: boolean;
  /** Colours as `#rrggbb`. */
  readonly foreground?: string;
  readonly background?: string;
  /** A language tag, such as `de` or `en-GB`. */
  readonly language?: string;
  readonly link?: boolean;
  /** What a checker marks in it. */
  readonly invalid?: 'no' | 'spelling' | 'grammar' | 'other';
  readonly alignment?: 'left' | 'right' | 'center' | 'justified';
  /** Level of a heading, counted from 1; 0 is no heading. */
  readonly heading?: number;
}

export type AttributeName = keyof TextAttributes;

/** A stretch of a text over which no attribute changes. */
export interface TextRun extends TextRange {
  readonly attributes: TextAttributes;
}

/**
 * One attribute over a whole range: the same everywhere, varying, not known to the toolkit, or not told this time
 * (the application failed, was too slow, or must not be asked).
 */
export type AttributeState =
  | { readonly kind: 'value'; readonly value: string | number | boolean }
  | { readonly kind: 'mixed' }
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'unavailable' };

/** Every attribute, in the order in which answers list them. */
export const ATTRIBUTE_NAMES = [
  'font',
  'size',
  'bold',
  'italic',
  'underline',
  'strikethrough',
  'foreground',
  'background',
  'language',
  'link',
  'invalid',
  'alignment',
  'heading',
] as const satisfies readonly AttributeName[];

/** Each attribute over the range, from its runs; what no run covers was not told. */
export function attributesOver(range: TextRange, runs: readonly TextRun[]): Record<AttributeName, AttributeState> {
  const within = clipped(range, runs);
  const covered = within.reduce((sum, { start, end }) => sum + end - start, 0);
  const states = ATTRIBUTE_NAMES.map(
    (name) => [name, stateOf(name, within, covered < range.end - range.start)] as const,
  );
  // One entry for each name of the list, which has them all.
  return Object.fromEntries(states) as Record<AttributeName, AttributeState>;
}

function stateOf(name: AttributeName, runs: readonly TextRun[], hasGaps: boolean): AttributeState {
  const values = new Set(runs.map(({ attributes }) => attributes[name]));
  // Where two runs differ, no other run can make them alike.
  if (values.size > 1) return { kind: 'mixed' };
  if (hasGaps) return { kind: 'unavailable' };
  const [value] = values;
  return value === undefined ? { kind: 'unsupported' } : { kind: 'value', value };
}

/** The parts of the runs that lie in the range; neighbours that look alike become one. */
export function clipped({ start, end }: TextRange, runs: readonly TextRun[]): readonly TextRun[] {
  const within: TextRun[] = [];
  for (const run of runs) {
    const part = { ...run, start: Math.max(run.start, start), end: Math.min(run.end, end) };
    if (part.start >= part.end) continue;
    const last = within.at(-1);
    if (last && last.end === part.start && isAlike(last.attributes, part.attributes)) {
      within[within.length - 1] = { ...last, end: part.end };
    } else within.push(part);
  }
  return within;
}

function isAlike(a: TextAttributes, b: TextAttributes): boolean {
  return ATTRIBUTE_NAMES.every((name) => a[name] === b[name]);
}
