import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Rect } from '../../src/model/element.ts';
import type { TestDesktop } from './desktop.ts';
import { PYTHON } from './reading.ts';

/** A fixture program that does what it is told on its standard input. */
export interface Ordered {
  readonly process: ChildProcess;
  /** Gives an order and waits until it is obeyed. */
  order(line: string): Promise<string>;
  /** Where its widgets are, as it knows itself. */
  truth(): Promise<Readonly<Record<string, Rect>>>;
}

export function launchOrdered(desktop: TestDesktop, name: string, extra?: NodeJS.ProcessEnv): Ordered {
  const script = join(import.meta.dirname, '../fixtures', `${name}.py`);
  const process = desktop.launchPiped(PYTHON, [script], extra);
  const order = async (line: string) => {
    const { stdin, stdout } = process;
    if (!stdin || !stdout) throw new Error('the fixture has no pipes');
    stdin.write(`${line}\n`);
    const [answer] = await once(stdout, 'data');
    return String(answer);
  };
  // JSON of our own fixture, whose shape is the type.
  return { process, order, truth: async () => JSON.parse(await order('truth')) as Record<string, Rect> };
}
