import { z } from 'zod';
import { QUERY_FIELDS } from '../../model/query.ts';
import { renderWaited, waitedJson } from '../../model/renderWait.ts';
import { CONDITIONS } from '../../model/waiting.ts';
import { wait as waitFor } from '../session/wait.ts';
import { budgetTokens, elementId, queryText, windowArgument } from './arguments.ts';
import { recordedWait } from './recorded.ts';
import { defineTool } from './tool.ts';

/** Clients give up after a minute. */
const LONGEST = 50_000;

export const wait = defineTool({
  name: 'wait',
  title: 'Wait for a condition',
  description: 'Wait until elements appear, go, or have a state, value, count or text.',
  effect: 'read',
  toolset: 'core',
  positional: 'query',
  input: z.strictObject({
    for: z.enum(CONDITIONS).default('appears'),
    query: queryText.optional(),
    by: z.enum(QUERY_FIELDS).default('auto'),
    id: elementId.optional(),
    value: z.string().max(500).optional().describe('state, value or text'),
    count: z.int().min(0).optional(),
    window: windowArgument,
    timeout_ms: z.int().min(0).max(LONGEST).default(10_000),
    budget_tokens: budgetTokens,
  }),
  run: waitFor,
  failed: ({ held }) => !held,
  recorded: recordedWait,
  render: renderWaited,
  json: waitedJson,
});
