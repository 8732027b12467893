import { z } from 'zod';
import type { Tool } from './tool.ts';

/** A JSON Schema as clients get it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Limits that zod writes for every whole number; they say nothing. */
const SAFE_INTEGERS: ReadonlySet<unknown> = new Set([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);

/**
 * The tool's arguments as JSON Schema, without what costs tokens and helps no model: the dialect, the ban on other
 * keys and the limits of sizes (the engine checks them and says so).
 */
export function inputSchema(tool: Tool): JsonSchema {
  const { $schema: _, additionalProperties: __, ...schema } = fullSchema(tool);
  return stripped(schema);
}

/** The tool's arguments as JSON Schema with every limit: for people. */
export function fullSchema(tool: Tool): JsonSchema {
  return z.toJSONSchema(tool.input, { io: 'input' });
}

const LIMIT_KEYS: ReadonlySet<string> = new Set([
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'additionalProperties'],
]);

function stripped(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !LIMIT_KEYS.has(key) && !SAFE_INTEGERS.has(value))
      .map(([key, value]) => [key, strippedValue(value)]),
  );
}

function strippedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strippedValue);
  return isSchema(value) ? stripped(value) : value;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
