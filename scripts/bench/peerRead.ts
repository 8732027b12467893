/** Reads a window with the peer each time that a line comes in, and answers with a line of JSON. Arguments: folder, title. */
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { PEER } from './peer.ts';

const WINDOWS = z.object({
  windows: z.array(z.object({ title: z.string().nullish(), pid: z.number(), window_id: z.number() })),
});
const STATE = z.object({ tree_markdown: z.string().optional() });
const ANSWER = z.object({ structuredContent: z.unknown() });

/** The part of the peer that is used here. */
interface Driver {
  callTool(name: string, args: string): Promise<{ readonly text: string; readonly rawJson: string }>;
}

const [folder = '', title = ''] = process.argv.slice(2);
const driver = await load(folder);
for await (const _ of createInterface({ input: process.stdin })) console.log(JSON.stringify(await answer()));
process.exit();

async function load(from: string): Promise<Driver> {
  const path = join(from, 'node_modules', PEER.name, 'dist/index.js');
  // The package is in no dependency list, so that nobody but this line knows its types.
  const peer = (await import(pathToFileURL(path).href)) as { CuaDriver: { create(options?: undefined): Driver } };
  return peer.CuaDriver.create(undefined);
}

async function answer(): Promise<{ ms: number; elements: number } | { error: string }> {
  try {
    const { content } = await call('list_windows', {});
    const window = WINDOWS.parse(content).windows.find((one) => one.title?.includes(title));
    if (!window) return { error: `no window ${title}` };
    const { pid, window_id } = window;
    const start = performance.now();
    const state = await call('get_window_state', { pid, window_id, include_screenshot: false });
    const ms = performance.now() - start;
    return { ms, elements: rowsOf(STATE.parse(state.content).tree_markdown ?? state.text) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

async function call(name: string, args: object): Promise<{ text: string; content: unknown }> {
  const { text, rawJson } = await driver.callTool(name, JSON.stringify(args));
  return { text, content: ANSWER.parse(JSON.parse(rawJson)).structuredContent };
}

/** Elements of its tree, those without an id among them. */
function rowsOf(tree: string): number {
  return tree.split('\n').filter((line) => /^\s*- /.test(line)).length;
}
