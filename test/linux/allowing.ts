import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { settingsPath } from '../../src/engine/settings.ts';
import type { InputPolicy } from '../../src/model/inputPolicy.ts';
import type { TestDesktop } from './desktop.ts';

/** Writes into the settings of the user of a desktop what steps may take. */
export function allowInput(desktop: TestDesktop, input: InputPolicy): void {
  const path = settingsPath(desktop.env);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ input }));
}
