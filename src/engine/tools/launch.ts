import { z } from 'zod';
import { launchNote } from '../../model/happenings.ts';
import { launchJson, renderLaunch } from '../../model/renderLaunch.ts';
import { launch as start } from '../act/launch.ts';
import { defineTool } from './tool.ts';

const LONGEST = 50_000;

export const launch = defineTool({
  name: 'launch',
  title: 'Launch a program',
  description: 'Start a program, if the user allows it, and wait for its window.',
  effect: 'act',
  toolset: 'core',
  positional: 'app',
  input: z.strictObject({
    app: z.string().trim().min(1).max(4_096).describe('command, path or name in menus'),
    args: z.array(z.string().max(4_096)).max(64).default([]),
    timeout_ms: z.int().min(0).max(LONGEST).default(15_000),
  }),
  run: async (session, args, signal, note) => {
    const receipt = await start(session, args, signal);
    note(launchNote(receipt));
    return receipt;
  },
  failed: ({ effect }) => effect === 'failed',
  render: renderLaunch,
  json: launchJson,
});
