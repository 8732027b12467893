import { z } from 'zod';
import { MAX_BUDGET, MIN_BUDGET } from '../../model/budget.ts';

/** Arguments that several tools share. */

/** Longer texts are mistakes: no window title or query has them. */
const TEXT_LIMIT = 500;

export const windowArgument = z
  .string()
  .trim()
  .max(TEXT_LIMIT)
  .default('focused')
  .describe('focused | id | pid:N | part of a title');

export const elementId = z.int().min(0);

export const within = elementId.optional().describe('only inside this element');

export const includeOffscreen = z.boolean().default(false);

export const budgetTokens = z.int().min(MIN_BUDGET).max(MAX_BUDGET).optional();

export const queryText = z.string().trim().min(1, 'must not be empty').max(TEXT_LIMIT);
