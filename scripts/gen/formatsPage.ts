import { readFileSync } from 'node:fs';
import { Session } from '../../src/engine/session/session.ts';
import { TOOLS } from '../../src/engine/tools/index.ts';
import { describeError, EngineError } from '../../src/model/errors.ts';
import { simEngine } from '../simEngine.ts';

const EXAMPLE = /(<!-- answer of (\w+) (\{.*\}) -->\n```\n)[\s\S]*?```/g;

/** `docs/formats.md` with its examples as the tools give them now on the simulated desktop. */
export async function generateFormatsPage(): Promise<string> {
  const page = readFileSync('docs/formats.md', 'utf8');
  const session = new Session(simEngine().shared);
  const answers: string[] = [];
  for (const [, , tool = '', args = ''] of page.matchAll(EXAMPLE)) {
    answers.push(await answerOf(session, tool, JSON.parse(args)));
  }
  return page.replace(EXAMPLE, (_all, head: string) => `${head}${answers.shift()}\n\`\`\``);
}

async function answerOf(session: Session, name: string, args: Record<string, unknown>): Promise<string> {
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`docs/formats.md names a tool ${name} that does not exist.`);
  const resolved = { ...args, ...(typeof args['id'] === 'string' ? { id: await gridOf(session, args['id']) } : {}) };
  const signal = AbortSignal.timeout(10_000);
  try {
    return (await tool.answer(session, resolved, 'text', signal)).text;
  } catch (error) {
    if (error instanceof EngineError) return describeError(error.code, error.detail);
    throw error;
  }
}

/** An example may name a grid by its window: ids depend on the examples before it. */
async function gridOf(session: Session, window: string): Promise<number> {
  const find = TOOLS.find(({ name }) => name === 'find');
  const query = { query: 'grid', by: 'pattern', window };
  const answer = await find?.answer(session, query, 'text', AbortSignal.timeout(10_000));
  return Number(/^(\d+)\|/m.exec(answer?.text ?? '')?.[1]);
}
