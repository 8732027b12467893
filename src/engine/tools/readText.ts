import { z } from 'zod';
import { renderText, textJson } from '../../model/renderText.ts';
import { readText as readCharacters } from '../session/readText.ts';
import { elementId } from './arguments.ts';
import { defineTool } from './tool.ts';

export const readText = defineTool({
  name: 'read_text',
  title: 'Read a text',
  description: 'Text of an element by id, in parts.',
  effect: 'read',
  toolset: 'core',
  positional: 'id',
  input: z.strictObject({
    id: elementId,
    start: z.int().min(0).default(0),
    max_chars: z.int().min(1).max(100_000).default(8_000),
    attributes: z.boolean().default(false).describe('with fonts, colours, links'),
  }),
  run: readCharacters,
  render: renderText,
  json: textJson,
});
