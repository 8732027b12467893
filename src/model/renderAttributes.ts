import { cutWithin } from './budget.ts';
import { harmless, quoted } from './text.ts';
import {
  ATTRIBUTE_NAMES,
  type AttributeName,
  type AttributeState,
  attributesOver,
  clipped,
  type TextAttributes,
  type TextRange,
  type TextRun,
} from './textRange.ts';
import { tokenBound } from './tokens.ts';

/** Longest font name in an answer; every real one is shorter. */
const FONT_LIMIT = 40;
const FONT_TOKENS = 40;

/**
 * What the text looks like, in lines that stand before it, so that nothing in the text can pass for one of them: what
 * holds for all of it, then the runs with what varies, as far as `room` tokens go.
 */
export function attributeLines(range: TextRange, runs: readonly TextRun[], room: number): string[] {
  const states = attributesOver(range, runs);
  const head = `attributes: ${summaryOf(states)}`;
  const mixed = ATTRIBUTE_NAMES.filter((name) => states[name].kind === 'mixed');
  const rows = mixed.length === 0 ? [] : clipped(range, runs).map((run) => rowOf(run, mixed));
  const shown = headOfRows(rows, room - tokenBound(head) - 1);
  return [
    head,
    ...rows.slice(0, shown),
    ...(shown < rows.length ? [`… ${rows.length - shown} more runs did not fit.`] : []),
    'text:',
  ];
}

function rowOf({ start, end, attributes }: TextRun, names: readonly AttributeName[]): string {
  const known = names.flatMap((name) => {
    const value = attributes[name];
    return value === undefined ? [] : [`${name}=${shown(value)}`];
  });
  return `${start}-${end} ${known.join(' ')}`.trimEnd();
}

/** Values first; then the names of those that have none, with the reason. */
function summaryOf(states: Record<AttributeName, AttributeState>): string {
  const values = ATTRIBUTE_NAMES.flatMap((name) => {
    const state = states[name];
    return state.kind === 'value' ? [`${name}=${shown(state.value)}`] : [];
  });
  const named = (kind: 'mixed' | 'unsupported' | 'unavailable') => {
    const names = ATTRIBUTE_NAMES.filter((name) => states[name].kind === kind);
    if (names.length === ATTRIBUTE_NAMES.length) return [`all ${kind}`];
    return names.length > 0 ? [`${kind}: ${names.join(', ')}`] : [];
  };
  return [values.join(' '), ...named('mixed'), ...named('unsupported'), ...named('unavailable')]
    .filter(Boolean)
    .join('; ');
}

/** Only fonts and languages are the application's own words; they are quoted or reduced to letters. */
function shown(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' || /^[#\w-]{1,15}$/.test(value)) return String(value);
  return quoted(font(value));
}

function font(name: string): string {
  return cutWithin(harmless(name, FONT_LIMIT), FONT_TOKENS);
}

/** How many of the rows fit, with the line about the others. */
function headOfRows(rows: readonly string[], room: number): number {
  let left = room;
  for (const [index, row] of rows.entries()) {
    left -= tokenBound(row) + 1;
    if (left < 0) return index;
  }
  return rows.length;
}

/** The same for programs: the state of each attribute, and the runs that fit. */
export function attributesJson(range: TextRange, runs: readonly TextRun[], room: number): Record<string, unknown> {
  const states = attributesOver(range, runs);
  const attributes = Object.fromEntries(ATTRIBUTE_NAMES.map((name) => [name, harmlessState(states[name])]));
  const rows = clipped(range, runs).map((run) => ({ ...run, attributes: harmlessAttributes(run.attributes) }));
  const left = room - tokenBound(JSON.stringify(attributes));
  const fitting = headOfRows(
    rows.map((row) => JSON.stringify(row)),
    left,
  );
  const hidden = rows.length - fitting;
  return { attributes, runs: rows.slice(0, fitting), ...(hidden > 0 && { hidden_runs: hidden }) };
}

function harmlessState(state: AttributeState): AttributeState {
  return state.kind === 'value' && typeof state.value === 'string' ? { ...state, value: font(state.value) } : state;
}

function harmlessAttributes({ font: name, ...others }: TextAttributes): TextAttributes {
  return name === undefined ? others : { font: font(name), ...others };
}
