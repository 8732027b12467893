import { act } from './act.ts';
import { describeAt } from './describeAt.ts';
import { launch } from './launch.ts';
import { find, observe, windows } from './perceive.ts';
import { pressKeys } from './pressKeys.ts';
import { readTable } from './readTable.ts';
import { readText } from './readText.ts';
import type { Tool } from './tool.ts';
import { wait } from './wait.ts';
import { window } from './window.ts';

/** Every tool, in the order in which clients list them. */
export const TOOLS: readonly Tool[] = [
  windows,
  observe,
  find,
  readText,
  readTable,
  act,
  pressKeys,
  wait,
  launch,
  describeAt,
  window,
];
