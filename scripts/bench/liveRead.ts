import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import type { PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import { AccessibilityBus } from '../../src/engine/adapters/linux/accessibilityBus.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import { connectStdio } from '../../src/engine/mcp/stdioClient.ts';
import type { AxNode } from '../../src/model/element.ts';
import { change, changeable } from './change.ts';
import type { Reading } from './lineProcess.ts';
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
  const kept = { adapter, bus, window };
  try {
    const { unchanged } = await inRounds({ unchanged: () => readUnchanged(kept) });
    const control = await firstThatChanges(kept);
    const { changed } = await inRounds({ changed: () => readChanged(kept, control) });
    return { unchanged, changed, ...(throughProduct && { product: await readThroughProduct(subject) }) };
  } finally {
    bus.close();
    await adapter.dispose();
  }
}

/** A window whose tree is kept. */
interface Kept {
  readonly adapter: PlatformAdapter;
  readonly bus: AccessibilityBus;
  readonly window: string;
}

async function versionOf({ adapter, window }: Kept): Promise<string | undefined> {
  return (await adapter.capture(window, SHOWN, NEVER)).version;
}

async function readUnchanged(kept: Kept): Promise<Reading> {
  const before = await versionOf(kept);
  const reading = await ours(kept.adapter, kept.window, SHOWN)();
  if ((await versionOf(kept)) !== before) throw new Error('the program changes all the time');
  return reading;
}

async function readChanged(kept: Kept, control: AxNode | undefined): Promise<Reading> {
  if (!control) throw new Error('no control that could be changed');
  const before = await versionOf(kept);
  await change(kept.bus, control);
  await delay(TOLD);
  const reading = await ours(kept.adapter, kept.window, SHOWN)();
  if ((await versionOf(kept)) === before) throw new Error('the control did not change');
  return reading;
}

/** Boxes of GTK 4 have no action, and one that is neither on nor off stays so in GTK 3. */
async function firstThatChanges(kept: Kept): Promise<AxNode | undefined> {
  const { nodes } = await kept.adapter.capture(kept.window, SHOWN, NEVER);
  for (const control of changeable(nodes)) {
    const reading = await readChanged(kept, control).catch(() => undefined);
    if (reading) return control;
  }
  return undefined;
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
