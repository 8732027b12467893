import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { listed } from '../../src/engine/mcp/server.ts';
import { TOOLS } from '../../src/engine/tools/index.ts';
import { exactTokens } from '../unit/exactTokens.ts';
import { converse } from './conversation.ts';

/** What the listed definitions may cost a client's context, in tokens. */
const CORE_TOKENS = 1_400;
const ALL_TOKENS = 2_000;

/** What an argument that is required may be. */
const GIVEN: Readonly<Record<string, unknown>> = {
  query: 'a',
  steps: [{ action: 'click', id: 1 }],
  keys: 'Tab',
  app: 'form',
  action: 'close',
  window: 'a',
};

const requiredOf = (required: readonly string[] = []) =>
  Object.fromEntries(required.map((key) => [key, GIVEN[key] ?? 1]));

const tools = TOOLS.map((tool) => ({ tool, definition: listed(tool) }));

describe.each(tools.map(({ definition }) => [definition.name, definition] as const))('%s', (name, definition) => {
  const { inputSchema, annotations, description } = definition;
  const { properties = {} } = inputSchema;

  test('has a schema that a strict validator takes, with valid defaults', () => {
    const validate = new Ajv2020({ strict: true, allErrors: true }).compile(inputSchema);
    const defaults = Object.entries(properties).flatMap(([key, schema]) =>
      'default' in schema ? [[key, (schema as { default: unknown }).default]] : [],
    );
    const required = requiredOf(inputSchema.required);
    expect(validate({ ...required, ...Object.fromEntries(defaults) }) || validate.errors).toBe(true);
  });

  test('is described, annotated and named for clients with narrow limits', () => {
    expect(name).toMatch(/^deskhand_[a-z_]{1,21}$/);
    expect(description).toMatch(/^[A-Z].*\.$/);
    expect(annotations).toMatchObject({ readOnlyHint: expect.any(Boolean), openWorldHint: false });
  });

  test('takes its own defaults', async () => {
    const tool = tools.find((one) => one.definition.name === name)?.tool;
    const required = requiredOf(inputSchema.required);
    expect(tool?.input.safeParse(required).success).toBe(true);
  });
});

test('the listed definitions are few and cost little', async () => {
  const talk = await converse();
  const client = await talk.connect();
  const { tools: shown } = await client.listTools();
  await talk.close();
  expect(shown).toEqual(tools.map(({ definition }) => definition));
  expect(shown.length).toBeLessThanOrEqual(20);
  const cost = (some: readonly unknown[]) =>
    some.reduce<number>((sum, one) => sum + exactTokens(JSON.stringify(one)), 0);
  const core = tools.filter(({ tool }) => tool.toolset === 'core').map(({ definition }) => definition);
  expect(cost(core)).toBeLessThanOrEqual(CORE_TOKENS);
  expect(cost(shown)).toBeLessThanOrEqual(ALL_TOKENS);
});
