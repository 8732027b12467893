import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forbidden, options } from '../../.dependency-cruiser.ts';

/** Each rule with a file that breaks it: the path of the file, and what it imports. */
const VIOLATIONS: readonly (readonly [rule: string, file: string, imports: string])[] = [
  ['model', 'src/model/bad.ts', "import '../engine/session/session.ts';"],
  ['model', 'src/model/badType.ts', "import type { S } from '../engine/session/session.ts'; export type T = S;"],
  ['model-packages', 'src/model/badPackage.ts', "import { readFileSync } from 'node:fs'; readFileSync('x');"],
  ['adapter', 'src/engine/adapters/linux/bad.ts', "import '../sim/sim.ts';"],
  ['concrete-adapters', 'src/engine/session/badAdapter.ts', "import '../adapters/sim/sim.ts';"],
  ['host', 'src/engine/adapters/badHost.ts', "import '../session/session.ts';"],
  ['session', 'src/engine/session/bad.ts', "import '../tools/tool.ts';"],
  ['act', 'src/engine/act/bad.ts', "import '../tools/tool.ts';"],
  ['tools', 'src/engine/tools/bad.ts', "import '../mcp/server.ts';"],
  ['process', 'src/engine/process/bad.ts', "import '../session/session.ts';"],
  ['mcp', 'src/engine/mcp/bad.ts', "import '../adapters/adapter.ts';"],
  ['mcp-sdk', 'src/engine/tools/badSdk.ts', "import '@modelcontextprotocol/sdk/types.js';"],
  ['zod', 'src/engine/session/badZod.ts', "import { z } from 'zod'; z.string();"],
  ['dbus-and-x11', 'src/engine/session/badBus.ts', "import 'dbus-native';"],
  ['re2js', 'src/engine/tools/badRegex.ts', "import 're2js';"],
  ['no-cycles', 'src/engine/tools/cycle.ts', "import './cycleBack.ts';"],
  ['no-orphans', 'src/engine/tools/orphan.ts', ''],
  ['resolvable', 'src/engine/tools/lost.ts', "import './nowhere.ts';"],
  ['no-dev-packages', 'src/engine/tools/badDev.ts', "import 'fast-check';"],
];

/** Files that break nothing, and that the others import. */
const CLEAN: Readonly<Record<string, string>> = {
  'src/engine/session/session.ts': 'export type S = 1;',
  'src/engine/adapters/adapter.ts': 'export type A = 1;',
  'src/engine/adapters/sim/sim.ts': "import type { A } from '../adapter.ts'; export type B = A;",
  'src/engine/tools/tool.ts': "import type { S } from '../session/session.ts'; export type T = S;",
  'src/engine/tools/cycleBack.ts': "import './cycle.ts';",
  'src/engine/mcp/server.ts': "import type { T } from '../tools/tool.ts'; export type M = T;",
};

let folder: string;
let result: ICruiseResult;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deskhand-rules-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ dependencies: {}, devDependencies: { 'fast-check': '4' } }),
  );
  const files = { ...CLEAN, ...Object.fromEntries(VIOLATIONS.map(([, file, imports]) => [file, imports])) };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\n`);
  }
  const { output } = await cruise(['src'], { ...options, baseDir: folder, ruleSet: { forbidden }, validate: true });
  if (typeof output === 'string') throw new Error(output);
  result = output;
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true }));

function brokenBy(file: string): string[] {
  return result.summary.violations.filter(({ from }) => from === file).map(({ rule }) => rule.name);
}

describe('import rules', () => {
  test('the cruiser reads every file', () => {
    const read = result.modules.filter(({ source }) => source.startsWith('src/'));
    expect(read.length).toBeGreaterThanOrEqual(Object.keys(CLEAN).length + VIOLATIONS.length);
  });

  test.each(VIOLATIONS)('%s refuses %s', (rule, file) => {
    expect(brokenBy(file)).toContain(rule);
  });

  test('every rule is broken by an example', () => {
    const names = forbidden.map(({ name }) => name);
    expect(new Set(VIOLATIONS.map(([rule]) => rule))).toEqual(new Set(names));
  });

  test.each(Object.keys(CLEAN).filter((path) => !path.includes('cycle')))('%s breaks nothing', (file) => {
    expect(brokenBy(file)).toEqual([]);
  });
});
