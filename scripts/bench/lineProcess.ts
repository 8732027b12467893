import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { z } from 'zod';

/** Milliseconds that a reader says it needed, and the elements that it read. */
export interface Reading {
  readonly ms: number;
  readonly elements: number;
}

const ANSWER = z.union([z.object({ ms: z.number(), elements: z.number() }), z.object({ error: z.string() })]);

/** No reader is waited for any longer: some never answer again. */
const LIMIT = 120_000;

/** A reader in a process of its own, which answers each line with a line of JSON. */
export class LineProcess {
  readonly #child: ChildProcess;
  readonly #waiting: ((line: string | undefined) => void)[] = [];

  constructor(child: ChildProcess) {
    this.#child = child;
    // What it was asked when it ended is told by the end of its output.
    child.stdin?.on('error', () => {});
    child.on('error', () => this.#fail());
    if (!child.stdout) throw new Error('The reader was started without a pipe.');
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => this.#waiting.shift()?.(line));
    lines.on('close', () => this.#fail());
  }

  async read(order: string): Promise<Reading> {
    const answer = await new Promise<string | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), LIMIT);
      this.#waiting.push((line) => {
        clearTimeout(timer);
        resolve(line);
      });
      this.#child.stdin?.write(`${order}\n`);
    });
    if (answer === undefined) throw new Error('no answer');
    const reading = ANSWER.parse(JSON.parse(answer));
    if ('error' in reading) throw new Error(reading.error);
    return reading;
  }

  #fail(): void {
    for (const settle of this.#waiting.splice(0)) settle(undefined);
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }
}
