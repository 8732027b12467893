import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';

/** Who may import whom. Checked on resolved imports, types included. */

const only = (name: string, comment: string, from: string, allowed: string[]): IForbiddenRuleType => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { pathNot: allowed, dependencyTypesNot: ['core', 'npm', 'npm-dev'] },
});

const packageOnlyIn = (name: string, packagePath: string, allowedFrom: string): IForbiddenRuleType => ({
  name,
  comment: `Only ${allowedFrom} may import it.`,
  severity: 'error',
  from: { path: '^src', pathNot: allowedFrom },
  to: { path: packagePath },
});

const MODEL = '^src/model/';
const CONTRACT = '^src/engine/adapters/(adapter|foregroundAdapter)\\.ts$';
const SESSION = '^src/engine/session/';
const ACT = '^src/engine/act/';
const TOOLS = '^src/engine/tools/';
const PROCESS = '^src/engine/process/';
const VERSION = '^(src/engine/version\\.ts|package\\.json)$';

export const forbidden: IForbiddenRuleType[] = [
  only('model', 'The model imports nothing but itself.', MODEL, [MODEL]),
  {
    name: 'model-packages',
    comment: 'The model needs no package and nothing of Node: the webview uses it, too.',
    severity: 'error',
    from: { path: MODEL },
    to: { dependencyTypes: ['core', 'npm', 'npm-dev'] },
  },
  only('adapter', 'An adapter knows the model, the contract and its own folder.', '^src/engine/adapters/([^/]+)/', [
    MODEL,
    CONTRACT,
    '^src/engine/adapters/$1/',
  ]),
  {
    name: 'concrete-adapters',
    comment: 'Only adapters/index.ts names concrete adapters.',
    severity: 'error',
    from: { path: '^src', pathNot: '^src/engine/adapters/(index\\.ts$|[^/]+/)' },
    to: { path: '^src/engine/adapters/[^/]+/' },
  },
  only(
    'host',
    'Hosts and their supervisor know the model and the contract.',
    '^src/engine/adapters/(?!index)[^/]+\\.ts$',
    [MODEL, '^src/engine/adapters/[^/]+\\.ts$'],
  ),
  only('session', 'A session knows the model and the contract.', SESSION, [MODEL, CONTRACT, SESSION]),
  only('act', 'Acting knows sessions, the contract and the model.', ACT, [MODEL, CONTRACT, SESSION, ACT]),
  only('tools', 'Tools know sessions, acting and the model.', TOOLS, [MODEL, SESSION, ACT, TOOLS]),
  only('process', 'Who is the engine does not depend on what it serves.', PROCESS, [MODEL, PROCESS]),
  only('mcp', 'The protocol knows tools, sessions, the model and its streams.', '^src/engine/mcp/', [
    MODEL,
    SESSION,
    TOOLS,
    PROCESS,
    VERSION,
    '^src/engine/mcp/',
  ]),
  packageOnlyIn('mcp-sdk', 'node_modules/@modelcontextprotocol/sdk/', '^src/(engine/mcp|extension)/'),
  packageOnlyIn('zod', 'node_modules/zod/', '^src/engine/((tools|mcp)/|(settings|allowances)\\.ts$)'),
  packageOnlyIn('dbus-and-x11', 'node_modules/(dbus-native|x11)/', '^src/engine/adapters/linux/'),
  packageOnlyIn('re2js', 'node_modules/re2js/', '^src/engine/session/'),
  { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'no-orphans',
    severity: 'error',
    from: { orphan: true, pathNot: ['\\.d\\.ts$', '^src/engine/main\\.ts$'] },
    to: {},
  },
  { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  {
    name: 'no-dev-packages',
    comment: 'What is shipped must not need what only development installs.',
    severity: 'error',
    from: { path: '^src' },
    to: { dependencyTypes: ['npm-dev'] },
  },
];

export const options: ICruiseOptions = {
  // TypeScript 7 has no API that the cruiser could use: without this it checks no module and reports success.
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'node', 'types', 'default'],
    extensions: ['.ts', '.js', '.json', '.d.ts'],
  },
  moduleSystems: ['es6', 'cjs'],
};
