import { find, observe, windows } from './perceive.ts';
import { readTable, readText } from './read.ts';
import type { Tool } from './tool.ts';

/** Every tool, in the order in which clients list them. */
export const TOOLS: readonly Tool[] = [windows, observe, find, readText, readTable];
