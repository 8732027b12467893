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

const position = z.int().min(0).optional();
const quoted = z.string().max(500).optional();

/** An element or a point; one object costs a client fewer tokens than a choice of two. */
const destination = z
  .strictObject({ id: elementId.optional(), x: coordinate.optional(), y: coordinate.optional() })
  .refine(
    ({ id, x, y }) => (id === undefined ? x !== undefined && y !== undefined : x === undefined && y === undefined),
    'takes an id, or x and y',
  )
  .transform(({ id, x = 0, y = 0 }) => (id === undefined ? { x, y } : { id }));

/** A part of a text: what stands there, or from where to where. */
const place = z
  .strictObject({ quote: quoted, prefix: quoted, suffix: quoted, start: position, end: position })
  .refine(({ quote, start }) => (quote === undefined) !== (start === undefined), 'takes either quote or start');

const step = z.strictObject({
  action: z.enum(ACTIONS),
  id: elementId.optional(),
  value: z.union([z.string().max(VALUE_LIMIT), z.number()]).optional(),
  at: point.optional(),
  to: destination.optional(),
  button: z.enum(BUTTONS).optional(),
  count: z.int().min(1).max(3).optional(),
  text: place.optional(),
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
