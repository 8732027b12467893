import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import type { AxTree } from '../../src/model/element.ts';
import type { TestDesktop } from './desktop.ts';
import { NEVER, PYTHON, SCOPE, windowTitled } from './reading.ts';

/** A program that changes itself at random when it is told to. */
export interface Changing {
  /** Makes so many changes; the same seed makes the same ones. */
  change(count: number, seed: number): Promise<void>;
}

/** Starts a fixture that takes its orders on standard input. */
export function launchChanging(
  desktop: TestDesktop,
  name: string,
  extra?: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): Changing {
  const script = join(import.meta.dirname, '../fixtures', `${name}.py`);
  const program: ChildProcess = desktop.launchPiped(PYTHON, [script, ...args], extra);
  return {
    async change(count, seed) {
      const { stdin, stdout } = program;
      if (!stdin || !stdout) throw new Error('the fixture has no pipes');
      stdin.write(`${count} ${seed}\n`);
      await once(stdout, 'data');
    },
  };
}

/** Random changes that a program makes in all; a marathon makes more of them. */
const CHANGES = Number(process.env['DESKHAND_CHANGES'] ?? 500);
/** The first seed; each round takes the next one. */
const SEED = Number(process.env['DESKHAND_SEED'] ?? 0);
/** Differences that a failure shows. */
const SHOWN = 8;

/** How fast a toolkit is. */
interface Pace {
  /** Milliseconds: longer than it takes to lay out a window and to tell of it. */
  readonly rest: number;
  /** Changes between two comparisons. */
  readonly step: number;
}

/** Makes hundreds of random changes and compares a tree that is kept current with one that is read from nothing. */
export async function expectKept(
  live: PlatformAdapter,
  cold: PlatformAdapter,
  program: Changing,
  { rest, step }: Pace = { rest: 120, step: 10 },
): Promise<void> {
  const { handle } = await windowTitled(cold, 'Deskhand changing');
  await atRest(cold, handle, rest);
  for (let round = 0; round * step < CHANGES; round++) {
    await program.change(step, SEED + round);
    const truth = await atRest(cold, handle, rest);
    const kept = await live.capture(handle, SCOPE, NEVER);
    expect(differences(lines(kept), lines(truth)).slice(0, SHOWN), `after the changes of seed ${SEED + round}`).toEqual(
      [],
    );
    expect(lines(kept)).toEqual(lines(truth));
    // At rest the same state is still the present one, so that a client needs no other.
    expect(await live.isCurrent(kept.version ?? '', NEVER)).toBe(true);
  }
}

/** The tree once two reads in a row are the same. */
async function atRest(adapter: PlatformAdapter, handle: string, rest: number): Promise<AxTree> {
  let tree = await adapter.capture(handle, SCOPE, NEVER);
  for (;;) {
    await delay(rest);
    const before = JSON.stringify(tree);
    tree = await adapter.capture(handle, SCOPE, NEVER);
    if (JSON.stringify(tree) === before) return tree;
  }
}

/** What is in one list only; the lists may still be in another order. */
function differences(kept: readonly string[], truth: readonly string[]): string[] {
  return [
    ...kept.filter((line) => !truth.includes(line)).map((line) => `kept: ${line}`),
    ...truth.filter((line) => !kept.includes(line)).map((line) => `true: ${line}`),
  ];
}

/** A line for each control and cut, so that a difference is readable. */
function lines({ nodes, cuts, notes }: AxTree): string[] {
  return [...nodes.map(({ parent, ...node }) => ({ ...node, parent: nodes[parent]?.handle })), ...cuts, ...notes].map(
    (one) => JSON.stringify(one),
  );
}
