import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { orders } from '../../src/engine/adapters/sim/scenes/grids.ts';
import { settings } from '../../src/engine/adapters/sim/scenes/settings.ts';
import { listed } from '../../src/engine/mcp/server.ts';
import { Session } from '../../src/engine/session/session.ts';
import { TOOLS } from '../../src/engine/tools/index.ts';
import { observe } from '../../src/engine/tools/perceive.ts';
import { tokenBound } from '../../src/model/tokens.ts';
import { simEngine } from '../simEngine.ts';
import { atMost, figure, type Metric } from './metric.ts';

/** Tokens of o200k, counted exactly, of the answers and definitions whose size is a promise. */
export async function benchTokens(): Promise<Metric[]> {
  const form = await answer('Settings');
  const grid = await answer('Orders');
  const tree = await answer('Settings', { format: 'tree' });
  const core = JSON.stringify(TOOLS.filter(({ toolset }) => toolset === 'core').map(listed));
  const all = JSON.stringify(TOOLS.map(listed));
  return [
    atMost('form of 25 controls, fresh session', countTokens(form), 'tokens', 400),
    figure('form of 25 controls, as a tree', countTokens(tree), 'tokens'),
    atMost('grid of 1,000 rows', countTokens(grid), 'tokens', 700),
    atMost('definitions of the core tools', countTokens(core), 'tokens', 1_400),
    atMost('definitions of all tools', countTokens(all), 'tokens', 2_000),
    figure('bound over count, form', tokenBound(form) / countTokens(form), '×'),
    figure('bound over count, grid', tokenBound(grid) / countTokens(grid), '×'),
  ];
}

/** What a fresh session answers when it observes the window. */
async function answer(window: string, args: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { shared } = simEngine([settings, orders(1_000)]);
  const signal = AbortSignal.timeout(10_000);
  return (await observe.answer(new Session(shared), { window, ...args }, 'text', signal)).text;
}
