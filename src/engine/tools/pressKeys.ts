import { z } from 'zod';
import { keysNote } from '../../model/happenings.ts';
import { keysReceiptJson, renderKeysReceipt } from '../../model/renderKeysReceipt.ts';
import { pressKeys as press } from '../act/pressKeys.ts';
import { budgetTokens, windowArgument } from './arguments.ts';
import { defineTool } from './tool.ts';

/** Longer ones are texts, which are typed. */
const KEYS_LIMIT = 200;

export const pressKeys = defineTool({
  name: 'press_keys',
  title: 'Press keys',
  description: "Press keys in a window: 'Ctrl+S', 'Tab Tab Enter'.",
  effect: 'act',
  toolset: 'core',
  positional: 'keys',
  input: z.strictObject({
    keys: z.string().trim().min(1).max(KEYS_LIMIT),
    window: windowArgument,
    budget_tokens: budgetTokens,
  }),
  run: async (session, args, signal, note) => {
    const receipt = await press(session, args, signal);
    note(keysNote(receipt));
    return receipt;
  },
  failed: ({ effect }) => effect !== 'confirmed' && effect !== 'unverified',
  recorded: (_, args) => withoutCharacters(args),
  render: renderKeysReceipt,
  json: keysReceiptJson,
});

const KEYS = z.looseObject({ keys: z.string() });

/** Characters may be those of a password. */
function withoutCharacters(args: unknown): unknown {
  const parsed = KEYS.safeParse(args);
  if (!parsed.success) return args;
  const keys = parsed.data.keys.replaceAll(/(?<=^|\s)\S(?=\s|$)/gu, '*');
  return { ...parsed.data, keys };
}
