import type { Element, Entry, Remainder } from './view.ts';
import { isElement } from './view.ts';

/** The formats of an observation. */
export const FORMATS = ['table', 'tree', 'json'] as const;
export type Format = (typeof FORMATS)[number];

export const TABLE_COLUMNS = '# id|type|name|state|patterns';

/** One entry as one line of each format. */
export const LINE: Readonly<Record<Format, (entry: Entry) => string>> = {
  table: (entry) => (isElement(entry) ? tableRow(entry) : moreLine(entry)),
  tree: (entry) => '  '.repeat(entry.depth) + (isElement(entry) ? treeLine(entry) : moreLine(entry)),
  json: (entry) => JSON.stringify(isElement(entry) ? elementJson(entry) : entry),
};

/** `id|type|name|state,state|pattern,pattern`. */
export function tableRow({ id, type, name, states, patterns }: Element): string {
  return `${id}|${type}|${name}|${states.join(',')}|${patterns.join(',')}`;
}

function moreLine({ more, of }: Remainder): string {
  const count = Number.isFinite(more) ? String(more) : 'an unknown number of';
  return `… ${count} more rows: deskhand_read_table(id=${of})`;
}

/** `id Type "name" states flags actions=[…]`. */
function treeLine({ id, type, name, states, flags, secondary }: Element): string {
  const actions = secondary.length > 0 ? [`actions=[${secondary.join(',')}]`] : [];
  return [String(id), type, `"${name.replaceAll('"', "'")}"`, ...states, ...flags, ...actions].join(' ');
}

/** The element for programs: the shape that `--json` and the json format share. */
export function elementJson(element: Element): Record<string, unknown> {
  const { id, type, name, value, states, flags, rect, actions, patterns, automationId, depth, secondary } = element;
  return {
    id,
    type: type.toLowerCase(),
    name,
    value,
    state: [
      ...(states.includes('disabled') ? [] : ['enabled']),
      ...states.filter((s) => !s.startsWith('value=')),
      ...flags,
    ],
    rect: rect ?? null,
    actions,
    ...(secondary.length > 0 ? { secondary_actions: secondary } : {}),
    patterns,
    ...(automationId === undefined ? {} : { automation_id: automationId }),
    depth,
    source: 'accessibility',
  };
}
