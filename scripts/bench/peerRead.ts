/**
 * Lets the peer read a window for each line `read`, and click a control of it for each line `click NAME`; answers with a
 * line of JSON. Arguments: folder, title.
 */
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { PEER } from './peer.ts';

const WINDOWS = z.object({
  windows: z.array(z.object({ title: z.string().nullish(), pid: z.number(), window_id: z.number() })),
});
const ELEMENT = z.object({ label: z.string().nullish(), role: z.string().nullish(), element_token: z.string() });
const STATE = z.object({ tree_markdown: z.string().optional(), elements: z.array(ELEMENT.partial()).optional() });
const ANSWER = z.object({ structuredContent: z.unknown() });

/** The part of the peer that is used here. */
interface Driver {
  callTool(name: string, args: string): Promise<{ readonly text: string; readonly rawJson: string }>;
}

const [folder = '', title = ''] = process.argv.slice(2);
const driver = await load(folder);
for await (const order of createInterface({ input: process.stdin })) console.log(JSON.stringify(await answer(order)));
process.exit();

async function load(from: string): Promise<Driver> {
  const path = join(from, 'node_modules', PEER.name, 'dist/index.js');
  // The package is in no dependency list, so that nobody but this line knows its types.
  const peer = (await import(pathToFileURL(path).href)) as { CuaDriver: { create(options?: undefined): Driver } };
  return peer.CuaDriver.create(undefined);
}

async function answer(order: string): Promise<{ ms: number; elements: number } | { error: string }> {
  try {
    const { content } = await call('list_windows', {});
    const window = WINDOWS.parse(content).windows.find((one) => one.title?.includes(title));
    if (!window) return { error: `no window ${title}` };
    const where = { pid: window.pid, window_id: window.window_id };
    const name = /^click (.*)$/.exec(order)?.[1];
    return name === undefined ? await readWindow(where) : await click(where, name);
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

async function readWindow(where: object): Promise<{ ms: number; elements: number }> {
  const start = performance.now();
  const state = await call('get_window_state', { ...where, include_screenshot: false });
  const ms = performance.now() - start;
  return { ms, elements: rowsOf(STATE.parse(state.content).tree_markdown ?? state.text) };
}

/** Only the click counts, not the reading that tells what to click. */
async function click(where: object, name: string): Promise<{ ms: number; elements: number } | { error: string }> {
  const { content } = await call('get_window_state', { ...where, include_screenshot: false });
  const { elements = [] } = STATE.parse(content);
  const token = elements.find(({ label, role }) => label === name && role?.includes('check'))?.element_token;
  if (token === undefined) return { error: `no check box ${name}` };
  const start = performance.now();
  await call('click', { ...where, element_token: token });
  return { ms: performance.now() - start, elements: elements.length };
}

async function call(name: string, args: object): Promise<{ text: string; content: unknown }> {
  const { text, rawJson } = await driver.callTool(name, JSON.stringify(args));
  return { text, content: ANSWER.parse(JSON.parse(rawJson)).structuredContent };
}

/** Elements of its tree, those without an id among them. */
function rowsOf(tree: string): number {
  return tree.split('\n').filter((line) => /^\s*- /.test(line)).length;
}
