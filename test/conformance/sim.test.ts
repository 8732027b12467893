import { describe } from 'vitest';
import { SimAdapter } from '../../src/engine/adapters/sim/adapter.ts';
import type { Scene } from '../../src/engine/adapters/sim/scene.ts';
import { orders } from '../../src/engine/adapters/sim/scenes/grids.ts';
import { settings } from '../../src/engine/adapters/sim/scenes/settings.ts';
import { describeContract, type Subject } from './contract.ts';

const both: Scene = {
  ...settings,
  key: 'both',
  stages: [[...(settings.stages[0] ?? []), ...(orders(1_000).stages[0] ?? [])]],
};

const subject: Subject = {
  adapter: new SimAdapter([both]),
  window: 'both',
  rows: 1_000,
  textName: 'Notes',
  text: 'Call Bob about the invoice.\nBuy paper.\n',
  passwordName: 'Password',
  secret: 'correct horse',
};

describe('sim', () => describeContract(() => subject));
