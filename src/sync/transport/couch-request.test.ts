import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createCouchRequest } from './couch-request.ts';

it('a request that times out ends the others too, and later ones are sent', async () => {
  const held: string[] = [];
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/answered')) response.end('{}');
    else held.push(request.url ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { ask, close } = createCouchRequest(`http://127.0.0.1:${port}/notes`, { headers: async () => [] });
  try {
    const other = ask('GET', '/other');
    other.catch(() => {});
    while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await expect(ask('GET', '/stuck', { timeout: 50 })).rejects.toMatchObject({ reason: 'transport', shrink: true });
    await expect(other).rejects.toMatchObject({ reason: 'transport', shrink: false });
    expect(await ask('GET', '/answered')).toMatchObject({ status: 200 });
    close();
    await expect(ask('GET', '/answered')).rejects.toMatchObject({ reason: 'transport' });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
