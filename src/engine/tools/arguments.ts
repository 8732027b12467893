import { z } from 'zod';
import { MAX_BUDGET, MIN_BUDGET } from '../../model/budget.ts';

/** Arguments that several tools share. */

/** Longer texts are mistakes: no window title or query has them. */
const TEXT_LIMIT = 500;

const anyWindow = z.string().trim().max(TEXT_LIMIT);
const NAMES = 'focused | id | pid:N | part of a title';

export const windowArgument = anyWindow.default('focused').describe(NAMES);

/** For what changes a window: it must be named. */
export const namedWindow = anyWindow.min(1).describe(NAMES);

export const elementId = z.int().min(0);

/** X11 and Windows count the pixels of all screens in 16 bits. */
export const coordinate = z.int().min(-32_768).max(32_767);

export const within = elementId.optional().describe('only inside this element');

export const includeOffscreen = z.boolean().default(false);

export const budgetTokens = z.int().min(MIN_BUDGET).max(MAX_BUDGET).optional();

export const queryText = z.string().trim().min(1, 'must not be empty').max(TEXT_LIMIT);
