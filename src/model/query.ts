import type { AxNode } from './element.ts';
import { hasPattern } from './pattern.ts';
import { visible } from './text.ts';

/** What a query looks at. */
export const QUERY_FIELDS = ['auto', 'name', 'class', 'automation_id', 'type', 'pattern'] as const;
export type QueryField = (typeof QUERY_FIELDS)[number];

/** How well a text matches, better ones first; undefined when it does not. */
export type Rank = 0 | 1 | 2;
export const EXACT: Rank = 0;

/** Judges one text of a control. A matcher never takes more than linear time. */
export type Matcher = (text: string) => Rank | undefined;

export interface Match {
  readonly index: number;
  readonly rank: Rank;
}

/** Longest part of a name that a query looks at: names can have megabytes. */
const SEARCHED = 10_000;

/** Exact before prefix before any part, in any case of letters. */
export function contains(query: string): Matcher {
  const wanted = fold(query);
  return (text) => {
    const folded = fold(text.slice(0, SEARCHED));
    if (folded === wanted) return EXACT;
    const at = folded.indexOf(wanted);
    return at < 0 ? undefined : at === 0 ? 1 : 2;
  };
}

/** The controls that match, the best first and in document order within a rank. */
export function matches(nodes: readonly AxNode[], query: string, by: QueryField, matcher: Matcher): Match[] {
  const found: Match[] = [];
  for (const [index, node] of nodes.entries()) {
    const rank = rankOf(node, query, by, matcher);
    if (rank !== undefined) found.push({ index, rank });
  }
  return found.sort((a, b) => a.rank - b.rank || a.index - b.index);
}

/** A control whose name is like a query. */
interface NearMiss {
  readonly index: number;
  /** 0 to 1: the share of letter pairs that both have. */
  readonly likeness: number;
}

/** The controls whose names are most like the query, for when nothing matches; the best first. */
export function nearest(nodes: readonly AxNode[], query: string, limit: number): NearMiss[] {
  const wanted = pairsOf(fold(query).slice(0, 100));
  return nodes
    .map((node, index) => ({ index, likeness: likeness(wanted, pairsOf(fold(node.name.slice(0, 100)))) }))
    .filter(({ likeness }) => likeness >= LIKE_ENOUGH)
    .sort((a, b) => b.likeness - a.likeness || a.index - b.index)
    .slice(0, limit);
}

/** Share of common letter pairs above which a name is worth offering. */
const LIKE_ENOUGH = 0.3;

function rankOf(node: AxNode, query: string, by: QueryField, matcher: Matcher): Rank | undefined {
  if (by === 'type') return fold(node.type) === fold(query) ? EXACT : undefined;
  if (by === 'pattern') return hasPattern(node.patterns, query.trim().toLowerCase()) ? EXACT : undefined;
  const ranks = textsOf(node, by).flatMap((text) => (text ? [matcher(text.slice(0, SEARCHED))] : []));
  return ranks.reduce(
    (best, rank) => (rank !== undefined && (best === undefined || rank < best) ? rank : best),
    undefined,
  );
}

function textsOf(node: AxNode, by: QueryField): readonly (string | undefined)[] {
  switch (by) {
    case 'name':
      return [node.name];
    case 'class':
      return [node.className];
    case 'automation_id':
      return [node.automationId];
    default:
      return [node.name, node.automationId, node.className];
  }
}

/**
 * Neither case, compatibility forms nor unseen characters tell texts apart, nor what an answer shows in place of a
 * character; white space is one blank. Upper case, because it has no final sigma and no sharp s of its own.
 */
export function fold(text: string): string {
  return visible(text.replace(/[\s\u0085]+/g, ' '))
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll('|', '/')
    .replace(/\s+/g, ' ')
    .trim();
}

function pairsOf(text: string): Set<string> {
  const pairs = new Set<string>();
  for (let i = 0; i + 1 < text.length; i++) pairs.add(text.slice(i, i + 2));
  return pairs;
}

/** Dice's coefficient of two sets. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let common = 0;
  for (const pair of a) if (b.has(pair)) common++;
  return (2 * common) / (a.size + b.size);
}
