import { cutWithin, layOut, type Page } from './budget.ts';
import type { Note, Rect } from './element.ts';
import type { Point } from './hitTest.ts';
import { jsonPage } from './jsonPage.ts';
import { noteSentence } from './notes.ts';
import { elementJson, TABLE_COLUMNS, tableRow } from './renderLine.ts';
import { windowHeader, windowJson } from './renderWindow.ts';
import { cell, FENCE_CLOSE, FENCE_OPEN, quoted } from './text.ts';
import type { Element, WindowView } from './view.ts';

/** A container of the control at the point. */
export interface Ancestor {
  readonly id: number;
  readonly type: string;
  readonly name: string;
}

/** What is at a point of the screen. */
export interface DescribedPoint {
  readonly point: Point;
  readonly window: WindowView;
  /** Absent where no control is known there. */
  readonly element?: Element;
  /** The containers that it is in, the outermost first, without the window. */
  readonly ancestors: readonly Ancestor[];
  /** What to know of this answer, in sentences. */
  readonly remarks: readonly string[];
  readonly notes: readonly Note[];
}

/** The nearest containers are told; trees of web pages have dozens. */
const ANCESTORS = 6;
/** Longest name of a container, in characters and in tokens. */
const ANCESTOR_LIMIT = 40;
const ANCESTOR_TOKENS = 40;

/** The control at a point, in its window, as text of at most `budget` tokens. */
export function renderAt(described: DescribedPoint, budget: number): string {
  const { window, element } = described;
  const path = pathOf(described);
  const page: Page = {
    head: [FENCE_OPEN, windowHeader(window), ...(element ? [TABLE_COLUMNS] : [])],
    rows: element ? [tableRow(element)] : [],
    foot: () => [...(path.length > 0 ? [`in: ${path.join(' > ')}`] : []), FENCE_CLOSE, ...sentencesOf(described)],
  };
  return layOut(page, budget);
}

/** The control at a point for programs, as JSON of at most `budget` tokens. */
export function atJson(described: DescribedPoint, budget: number): string {
  const { window, element, point, remarks, notes } = described;
  const rows = element ? [JSON.stringify(elementJson(element))] : [];
  const page = jsonPage({ point, window: windowJson(window) }, 'elements', rows, () => ({
    path: pathOf(described),
    notes: [...remarks, ...notes.map(noteSentence)],
  }));
  return layOut(page, budget);
}

function sentencesOf({ point, element, remarks, notes }: DescribedPoint): string[] {
  const place = `point=${point.x},${point.y}`;
  return [
    element?.rect ? `${place} rect=${rectText(element.rect)}` : place,
    ...remarks,
    ...notes.map((note) => noteSentence(note)),
  ];
}

function rectText(rect: Rect): string {
  return `[${rect.join(',')}]`;
}

/** The nearest containers by id, type and name, with an ellipsis for those that are left out. */
function pathOf({ ancestors }: DescribedPoint): string[] {
  const steps = ancestors.slice(-ANCESTORS).map(({ id, type, name }) => {
    const shown = cutWithin(cell(name, ANCESTOR_LIMIT), ANCESTOR_TOKENS);
    return shown === '' ? `${id} ${type}` : `${id} ${type} ${quoted(shown)}`;
  });
  return ancestors.length > ANCESTORS ? ['…', ...steps] : steps;
}
