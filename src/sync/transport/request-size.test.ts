import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CouchDouble } from '../../testing/couch-double.ts';
import { SyncDevice } from '../../testing/sync-device.ts';

const HOUR = 3_600_000;
const MAX_BYTES = 100_000;

let couch: CouchDouble;
/** Sizes of the request bodies that were refused with status 413. */
let refused: number[];
let device: SyncDevice;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  couch = await CouchDouble.start();
  couch.behaviour.maxBytes = MAX_BYTES;
  refused = [];
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const response = await fetch(address, init);
    if (response.status === 413) refused.push(String(init.body).length);
    return response;
  });
  device = await SyncDevice.start({ url: couch.url, retryMs: 5 });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  await device.close();
  await couch.close();
});

let written = 0;
/** Writes about 600 kB of records. */
async function write(to: SyncDevice): Promise<void> {
  const texts = Array.from({ length: 100 }, () => randomBytes(3_000).toString('hex'));
  await to.put(...texts.map((text) => ({ id: `m${written++}`, text })));
  await to.replicator.idle();
  expect(to.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
}

it('sends no request that gets 413 after a restart', async () => {
  await write(device);
  expect(refused.length).toBeGreaterThan(0);
  await device.stop();
  refused.length = 0;
  const again = await SyncDevice.start({ url: couch.url, retryMs: 5, from: device });
  await write(again);
  expect(refused).toEqual([]);
  await again.stop();
});

it('doubles its requests once an hour, until they have their full size again', async () => {
  await write(device);
  refused.length = 0;
  vi.setSystemTime(Date.now() + HOUR);
  await write(device);
  expect(refused.length).toBe(1);
  expect(refused[0]).toBeLessThanOrEqual(2 * MAX_BYTES);
  couch.behaviour.maxBytes = 8_000_000;
  const requestsFor = async (): Promise<number> => {
    couch.requests.length = 0;
    await write(device);
    return couch.requests.filter((request) => request.endsWith('_bulk_docs')).length;
  };
  const before = await requestsFor();
  for (let hour = 0; hour < 5; hour++) {
    vi.setSystemTime(Date.now() + HOUR);
    await write(device);
  }
  expect(await requestsFor()).toBe(1);
  expect(before).toBeGreaterThan(3);
  expect(refused.length).toBe(1);
});

it('keeps a limit for each server', async () => {
  await write(device);
  await device.stop();
  const other = await CouchDouble.start();
  couch.copyTo(other);
  const moved = await SyncDevice.start({ url: other.url, retryMs: 5, from: device });
  await write(moved);
  expect(other.requests.filter((request) => request.endsWith('_bulk_docs')).length).toBeLessThan(4);
  await moved.stop();
  await other.close();
});
