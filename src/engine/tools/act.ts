import { z } from 'zod';
import { BUTTONS } from '../../model/inputStep.ts';
import { ACTIONS } from '../../model/receipt.ts';
import { hasFailed, receiptsJson, renderReceipts } from '../../model/renderReceipts.ts';
import { act as doSteps } from '../act/act.ts';
import { MOST_STEPS } from '../act/limits.ts';
import { budgetTokens, coordinate, elementId } from './arguments.ts';
import { noteSteps, recordedSteps } from './recorded.ts';
import { defineTool } from './tool.ts';

/** Longer texts belong into a file that the application opens. */
const VALUE_LIMIT = 20_000;

const point = z.strictObject({ x: coordinate, y: coordinate });

const step = z.strictObject({
  action: z.enum(ACTIONS),
  id: elementId.optional(),
  value: z.union([z.string().max(VALUE_LIMIT), z.number()]).optional(),
  at: point.optional(),
  to: z.union([z.strictObject({ id: elementId }), point]).optional(),
  button: z.enum(BUTTONS).optional(),
  count: z.int().min(1).max(3).optional(),
});

export const act = defineTool({
  name: 'act',
  title: 'Act on elements',
  description: 'Do steps on elements by id. Each receipt says what was verified and what changed.',
  effect: 'act',
  toolset: 'core',
  input: z.strictObject({
    steps: z.array(step).min(1).max(MOST_STEPS),
    stop_on_error: z.boolean().default(true),
    settle_ms: z.int().min(0).max(10_000).default(350),
    budget_tokens: budgetTokens,
  }),
  run: (session, args, signal, note) => doSteps(session, args, signal, noteSteps(session, args.steps, note)),
  failed: hasFailed,
  recorded: recordedSteps,
  render: renderReceipts,
  json: receiptsJson,
});
