import { listed } from '../../src/engine/mcp/server.ts';
import { TOOLS } from '../../src/engine/tools/index.ts';

/** The tools as `tools/list` gives them, so that a change of what clients see shows in review. */
export function generateToolsSnapshot(): string {
  return `${JSON.stringify(TOOLS.map(listed), null, 2)}\n`;
}
