import process from 'node:process';
import { toolFromCommandLine, UsageError } from './commandLine.ts';
import { doctor } from './doctorCommand.ts';
import { helpText, toolHelp } from './help.ts';
import { log } from './log.ts';
import { connectLocal, type LocalClient } from './mcp/localClient.ts';
import { attach } from './process/attach.ts';
import { hostEditor } from './process/hostEditor.ts';
import { introduction } from './process/introduction.ts';
import { TOOLS } from './tools/index.ts';
import type { Tool } from './tools/tool.ts';
import { VERSION } from './version.ts';

const OK = 0;
const FAILED = 1;
const USAGE = 2;

/** Runs one command of the command line and gives its exit code: 0, 1 for an error that is an answer, 2 for misuse. */
export async function runCommand(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    if (command === '--version') return print(VERSION);
    if (command === 'help' || command === '--help') return print(helpFor(args[0]));
    if (command === 'log') return await log(args, () => attachEngine(env));
    if (command === 'doctor') return await doctor(args, env, () => attachEngine(env));
    if (command === 'status')
      return await withEngine(env, async (engine) => print(JSON.stringify(await engine.status())));
    return await runTool(toolNamed(command), args, env);
  } catch (error) {
    if (!isMisuse(error)) throw error;
    process.stderr.write(`deskhand: ${error.message}\nSee deskhand help.\n`);
    return USAGE;
  }
}

async function runTool(tool: Tool, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (args.includes('--help')) return print(toolHelp(tool));
  const { values, format } = toolFromCommandLine(tool, args);
  return withEngine(env, async (engine) => {
    const answer = await engine.call(tool.name, values, format);
    if (answer.code === undefined || format === 'json') print(answer.text);
    else process.stderr.write(`${answer.text}\n`);
    return answer.failed ? FAILED : OK;
  });
}

async function withEngine(env: NodeJS.ProcessEnv, use: (engine: LocalClient) => Promise<number>): Promise<number> {
  const engine = await attachEngine(env);
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

async function attachEngine(env: NodeJS.ProcessEnv): Promise<LocalClient> {
  const host = await hostEditor(env, process.ppid);
  const socket = await attach({ env, version: VERSION });
  if (host !== undefined) socket.write(introduction({ host }));
  return connectLocal(socket, 'cli');
}

function helpFor(topic: string | undefined): string {
  return topic === undefined ? helpText(TOOLS) : toolHelp(toolNamed(topic));
}

function toolNamed(command: string): Tool {
  const name = command.replaceAll('-', '_');
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new UsageError(`there is no command '${command}'`);
  return tool;
}

/** Mistakes of the person at the command line, the argument parser's own among them. */
function isMisuse(error: unknown): error is Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS');
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return OK;
}
