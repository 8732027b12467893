import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { AccessibilityBus } from '../../src/engine/adapters/linux/accessibilityBus.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import { connectStdio } from '../../src/engine/mcp/stdioClient.ts';
import { change, changeable } from './change.ts';
import { NEVER, SHOWN } from './programs.ts';
import { ours, type Subject } from './readers.ts';
import { inRounds, type Outcome, timed } from './rounds.ts';

/** The same window again while its tree is kept current. */
export interface LiveResults {
  readonly unchanged: Outcome;
  /** One control has changed since the read before. */
  readonly changed: Outcome;
  /** `observe` by an MCP client, through bridge, engine and adapter host. */
  readonly product?: Outcome;
}

/** Until the program has told of its change: Chromium takes half a second. */
const TOLD = 700;

const MAIN = join(import.meta.dirname, '../../src/engine/main.ts');

/** Reads a window whose tree is kept: unchanged, and after a change of one control. */
export async function readLive(subject: Subject, throughProduct: boolean): Promise<LiveResults> {
  const { desktop, window } = subject;
  const adapter = await createLinuxAdapter(desktop.env);
  const bus = new AccessibilityBus(desktop.env);
  try {
    const { unchanged } = await inRounds({ unchanged: ours(adapter, window, SHOWN) });
    const { nodes } = await adapter.capture(window, SHOWN, NEVER);
    const control = changeable(nodes);
    const read = async () => {
      if (!control) throw new Error('no control that could be changed');
      const { version } = await adapter.capture(window, SHOWN, NEVER);
      await change(bus, control);
      await delay(TOLD);
      const reading = await ours(adapter, window, SHOWN)();
      const after = await adapter.capture(window, SHOWN, NEVER);
      if (after.version === version) throw new Error('the change was not seen');
      return reading;
    };
    const { changed } = await inRounds({ changed: read });
    return { unchanged, changed, ...(throughProduct && { product: await readThroughProduct(subject) }) };
  } finally {
    bus.close();
    await adapter.dispose();
  }
}

async function readThroughProduct({ desktop, program }: Subject): Promise<Outcome> {
  const client = await connectStdio(process.execPath, [MAIN, 'mcp'], { ...desktop.env, DESKHAND_IDLE_MS: '500' });
  try {
    const observe = () => client.call('deskhand_observe', { window: program.title });
    const { product } = await inRounds({
      product: () => timed(async () => (await observe()).split('\n').filter((line) => /^\d+\|/.test(line)).length),
    });
    return product;
  } finally {
    await client.close();
  }
}
