import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Changing } from './changing.ts';
import type { TestDesktop } from './desktop.ts';

const PAGE = join(import.meta.dirname, '../fixtures/changing.html');

/** Serves the page that changes itself, shows it in Chromium and gives it its orders. */
export async function launchPage(desktop: TestDesktop): Promise<Changing & { close(): void }> {
  const orders = new Orders();
  const server = createServer(({ url }, response) => orders.answer(url ?? '/', response));
  const port = await listening(server);
  desktop.launch('chromium', [
    ...['--no-sandbox', '--no-first-run', '--disable-gpu', '--force-renderer-accessibility'],
    `--user-data-dir=${join(desktop.directory, 'chromium')}`,
    // Without tabs, whose names tell after a while how much memory the page takes.
    `--app=http://127.0.0.1:${port}/`,
  ]);
  return {
    change: (count, seed) => orders.give(count, seed),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The page asks for an order, which is held back until there is one, and says when it is done. */
class Orders {
  #asking = Promise.withResolvers<ServerResponse>();
  #done = Promise.withResolvers<void>();

  answer(url: string, response: ServerResponse): void {
    if (url === '/order') {
      this.#asking.resolve(response);
      return;
    }
    response.setHeader('content-type', 'text/html');
    response.end(url === '/' ? readFileSync(PAGE) : '');
    if (url === '/done') this.#done.resolve();
  }

  async give(count: number, seed: number): Promise<void> {
    const response = await this.#asking.promise;
    this.#asking = Promise.withResolvers();
    this.#done = Promise.withResolvers();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ count, seed }));
    await this.#done.promise;
  }
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  return (server.address() as AddressInfo).port;
}
