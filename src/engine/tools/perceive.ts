import { z } from 'zod';
import { FILTERS } from '../../model/filter.ts';
import { QUERY_FIELDS } from '../../model/query.ts';
import type { Observation } from '../../model/render.ts';
import { renderObservation } from '../../model/render.ts';
import { type Changes, renderChanges } from '../../model/renderChanges.ts';
import { foundJson, renderFound } from '../../model/renderFound.ts';
import { FORMATS, type Format } from '../../model/renderLine.ts';
import { renderWindows, windowsJson } from '../../model/renderWindows.ts';
import { find as findElements } from '../session/find.ts';
import { observe as observeWindow } from '../session/observe.ts';
import { windows as listWindows } from '../session/windows.ts';
import { budgetTokens, includeOffscreen, queryText, windowArgument, within } from './arguments.ts';
import { defineTool } from './tool.ts';

export const windows = defineTool({
  name: 'windows',
  title: 'List windows',
  description: 'Open windows with their ids, the last focused first.',
  effect: 'read',
  toolset: 'core',
  input: z.strictObject({}),
  run: (session, _args, signal) => listWindows(session, signal),
  render: renderWindows,
  json: windowsJson,
});

export const observe = defineTool({
  name: 'observe',
  title: 'Observe a window',
  description: 'Elements of a window as rows id|type|name|state|patterns. Ids stay valid over calls.',
  effect: 'read',
  toolset: 'core',
  positional: 'window',
  input: z.strictObject({
    window: windowArgument,
    filter: z.enum(FILTERS).default('interactive'),
    format: z.enum(FORMATS).default('table'),
    max_elements: z.int().min(1).max(5_000).default(250),
    budget_tokens: budgetTokens,
    include_offscreen: includeOffscreen,
    within,
    since: z.int().min(0).optional().describe('snapshot number: only changes since then'),
  }),
  run: observeWindow,
  render: (result, budget, { format }) => renderSnapshot(result, format, budget),
  json: (result, budget) => renderSnapshot(result, 'json', budget),
});

export const find = defineTool({
  name: 'find',
  title: 'Find elements',
  description: 'Search elements at any depth; exact matches first.',
  effect: 'read',
  toolset: 'core',
  positional: 'query',
  input: z.strictObject({
    query: queryText,
    window: windowArgument.describe('as in observe, or all'),
    by: z.enum(QUERY_FIELDS).default('auto'),
    match: z.enum(['contains', 'regex']).default('contains'),
    within,
    include_offscreen: includeOffscreen,
    limit: z.int().min(1).max(200).default(20),
  }),
  run: findElements,
  render: renderFound,
  json: foundJson,
});

function renderSnapshot(result: Observation | Changes, format: Format, budget: number): string {
  return 'since' in result ? renderChanges(result, format, budget) : renderObservation(result, format, budget);
}
