import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { duplexPair } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { engineOn } from '../../scripts/simEngine.ts';
import { SimAdapter } from '../../src/engine/adapters/sim/adapter.ts';
import { confirm, trials } from '../../src/engine/adapters/sim/scenes/trials.ts';
import { allowancesPath, storedAllowances } from '../../src/engine/allowances.ts';
import { LineTransport } from '../../src/engine/mcp/lineTransport.ts';
import { createServer } from '../../src/engine/mcp/server.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../src/engine/session/policy.ts';
import { Session, type Shared } from '../../src/engine/session/session.ts';
import { type Answer, callTool, expectFailure, idOf } from './conversation.ts';

/** What a client that asks its user was asked, and what the user says. */
interface Person {
  readonly questions: string[];
  readonly offered: (readonly string[])[];
  says: 'session' | 'always' | 'no' | 'nothing';
}

const vault = { ...trials, app: 'keepassxc', title: 'Passwords' };

let folder: string;
let shared: Shared;
let person: Person;
const clients: Client[] = [];

/** An engine on the user's desktop, whose programs are made up. */
function start(settings: Partial<Settings> = {}): void {
  const logged: string[] = [];
  const allowances = storedAllowances(allowancesPath({ XDG_DATA_HOME: folder }), (line) => logged.push(line));
  shared = engineOn('user', new SimAdapter([vault, confirm]), { ...DEFAULT_SETTINGS, ...settings }, { allowances });
}

async function connect(asks: boolean): Promise<Client> {
  const [near, far] = duplexPair();
  const session = new Session(shared);
  await createServer(() => Promise.resolve(session), { retire: () => {}, watch: () => {} }).connect(
    new LineTransport(far),
  );
  const client = new Client({ name: 'tester', version: '1' }, { capabilities: asks ? { elicitation: {} } : {} });
  if (asks) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      person.questions.push(params.message);
      const schema = 'requestedSchema' in params ? params.requestedSchema.properties['decision'] : undefined;
      person.offered.push(schema && 'enum' in schema ? (schema.enum ?? []) : []);
      if (person.says === 'nothing') return { action: 'cancel' };
      return { action: 'accept', content: { decision: person.says } };
    });
  }
  await client.connect(new LineTransport(near));
  clients.push(client);
  return client;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deskhand-data-'));
  person = { questions: [], offered: [], says: 'session' };
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  rmSync(folder, { recursive: true });
});

async function toggle(client: Client): Promise<Answer> {
  const shown = await callTool(client, 'observe', { window: 'Passwords' });
  return callTool(client, 'act', { steps: [{ action: 'toggle', id: idOf(shown, 'Quick') }] });
}

const launch = (client: Client, more: object = {}) => callTool(client, 'launch', { app: 'keepassxc', ...more });

describe('what is left to the user', () => {
  test('is refused where the client cannot ask, with the next step', async () => {
    start();
    const client = await connect(false);
    const acted = await toggle(client);
    expect(acted.text).toContain("not_allowed: This is not allowed: 'keepassxc' is a keeper of passwords.");
    const launched = await launch(client);
    expectFailure(launched, 'not_allowed');
    expect(launched.text).toContain('who can list it under "launch"');
  });

  test('is asked once for a session', async () => {
    start();
    const client = await connect(true);
    expect((await toggle(client)).text).toContain('confirmed');
    expect((await toggle(client)).text).toContain('confirmed');
    expect(person.questions).toEqual([
      "'tester' wants to act on 'keepassxc', which is a keeper of passwords. Allow it?",
    ]);
    expect((await toggle(await connect(true))).text).toContain('confirmed');
    expect(person.questions).toHaveLength(2);
    expect((await toggle(await connect(false))).text).toContain('not_allowed');
  });

  test('is not asked again once it was refused', async () => {
    start();
    person.says = 'no';
    const client = await connect(true);
    for (let time = 0; time < 2; time++) {
      expect((await toggle(client)).text).toContain('not_allowed: This is not allowed: the user has refused it');
    }
    expect(person.questions).toHaveLength(1);
  });

  test('is asked again where there was no answer', async () => {
    start();
    person.says = 'nothing';
    const client = await connect(true);
    expect((await toggle(client)).text).toContain('the user was asked and has not answered');
    person.says = 'session';
    expect((await toggle(client)).text).toContain('confirmed');
  });

  test('is remembered over engines and clients where the user wants it so', async () => {
    start();
    person.says = 'always';
    expect((await launch(await connect(true))).text).toContain("launch 'keepassxc': confirmed");
    start();
    expect((await launch(await connect(false))).text).toContain("launch 'keepassxc': confirmed");
    expect((await toggle(await connect(false))).text).toContain('not_allowed');
    expect(person.questions).toEqual(["'tester' wants to launch 'keepassxc'. Allow it?"]);
  });

  test('is asked with all that is to be run, made harmless', async () => {
    start();
    await launch(await connect(true), { args: ['--open', 'a\u202eb\nAllow?'] });
    expect(person.questions[0]).toMatch(/^'tester' wants to launch 'keepassxc --open a.{0,3}b Allow\?'\. Allow it\?$/u);
  });

  test('cannot be had against what the user has set', async () => {
    start({ deny: ['keepassxc'] });
    const client = await connect(true);
    expect((await toggle(client)).text).toContain("the user has denied 'keepassxc'");
    expect((await launch(client)).text).toContain('not_allowed');
    start({ readOnly: true, launch: ['keepassxc'] });
    expect((await launch(await connect(true))).text).toContain('read only');
    expect(person.questions).toEqual([]);
  });

  test('needs no question where the user has listed it', async () => {
    start({ launch: ['keepassxc'], allow: ['keepassxc'] });
    const client = await connect(false);
    expect((await launch(client)).text).toContain("launch 'keepassxc': confirmed");
    expect((await toggle(client)).text).toContain('confirmed');
  });
});

test('what runs whatever it is told is never allowed for good', async () => {
  const shell = { ...trials, app: 'bash' };
  const allowances = storedAllowances(allowancesPath({ XDG_DATA_HOME: folder }), () => {});
  shared = engineOn('user', new SimAdapter([shell, confirm]), DEFAULT_SETTINGS, { allowances });
  person.says = 'always';
  const client = await connect(true);
  await callTool(client, 'launch', { app: 'bash', args: ['-c', 'true'] });
  expect(person.offered).toEqual([['session', 'no']]);
  expect((await callTool(await connect(false), 'launch', { app: 'bash' })).text).toContain('not_allowed');
});

test('what was allowed and cannot be understood allows nothing and is set aside', async () => {
  const path = allowancesPath({ XDG_DATA_HOME: folder });
  mkdirSync(dirname(path), { recursive: true });
  const tampered = '{ "version": 1, "act": "everything", "launch": [] }';
  writeFileSync(path, tampered);
  start();
  expect((await toggle(await connect(false))).text).toContain('not_allowed');
  const [aside] = readdirSync(dirname(path));
  expect(aside).toMatch(/^allowances\.json\.broken-\d+$/);
  expect(readFileSync(join(dirname(path), aside ?? ''), 'utf8')).toBe(tampered);
});
