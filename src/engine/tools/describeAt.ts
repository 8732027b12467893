import { z } from 'zod';
import { atJson, renderAt } from '../../model/renderAt.ts';
import { describeAt as describePoint } from '../session/describeAt.ts';
import { defineTool } from './tool.ts';

/** X11 and Windows count the pixels of all screens in 16 bits. */
const coordinate = z.int().min(-32_768).max(32_767);

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
