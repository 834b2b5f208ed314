import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import { corsFetch } from '../../testing/cors-fetch.ts';
import { CouchDouble } from '../../testing/couch-double.ts';
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

it.each([
  ['null if a page may read only what CouchDB exposes by default', undefined, false],
  ["the server's time with the setting that docs/SYNC.md gives", 'date', true],
] as const)('serverNow() is %s', async (_, exposed, isKnown) => {
  const couch = await CouchDouble.start();
  couch.minutesAhead = 30;
  if (exposed) couch.cors.exposed = exposed;
  vi.stubGlobal('fetch', corsFetch('https://notes.example'));
  try {
    const { ask, serverNow } = createCouchRequest(couch.url, { headers: async () => [] });
    await ask('GET', '');
    const minutes = ((serverNow() ?? Date.now()) - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(isKnown ? 30 : 0);
    expect(serverNow() !== null).toBe(isKnown);
  } finally {
    vi.unstubAllGlobals();
    await couch.close();
  }
});
