import process from 'node:process';
import { describeError, EngineError, type ErrorCode, mayRetry } from '../../model/errors.ts';
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
  const start = performance.now();
  const answer = await answerOf(call);
  call.session.shared.journal.record({
    time: new Date().toISOString(),
    client: call.session.client,
    tool: call.tool.name,
    arguments: call.tool.recorded ? call.tool.recorded(call.session, call.args) : call.args,
    outcome: call.signal.aborted ? 'cancelled' : (answer.code ?? (answer.failed ? 'failed' : 'ok')),
    milliseconds: Math.round(performance.now() - start),
    size: answer.text.length,
  });
  return answer;
}

async function answerOf({ session, tool, args, format, signal }: ToolCall): Promise<Answer> {
  try {
    return await tool.answer(session, args, format, signal);
  } catch (error) {
    if (!(error instanceof EngineError)) return defect(tool, error, signal);
    const text = describeError(error.code, error.detail);
    return { text: format === 'json' ? errorJson(error.code, text) : text, code: error.code, failed: true };
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
