import type { Scene } from '../scene.ts';
import { FAULTY } from './faulty.ts';
import { messages, orders } from './grids.ts';
import { hostile } from './hostile.ts';
import { large, notepad, question, wizard } from './programs.ts';
import { settings } from './settings.ts';
import { confirm, trials } from './trials.ts';

/** The windows of the simulated desktop, the one that has the focus first. */
export const SCENES: readonly Scene[] = [
  settings,
  question,
  notepad,
  orders(10_000),
  messages,
  wizard,
  hostile,
  large,
  ...FAULTY,
  trials,
  confirm,
];
