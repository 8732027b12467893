import { z } from 'zod';
import { windowNote } from '../../model/happenings.ts';
import { renderWindowReceipt, windowReceiptJson } from '../../model/renderWindowReceipt.ts';
import { WINDOW_ACTIONS } from '../../model/windowChange.ts';
import { changeWindow } from '../act/changeWindow.ts';
import { coordinate, namedWindow } from './arguments.ts';
import { defineTool } from './tool.ts';

const size = z.int().min(1).max(32_767);

export const window = defineTool({
  name: 'window',
  title: 'Change a window',
  description: 'Minimize, maximize, restore, move or close a window; verified.',
  effect: 'act',
  toolset: 'more',
  positional: 'action',
  input: z.strictObject({
    action: z.enum(WINDOW_ACTIONS),
    window: namedWindow,
    x: coordinate.optional(),
    y: coordinate.optional(),
    width: size.optional(),
    height: size.optional(),
  }),
  run: async (session, args, signal, note) => {
    const receipt = await changeWindow(session, args, signal);
    note(windowNote(receipt));
    return receipt;
  },
  failed: ({ effect }) => effect !== 'confirmed' && effect !== 'unverified',
  render: renderWindowReceipt,
  json: windowReceiptJson,
});
