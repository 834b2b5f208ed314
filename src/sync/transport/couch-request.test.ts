import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import { corsFetch } from '../../testing/cors-fetch.ts';
import { CouchDouble } from '../../testing/couch-double.ts';
import { SyncDevice } from '../../testing/sync-device.ts';
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

it('sends smaller requests through a proxy that refuses large ones without CORS headers, and remembers the size', async () => {
  const limit = 100_000;
  const { fetch } = globalThis;
  const refused: number[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { length } = String(init.body ?? '');
    if (length <= limit) return fetch(address, init);
    refused.push(length);
    throw new TypeError('Failed to fetch');
  });
  const couch = await CouchDouble.start();
  const device = await SyncDevice.start({ url: couch.url, retryMs: 5 });
  const put = (from: number) =>
    device.put(
      ...Array.from({ length: 200 }, (_, at) => ({ id: `m${from + at}`, text: randomBytes(3_000).toString('hex') })),
    );
  try {
    await device.replicator.idle();
    await put(0);
    await device.replicator.idle();
    expect(device.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(5);
    const before = refused.length;
    await put(200);
    await device.replicator.idle();
    expect(couch.documents().length).toBe(402);
    expect(refused.length).toBe(before);
  } finally {
    vi.unstubAllGlobals();
    await device.close();
    await couch.close();
  }
});
