import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { corsFetch } from '../../testing/cors-fetch.ts';
import { CouchDouble } from '../../testing/couch-double.ts';
import { SyncDevice } from '../../testing/sync-device.ts';

const HOUR = 3_600_000;
const MAX_BYTES = 100_000;
const LETTERS = 'abcdefghijklmnop';

let couch: CouchDouble;
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

/** Random, so that it can't be compressed. Hexadecimal digits would be many words, which take time to index. */
const longWord = (): string => Array.from(randomBytes(6_000), (byte) => LETTERS[byte % LETTERS.length]).join('');

let written = 0;
async function write(to: SyncDevice): Promise<void> {
  const texts = Array.from({ length: 100 }, () => longWord());
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

describe('pages', () => {
  async function pullAll(from?: SyncDevice): Promise<SyncDevice> {
    const puller = await SyncDevice.start({ url: couch.url, retryMs: 5, ...(from && { from }) });
    await puller.replicator.idle();
    expect(puller.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
    return puller;
  }

  async function pagesOfVisit(from: SyncDevice): Promise<number> {
    await from.stop();
    device = await SyncDevice.start({ url: couch.url, retryMs: 5, from: device });
    await write(device);
    await device.stop();
    couch.requests.length = 0;
    couch.longAnswers = 0;
    await (await pullAll(from)).stop();
    return couch.requests.filter((request) => request === 'POST /memories/_changes').length;
  }

  beforeEach(async () => {
    couch.behaviour.maxBytes = 8_000_000;
    await write(device);
    await device.stop();
  }, 60_000);

  it.each(['too-large', 'cut', 'proxy-timeout', 'broken-off'] as const)(
    'a size that a server answered after “%s” is used on the next visit',
    async (longAnswer) => {
      vi.stubGlobal('fetch', corsFetch('https://notes.example'));
      couch.behaviour = { ...couch.behaviour, maxAnswerBytes: MAX_BYTES, longAnswer };
      const puller = await pullAll();
      expect(couch.longAnswers).toBeGreaterThan(0);
      expect(await pagesOfVisit(puller)).toBeGreaterThan(3);
      expect(couch.longAnswers).toBe(0);
      await puller.close();
    },
  );

  it('are doubled once an hour, until they have their full size again', async () => {
    couch.behaviour.maxAnswerBytes = MAX_BYTES;
    const puller = await pullAll();
    vi.setSystemTime(Date.now() + HOUR);
    await pagesOfVisit(puller);
    expect(couch.longAnswers).toBe(1);
    const before = await pagesOfVisit(puller);
    expect(couch.longAnswers).toBe(0);
    couch.behaviour.maxAnswerBytes = Number.POSITIVE_INFINITY;
    for (let hour = 0; hour < 5; hour++) {
      vi.setSystemTime(Date.now() + HOUR);
      await pagesOfVisit(puller);
    }
    const after = await pagesOfVisit(puller);
    expect(before).toBeGreaterThan(3 * after);
    await puller.close();
  });

  it.each(['proxy-timeout', 'cut'] as const)('keep their size after an outage with “%s”', async (fault) => {
    const puller = await pullAll();
    const before = await pagesOfVisit(puller);
    const outage = { faults: [fault], percent: 100 };
    device = await SyncDevice.start({ url: couch.url, retryMs: 5, from: device });
    await write(device);
    await device.stop();
    couch.before = async (request) => {
      if (request === 'POST /memories/_changes') couch.behaviour = { ...couch.behaviour, ...outage };
    };
    const visitor = await SyncDevice.start({ url: couch.url, retryMs: 5, from: puller });
    await expect.poll(() => visitor.replicator.state.stage, { timeout: 200_000 }).toBe('offline');
    couch.before = async () => {};
    couch.behaviour = { ...couch.behaviour, faults: [] };
    await visitor.replicator.idle();
    expect(await pagesOfVisit(visitor)).toBe(before);
    await puller.close();
  });
});
