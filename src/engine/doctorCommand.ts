import process from 'node:process';
import { parseArgs } from 'node:util';
import { UsageError } from './commandLine.ts';
import { examine, type Finding, findingLines } from './doctor.ts';
import { tryMend } from './doctorTry.ts';
import type { LocalClient } from './mcp/localClient.ts';

/** Runs `doctor [--json]`, or `doctor --try -- PROGRAM ARGS`; gives 0 where all is well and 1 where it is not. */
export async function doctor(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  connect: () => Promise<LocalClient>,
): Promise<number> {
  const options = { json: { type: 'boolean' }, try: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  if (values.try !== true && positionals.length > 0) throw new UsageError(`doctor does not take '${positionals[0]}'`);
  if (values.try && positionals.length === 0) {
    throw new UsageError('doctor --try needs a program: doctor --try -- gedit');
  }
  const findings = values.try
    ? await withEngine(connect, (engine) => tryMend(engine, positionals, env))
    : await examine(env, connect);
  process.stdout.write(`${values.json ? JSON.stringify(findings) : findingLines(findings)}\n`);
  // A trial is judged by its outcome: that the program needs a mend is why it was tried.
  const judged = values.try ? findings.slice(-1) : findings;
  return judged.some(({ status }) => status === 'problem') ? 1 : 0;
}

async function withEngine(
  connect: () => Promise<LocalClient>,
  use: (engine: LocalClient) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const engine = await connect();
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}
