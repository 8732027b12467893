import type { z } from 'zod';
import { cutWithin, DEFAULT_BUDGET } from '../../model/budget.ts';
import { EngineError } from '../../model/errors.ts';
import { harmless } from '../../model/text.ts';
import type { Note } from '../session/journal.ts';
import type { Session } from '../session/session.ts';

/** Every tool's name in MCP begins with this. */
export const PREFIX = 'deskhand_';

/** How an answer is wanted: text for a model, or JSON for a program. */
export type AnswerFormat = 'text' | 'json';

/** One tool, declared once: its MCP tool, CLI command, form and documentation are made from this. */
export interface Tool {
  /** Without the prefix. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** `read` changes nothing; `act` may change anything. */
  readonly effect: 'read' | 'act';
  /** Tools of the core set are always listed. */
  readonly toolset: 'core' | 'more';
  readonly input: z.ZodObject;
  /** The argument that a command line may give without its name. */
  readonly positional?: string;
  /** The arguments as the journal may keep them; as they are without it. */
  readonly recorded?: (session: Session, args: unknown) => unknown;
  /** Checks the arguments, does the work and renders it; `note` takes what it does meanwhile. Fails with an `EngineError`. */
  readonly answer: (
    session: Session,
    args: unknown,
    format: AnswerFormat,
    signal: AbortSignal,
    note?: Note,
  ) => Promise<Answered>;
}

/** What a tool answers. */
interface Answered {
  readonly text: string;
  /** It says that what was asked was not done. */
  readonly failed: boolean;
}

interface Declaration<Shape extends z.ZodObject, Result> extends Omit<Tool, 'input' | 'answer'> {
  readonly input: Shape;
  readonly run: (session: Session, args: z.output<Shape>, signal: AbortSignal, note: Note) => Promise<Result>;
  /** Whether the result is that what was asked was not done; it never is without this. */
  readonly failed?: (result: Result) => boolean;
  /** The result as text of at most `budget` tokens. */
  readonly render: (result: Result, budget: number, args: z.output<Shape>) => string;
  /** The result as JSON of at most `budget` tokens. */
  readonly json: (result: Result, budget: number, args: z.output<Shape>) => string;
}

export function defineTool<Shape extends z.ZodObject, Result>(declaration: Declaration<Shape, Result>): Tool {
  const { run, failed = () => false, render, json, ...tool } = declaration;
  return {
    ...tool,
    answer: async (session, args, format, signal, note = () => {}) => {
      const parsed = parse(declaration, args);
      const result = await run(session, parsed, signal, note);
      const text = (format === 'json' ? json : render)(result, budgetOf(parsed), parsed);
      return { text, failed: failed(result) };
    },
  };
}

/** The tool's arguments, checked and with their defaults. Fails with `invalid_argument`. */
function parse<Shape extends z.ZodObject, Result>(
  { input, name }: Declaration<Shape, Result>,
  args: unknown,
): z.output<Shape> {
  const parsed = input.safeParse(args ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.join('.') || 'arguments';
  // The message may quote what the caller sent, which may be anything.
  const problem = cutWithin(harmless(`${where}: ${issue?.message ?? 'not valid'}`, 200), 150);
  const next = `${PREFIX}${name} takes ${Object.keys(input.shape).join(', ') || 'no arguments'}.`;
  throw new EngineError('invalid_argument', { problem: `${problem}.`, next }, parsed.error);
}

function budgetOf(args: Readonly<Record<string, unknown>>): number {
  const asked = args['budget_tokens'];
  return typeof asked === 'number' ? asked : DEFAULT_BUDGET;
}
