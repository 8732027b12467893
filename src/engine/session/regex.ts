import { RE2JS } from 're2js';
import { cutWithin } from '../../model/budget.ts';
import { EngineError } from '../../model/errors.ts';
import type { Matcher, Rank } from '../../model/query.ts';
import { harmless } from '../../model/text.ts';

/** Long patterns are mistakes; repeats multiply, so that even linear matching costs pattern times text. */
const PATTERN_LIMIT = 200;

/** Instructions of a compiled pattern: 5,000 cost 0.1 s over one text of the longest kind. */
const PROGRAM_LIMIT = 5_000;

/** Characters of one text that are looked at, and milliseconds for all texts of a query together. */
const TEXT_LIMIT = 2_000;
const TIME_LIMIT = 500;

const FEWER_REPEATS = 'Use fewer nested repeats, or match=contains.';

/**
 * Matches a regular expression anywhere in a text, in linear time whatever the expression is. Fails with
 * `invalid_argument` when it has cost too much in all: nested repeats make even linear matching slow.
 */
export function regexMatcher(pattern: string): Matcher {
  const regex = compile(pattern);
  let spent = 0;
  return (text) => {
    const start = performance.now();
    const rank = rankOf(regex, text.slice(0, TEXT_LIMIT));
    spent += performance.now() - start;
    if (spent > TIME_LIMIT) {
      throw new EngineError('invalid_argument', {
        problem: `The regular expression takes more than ${TIME_LIMIT} ms over this window.`,
        next: FEWER_REPEATS,
      });
    }
    return rank;
  };
}

function rankOf(regex: RE2JS, text: string): Rank | undefined {
  const matcher = regex.matcher(text);
  if (!matcher.find()) return undefined;
  if (matcher.start() > 0) return 2;
  return matcher.end() === text.length ? 0 : 1;
}

function compile(pattern: string): RE2JS {
  if (pattern.length > PATTERN_LIMIT) {
    throw new EngineError('invalid_argument', {
      problem: `The regular expression has ${pattern.length} characters; at most ${PATTERN_LIMIT} are allowed.`,
    });
  }
  const regex = parse(pattern);
  if (regex.programSize() > PROGRAM_LIMIT) {
    throw new EngineError('invalid_argument', {
      problem: 'The repeats of the regular expression multiply to too many steps.',
      next: FEWER_REPEATS,
    });
  }
  return regex;
}

function parse(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch (cause) {
    const reason = cutWithin(harmless(cause instanceof Error ? cause.message : String(cause), 200), 120);
    const problem = `The regular expression is not valid: ${reason}.`;
    const next = 'Use the syntax of RE2, which has no look-around and no back-references.';
    throw new EngineError('invalid_argument', { problem, next }, cause);
  }
}
