import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccessibilityBus } from '../../src/engine/adapters/linux/accessibilityBus.ts';
import { CALLS } from '../../src/engine/adapters/linux/atspi.ts';
import { startDesktop, type TestDesktop, until } from './desktop.ts';
import { describeOn } from './needs.ts';
import { connectProduct, type ProductClient } from './productClient.ts';
import { type Fixture, launchFixture, PYTHON } from './reading.ts';

const run = promisify(execFile);
const HOST = 'Deskhand GTK 3';
const SUBJECT = 'Deskhand GTK 4';

/** An editor waits for the tool that it has called: whoever asks its windows meanwhile may wait for ever. */
describeOn([PYTHON, 'dbus-monitor'], 'the program that a client runs in', () => {
  let desktop: TestDesktop;
  let host: Fixture;
  let client: ProductClient;
  /** What was asked of the host, as the message bus tells. */
  let asked = '';

  beforeAll(async () => {
    desktop = await startDesktop();
    host = await launchFixture(desktop, 'gtk3');
    await launchFixture(desktop, 'gtk4');
    client = await connectProduct(desktop, { DESKHAND_HOST_PID: `${host.process.pid}` });
    await client.ready(SUBJECT, '|Save|');
    const monitor = desktop.launchPiped('dbus-monitor', ['--address', ...(await monitored())]);
    monitor.stdout?.on('data', (chunk: Buffer) => {
      asked += chunk.toString();
    });
  }, 60_000);

  afterAll(async () => {
    host?.process.kill('SIGCONT');
    await client?.close();
    await desktop?.stop();
  });

  /** The accessibility bus, and a rule for the calls of the host: the requests for its name alone go to the bus. */
  async function monitored(): Promise<string[]> {
    const bus = new AccessibilityBus(desktop.env);
    try {
      const address = await bus.askSession('org.a11y.Bus', '/org/a11y/bus', CALLS.accessibilityAddress);
      for (const [name] of await bus.applicationRoots()) {
        if ((await bus.processOf(name)) === host.process.pid) {
          return [address, `type='method_call',destination='${name}'`];
        }
      }
    } finally {
      bus.close();
    }
    throw new Error('the host is not on the bus');
  }

  const callsOfHost = () => asked.split('\n').filter((line) => line.startsWith('method call'));

  test('is not asked for anything while it does not answer', async () => {
    host.process.kill('SIGSTOP');
    expect(await client.call('windows')).not.toContain(HOST);
    expect(await client.call('observe')).toContain(`window: '${SUBJECT}'`);
    const everywhere = await client.call('find', { query: 'Save', window: 'all' });
    expect(everywhere).toContain('|Save|');
    expect(everywhere).not.toMatch(new RegExp(`${HOST}|not_responding|not answer`));
    expect(await client.call('observe', { window: HOST })).toMatch(/^unknown_window/);
    const [x = 0, y = 0] = host.truth()['Save'] ?? [];
    const there = await client.call('describe_at', { x: x + 5, y: y + 5 });
    expect(there).toMatch(/point_outside_window|Deskhand GTK 4/);
    const env = { ...desktop.env, DESKHAND_HOST_PID: `${host.process.pid}` };
    const { stdout } = await run(process.execPath, [resolve('src/engine/main.ts'), 'doctor'], { env });
    expect(stdout).toContain(SUBJECT);
    expect(stdout).not.toContain(HOST);
    host.process.kill('SIGCONT');
    // What it was asked while it was stopped, the bus has told by the time that it tells of the next answer.
    expect(await client.call('windows')).toContain(SUBJECT);
    expect(callsOfHost()).toEqual([]);
  }, 60_000);

  test('is read where its process or its window is named', async () => {
    const text = await client.call('observe', { window: `pid:${host.process.pid}` });
    expect(text).toContain('|Save|');
    await until(
      () => callsOfHost().length > 0,
      () => `calls of the host, in place of ${asked}`,
    );
    const id = /^window: .* id=(\S+)/m.exec(text)?.[1];
    expect(await client.call('observe', { window: id })).toContain(HOST);
    const button = Number(/^(\d+)\|Button\|Save/m.exec(text)?.[1]);
    expect(await client.call('observe', { within: button })).toContain('|Save|');
    expect(await client.call('windows')).not.toContain(HOST);
  }, 60_000);
});
