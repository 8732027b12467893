import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestDesktop } from './desktop.ts';

/** Opens the form in Chromium, which tells what it holds; that is kept in a file. Gives a function that ends the server. */
export async function launchWebForm(desktop: TestDesktop, path: string): Promise<() => void> {
  const page = readFileSync(join(import.meta.dirname, '../fixtures/form_web.html'));
  const server = createServer((request, response) => {
    if (request.url !== '/state') {
      response.setHeader('content-type', 'text/html').end(request.url === '/' ? page : '');
      return;
    }
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      writeFileSync(`${path}.new`, Buffer.concat(parts));
      renameSync(`${path}.new`, path);
      response.end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server on a port has no other kind of address.
  const { port } = server.address() as AddressInfo;
  const profile = `--user-data-dir=${join(desktop.directory, 'chromium')}`;
  const own = [
    '--no-sandbox',
    '--test-type',
    '--no-first-run',
    '--disable-gpu',
    '--force-renderer-accessibility',
    profile,
  ];
  desktop.launch('chromium', [...own, `--app=http://127.0.0.1:${port}/`, '--window-size=900,700']);
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
