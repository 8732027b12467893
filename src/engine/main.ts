#!/usr/bin/env node
import process from 'node:process';
import type { AdapterEntry } from './adapters/index.ts';

/** Milliseconds for a slow reader to take the rest of an answer. */
const FLUSH_MS = 2_000;

/** What the first word of the command line starts; every other word is a tool, or a mistake. */
const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  mcp: async (args) => {
    const { runBridge } = await import('./process/bridge.ts');
    const { VERSION } = await import('./version.ts');
    const { hostEditor } = await import('./process/hostEditor.ts');
    const { introduction } = await import('./process/introduction.ts');
    const { inputOption } = await import('./mcpOptions.ts');
    const { stdin: input, stdout: output, env } = process;
    const host = await hostEditor(env, process.ppid);
    const client = { ...inputOption(args), ...(host !== undefined && { host }) };
    const hello = introduction(client);
    return runBridge({ env, version: VERSION, input, output, log: logLine, introduction: hello });
  },
  engine: async () => {
    const { runEngine } = await import('./engine.ts');
    await runEngine(process.env, entry());
    return 0;
  },
  'adapter-host': async ([name = '']) => {
    const { ADAPTERS, isAdapterName } = await import('./adapters/index.ts');
    const { serveAdapter } = await import('./adapters/host.ts');
    if (!isAdapterName(name)) throw new Error(`There is no adapter '${name}'.`);
    serveAdapter(() => ADAPTERS[name].create(process.env));
    return never();
  },
  'foreground-host': async ([name = '']) => {
    const { ADAPTERS, isAdapterName } = await import('./adapters/index.ts');
    const { serveAdapter } = await import('./adapters/host.ts');
    const entry: AdapterEntry | undefined = isAdapterName(name) ? ADAPTERS[name] : undefined;
    const foreground = entry?.foreground;
    if (!foreground) throw new Error(`There is no foreground adapter '${name}'.`);
    serveAdapter(() => foreground(process.env));
    return never();
  },
  start: async (args) => (await import('./start.ts')).start(args, process.env, entry()),
};

async function main(): Promise<number> {
  const [command = 'help', ...args] = process.argv.slice(2);
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (run !== undefined) return run(args);
  return (await import('./cli.ts')).runCommand(command, args, process.env);
}

/** This program, to start its other processes with. */
function entry(): string {
  return process.argv[1] ?? '';
}

/** A host ends its process itself, once it has restored the desktop; `main` must not be earlier. */
function never(): Promise<number> {
  return new Promise(() => {});
}

function logLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

const code = await main().catch((error: unknown) => {
  logLine(`deskhand: ${error instanceof Error ? error.message : String(error)}`);
  return 1;
});
// What is printed goes out first; a reader that does not read keeps a finished program alive no longer than this.
process.stdout.write('', () => process.exit(code));
setTimeout(() => process.exit(code), FLUSH_MS).unref();
