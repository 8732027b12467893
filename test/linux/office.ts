import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestDesktop } from './desktop.ts';
import { PYTHON } from './reading.ts';

/** A spreadsheet that a test changes through the office's own interface. */
export interface Office {
  /** Carries out one order of the fixture, such as `write B2 text`. */
  order(line: string): Promise<void>;
}

/** Starts LibreOffice with the sheet of the fixture. */
export async function startOffice(desktop: TestDesktop): Promise<Office> {
  const script = join(import.meta.dirname, '../fixtures/tables_office.py');
  const pipe = `deskhand${process.pid}x${Date.now()}`;
  const fixture = desktop.launchPiped(PYTHON, [script, pipe], { SAL_USE_VCLPLUGIN: 'gtk3' });
  const next = linesOf(fixture);
  // Said once there is a document.
  await next();
  return {
    order: async (line) => {
      fixture.stdin?.write(`${line}\n`);
      await next();
    },
  };
}

function linesOf({ stdout }: ChildProcess): () => Promise<string> {
  if (!stdout) throw new Error('the fixture has no output');
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('the fixture has ended');
    return value;
  };
}
