import { flagsOf } from './commandLine.ts';
import type { Tool } from './tools/tool.ts';

/** What the program can be asked to do. */
export function helpText(tools: readonly Tool[]): string {
  const width = Math.max(...tools.map(({ name }) => name.length));
  return [
    'deskhand: read and drive desktop applications through their accessibility tree.',
    '',
    'Commands',
    ...tools.map((tool) => `  ${tool.name.padEnd(width)}  ${tool.description}`),
    '',
    `  ${'mcp'.padEnd(width)}  Serve a client over standard input and output.`,
    `  ${'start'.padEnd(width)}  Start the engine, show what it sees, and print the configuration of clients.`,
    `  ${'log'.padEnd(width)}  The latest calls of all clients and their steps; --follow prints those to come, --json one object a line.`,
    `  ${'doctor'.padEnd(width)}  Check everything between here and the controls of each window; --try -- PROGRAM.`,
    `  ${'status'.padEnd(width)}  The engine's process, desktops and memory.`,
    '',
    'Every tool takes --json for an answer that programs read, and --help.',
  ].join('\n');
}

/** What one tool takes. */
export function toolHelp(tool: Tool): string {
  const flags = flagsOf(tool);
  const usage = tool.positional === undefined ? '' : ` [${tool.positional}]`;
  return [
    `deskhand ${tool.name}${usage} ${flags.map(({ name }) => `[--${name}]`).join(' ')} [--json]`,
    '',
    tool.description,
    '',
    ...flags.map(({ name, schema }) => `  --${name}  ${describeFlag(schema)}`),
  ].join('\n');
}

function describeFlag(schema: Readonly<Record<string, unknown>>): string {
  const type = schema['type'] === 'array' ? 'JSON list' : String(schema['type']);
  const values = Array.isArray(schema['enum']) ? schema['enum'].join(' | ') : type;
  const standard = schema['default'] === undefined ? '' : `, default ${schema['default']}`;
  const description = schema['description'] === undefined ? '' : `; ${schema['description']}`;
  return values + standard + description;
}
