import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A page with a form, and what was sent from it. */
export async function servePage(): Promise<{ server: Server; address: string; sent: readonly string[] }> {
  const page = readFileSync(join(import.meta.dirname, '../fixtures/form.html'));
  const sent: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    if (url.startsWith('/submit')) sent.push(url);
    response.setHeader('content-type', 'text/html').end(url === '/' ? page : '<title>Deskhand done</title>');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server on a port has no other kind of address.
  const { port } = server.address() as AddressInfo;
  return { server, address: `http://127.0.0.1:${port}/`, sent };
}
