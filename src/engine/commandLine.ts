import { parseArgs } from 'node:util';
import { inputSchema, type JsonSchema } from './tools/schema.ts';
import type { AnswerFormat, Tool } from './tools/tool.ts';

/** The command line does not say what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An argument of a tool as the command line spells it. */
export interface Flag {
  /** As the tool names it, with underscores. */
  readonly argument: string;
  /** Without the dashes before it. */
  readonly name: string;
  readonly schema: JsonSchema;
}

/** The flags of a tool: its arguments, with dashes for underscores. */
export function flagsOf(tool: Tool): Flag[] {
  const properties = inputSchema(tool)['properties'];
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.entries(properties).map(([argument, schema]) => ({
    argument,
    name: argument.replaceAll('_', '-'),
    schema,
  }));
}

/** A tool's arguments, and the format of the answer, from the words of a command line. */
export function toolFromCommandLine(
  tool: Tool,
  words: readonly string[],
): { values: Record<string, unknown>; format: AnswerFormat } {
  const flags = flagsOf(tool);
  const options = Object.fromEntries(
    flags.map(({ name, schema }) => [name, { type: schema['type'] === 'boolean' ? 'boolean' : 'string' } as const]),
  );
  // Underscores are what the tool documentation shows; both spellings are the same flag.
  const args = words.map((word) => (word.startsWith('--') ? dashed(word) : word));
  const parsed = parseArgs({
    args,
    allowPositionals: true,
    allowNegative: true,
    options: { ...options, json: { type: 'boolean' } },
  });
  const given: Readonly<Record<string, unknown>> = { ...parsed.values, ...positionalOf(tool, parsed.positionals) };
  const values = Object.fromEntries(
    flags.flatMap(({ argument, name, schema }) => {
      const value = given[name];
      return value === undefined ? [] : [[argument, typed(value, schema, name)]];
    }),
  );
  return { values, format: parsed.values['json'] === true ? 'json' : 'text' };
}

function dashed(word: string): string {
  const [flag = '', ...value] = word.split('=');
  return [flag.replaceAll('_', '-'), ...value].join('=');
}

function positionalOf(tool: Tool, positionals: readonly string[]): Record<string, string> {
  const [first, ...others] = positionals;
  if (first === undefined) return {};
  if (tool.positional === undefined || others.length > 0) {
    throw new UsageError(`${tool.name} does not take '${others[0] ?? first}'`);
  }
  return { [tool.positional]: first };
}

/** Numbers come as text, and lists as JSON; what is no number goes on as it is, for the engine to refuse in its own words. */
function typed(value: unknown, schema: JsonSchema, name: string): unknown {
  if (schema['type'] === 'array') return listIn(String(value), name);
  const number = Number(value);
  return schema['type'] === 'integer' && value !== '' && Number.isFinite(number) ? number : value;
}

function listIn(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--${name} takes JSON, such as '[{"action": "click", "id": 9}]'`);
  }
}
