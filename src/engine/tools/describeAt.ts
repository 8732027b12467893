import { z } from 'zod';
import { atJson, renderAt } from '../../model/renderAt.ts';
import { describeAt as describePoint } from '../session/describeAt.ts';
import { coordinate } from './arguments.ts';
import { defineTool } from './tool.ts';

export const describeAt = defineTool({
  name: 'describe_at',
  title: 'Describe a point',
  description: 'The element shown at a point of the screen, in physical pixels.',
  effect: 'read',
  toolset: 'more',
  input: z.strictObject({ x: coordinate, y: coordinate }),
  run: describePoint,
  render: renderAt,
  json: atJson,
});
