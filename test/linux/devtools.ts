import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { type TestDesktop, until } from './desktop.ts';

/** A page in Chromium, asked through the browser's own developer interface. */
export interface Page {
  /** The value of an expression of the page, as if the user had just clicked. */
  evaluate(expression: string): Promise<unknown>;
  version(): Promise<string>;
}

interface Reply {
  readonly id?: number;
  readonly result?: Readonly<Record<string, unknown>>;
}

interface Target {
  readonly targetId: string;
  readonly url: string;
}

/** Shows a page in Chromium with its accessibility on. */
export async function openPage(desktop: TestDesktop, address: string): Promise<Page> {
  const flags = [
    ...['--no-sandbox', '--no-first-run', '--disable-gpu', '--force-renderer-accessibility'],
    ...['--remote-debugging-pipe', `--user-data-dir=${join(desktop.directory, 'chromium')}`],
  ];
  // It takes its orders on descriptor 3 and answers on 4.
  const child = desktop.launchPiped('sh', ['-c', 'exec chromium "$@" 3<&0 4>&1', 'sh', ...flags, address]);
  const pipe = new DevToolsPipe(child);
  const sessionId = await pipe.attach(address);
  return {
    evaluate: async (expression) => {
      const options = { expression, returnByValue: true, userGesture: true, awaitPromise: true };
      const { result } = await pipe.call('Runtime.evaluate', options, sessionId);
      // The protocol's own shape of a result.
      return (result as { readonly value?: unknown }).value;
    },
    version: async () => String((await pipe.call('Browser.getVersion'))['product']).replace('Chrome/', ''),
  };
}

/** Messages in JSON, each with a zero byte at its end. */
class DevToolsPipe {
  readonly #input: Writable;
  readonly #waiting = new Map<number, (result: Readonly<Record<string, unknown>>) => void>();
  #calls = 0;

  constructor({ stdin, stdout }: ChildProcess) {
    if (!stdin || !stdout) throw new Error('the browser has no pipes');
    this.#input = stdin;
    void this.#listen(stdout);
  }

  async #listen(output: Readable): Promise<void> {
    let rest = '';
    for await (const chunk of output.setEncoding('utf8')) {
      const messages = (rest + chunk).split('\0');
      rest = messages.pop() ?? '';
      for (const message of messages) this.#take(message);
    }
  }

  #take(message: string): void {
    // The protocol's own shape of a message.
    const { id, result = {} } = JSON.parse(message) as Reply;
    if (id === undefined) return;
    this.#waiting.get(id)?.(result);
    this.#waiting.delete(id);
  }

  call(method: string, params: object = {}, sessionId?: string): Promise<Readonly<Record<string, unknown>>> {
    const id = ++this.#calls;
    const { promise, resolve } = Promise.withResolvers<Readonly<Record<string, unknown>>>();
    this.#waiting.set(id, resolve);
    this.#input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return promise;
  }

  /** The session of the page with this address, once it is there. */
  async attach(address: string): Promise<string> {
    let page: Target | undefined;
    await until(async () => {
      const { targetInfos } = await this.call('Target.getTargets');
      // The protocol's own shape of a list of targets.
      page = (targetInfos as readonly Target[]).find(({ url }) => url === address);
      return page !== undefined;
    }, 'the page');
    const { sessionId } = await this.call('Target.attachToTarget', { targetId: page?.targetId, flatten: true });
    return String(sessionId);
  }
}
