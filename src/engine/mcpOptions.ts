import { parseArgs } from 'node:util';
import { INPUT_POLICIES, type InputPolicy, isInputPolicy } from '../model/inputPolicy.ts';

/** What `deskhand mcp --input POLICY` lowers the user's policy to; nothing without the option. */
export function inputOption(args: readonly string[]): { readonly input?: InputPolicy } {
  const { input } = parseArgs({ args: [...args], options: { input: { type: 'string' } } }).values;
  if (input === undefined) return {};
  if (isInputPolicy(input)) return { input };
  throw new Error(
    `--input takes ${INPUT_POLICIES.join(', ')}: it lowers what the settings allow, and never raises it.`,
  );
}
