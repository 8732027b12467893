import process from 'node:process';
import { describeError, EngineError, type ErrorCode, mayRetry } from '../../model/errors.ts';
import { harmless } from '../../model/text.ts';
import type { Note } from '../session/journal.ts';
import type { Session } from '../session/session.ts';
import type { AnswerFormat, Tool } from '../tools/tool.ts';

/** The answer of a tool: its text, and the code of the error when it failed. */
export interface Answer {
  readonly text: string;
  readonly code?: ErrorCode;
  /** What was asked was not done, for whatever reason. */
  readonly failed: boolean;
}

/** A client's call of a tool. */
export interface ToolCall {
  readonly session: Session;
  readonly tool: Tool;
  /** As they came: the tool checks them. */
  readonly args: unknown;
  readonly format: AnswerFormat;
  readonly signal: AbortSignal;
}

/** Runs the tool and notes the call in the journal. An error is an answer, too. */
export async function callTool(call: ToolCall): Promise<Answer> {
  const { session, tool, args, signal } = call;
  const log = session.shared.journal.begin({
    client: session.client,
    tool: tool.name,
    arguments: tool.recorded ? tool.recorded(session, args) : args,
  });
  const { answer, error } = await answerOf(call, log.note);
  log.end({
    outcome: signal.aborted ? 'cancelled' : (answer.code ?? (answer.failed ? 'failed' : 'ok')),
    ...(error !== undefined && !signal.aborted && { error: harmless(error, ERROR_LIMIT) }),
    size: answer.text.length,
  });
  return answer;
}

/** Characters of an error's sentence that the journal keeps. */
const ERROR_LIMIT = 300;

/** An answer, and the sentence of the error that it tells. */
interface Answered {
  readonly answer: Answer;
  readonly error?: string;
}

async function answerOf({ session, tool, args, format, signal }: ToolCall, note: Note): Promise<Answered> {
  try {
    return { answer: await tool.answer(session, args, format, signal, note) };
  } catch (error) {
    if (!(error instanceof EngineError)) return { answer: defect(tool, error, signal) };
    const { code, message } = error;
    const text = describeError(code, error.detail);
    return { answer: { text: format === 'json' ? errorJson(code, text) : text, code, failed: true }, error: message };
  }
}

/** Anything but an `EngineError` is a defect of ours, unless the caller gave up: nobody reads the answer then. */
function defect(tool: Tool, error: unknown, signal: AbortSignal): Answer {
  if (!signal.aborted) process.stderr.write(`${tool.name}: ${error instanceof Error ? error.stack : String(error)}\n`);
  return { text: describeError('internal', {}), code: 'internal', failed: true };
}

function errorJson(code: ErrorCode, message: string): string {
  return JSON.stringify({ error: { code, message, retry: mayRetry(code) } });
}
