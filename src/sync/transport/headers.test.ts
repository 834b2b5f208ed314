/** Tests the option `headers`, which is called before each request because tokens expire. */
import { expect, it } from 'vitest';
import { CouchDevices, settle } from '../../testing/couch-devices.ts';
import type { SyncDevice } from '../../testing/sync-device.ts';
import { createCouchTransport } from './couch.ts';
import { createCouchRequest } from './couch-request.ts';

const server = new CouchDevices({ retryMs: 5 });

const token = (name: string): [string, string][] => [['authorization', `Basic ${btoa(name)}`]];

const startWith = (headers: () => Promise<[string, string][]>): Promise<SyncDevice> =>
  server.start({ transport: () => createCouchTransport(server.couch.url, headers) });

it('are those of its own call for each request', async () => {
  let [called, arrived] = [0, 0];
  server.couch.before = async () => {
    server.couch.login = `token:${++arrived}`;
  };
  const { ask } = createCouchRequest(server.couch.url, { headers: async () => token(`token:${++called}`) });
  for (let request = 0; request < 3; request++) expect(await ask('GET', '')).toMatchObject({ status: 200 });
  expect([called, arrived]).toEqual([3, 3]);
});

it('may change while sync runs', async () => {
  server.couch.login = 'token:first';
  const device = await startWith(async () => token(server.couch.login!));
  await settle(device);
  server.couch.login = 'token:second';
  await device.put({ id: 'a', text: 'written later' });
  await settle(device);
  expect(device.replicator.state).toMatchObject({ stage: 'live', pending: 0, pushed: 1 });
});

it('that reject are why sync is offline, until they resolve', async () => {
  let failure: Error | null = null;
  const device = await startWith(async () => {
    if (failure) throw failure;
    return [];
  });
  await settle(device);
  failure = new Error('no token yet');
  server.couch.dropConnections();
  await expect
    .poll(() => device.replicator.state)
    .toMatchObject({ stage: 'offline', detail: 'transport', message: expect.stringContaining('no token yet') });
  await device.put({ id: 'a', text: 'written meanwhile' });
  failure = null;
  await settle(device);
  expect(device.replicator.state).toMatchObject({ stage: 'live', pending: 0, pushed: 1 });
});

it('that reject don’t make later requests smaller', async () => {
  const { ask } = createCouchRequest(server.couch.url, { headers: () => Promise.reject(new Error('no token yet')) });
  await expect(ask('POST', '/_bulk_docs', { body: { docs: [] } })).rejects.toMatchObject({
    reason: 'transport',
    shrink: false,
    unanswered: false,
  });
});

it('that never settle don’t keep sync from stopping', async () => {
  let isCalled = false;
  const device = await startWith(() => {
    isCalled = true;
    return new Promise(() => {});
  });
  await expect.poll(() => isCalled).toBe(true);
  await device.stop();
  expect(server.couch.requests).toEqual([]);
});
