import { randomBytes } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import type { MemoryImage } from '../../core/record/memory.ts';
import { CouchDevices, settle } from '../../testing/couch-devices.ts';
import type { SyncDevice } from '../../testing/sync-device.ts';
import { deriveKeys, recordId } from '../format/sync-keys.ts';
import { RETRY_UNANSWERED_MS } from './session.ts';

/** Larger than what counts as small for every server. */
const MAX_BYTES = 100_000;

const server = new CouchDevices({ retryMs: 5 });
const { start } = server;
let one: SyncDevice;

beforeEach(async () => {
  one = await start();
  await settle(one);
});

async function forbid(...memories: string[]): Promise<void> {
  const { base, store, generation } = (await one.state.known())!;
  const keys = await deriveKeys(base, store, generation);
  const ids = await Promise.all(memories.map((id) => recordId(keys, 'memory', id)));
  server.couch.refusal = ({ _id }) => (ids.includes(String(_id)) ? 'forbidden' : undefined);
}

const incompressible = (bytes: number): string => randomBytes(bytes).toString('hex');

it('are reported with the reason, and the others arrive', async () => {
  await forbid('b');
  server.couch.behaviour.maxBytes = MAX_BYTES;
  await one.put({ id: 'a', text: 'first' }, { id: 'b', text: 'second' }, { id: 'c', text: incompressible(100_000) });
  await settle(one);
  const { state } = one.replicator;
  expect(state).toMatchObject({ stage: 'live', pending: 2 });
  expect(new Map(state.refused?.map(({ id, reason }) => [id, reason]))).toEqual(
    new Map([
      ['b', 'forbidden'],
      ['c', 'too-large'],
    ]),
  );
  const two = await start();
  await settle(two);
  expect(await two.texts()).toEqual({ a: 'first' });
});

it('include one that a proxy refuses without CORS headers, because that may be its size', async () => {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
    const { length } = String(init.body ?? '');
    return length > MAX_BYTES ? Promise.reject(new TypeError('Failed to fetch')) : fetch(address, init);
  });
  try {
    await one.put({ id: 'a', text: 'first' }, { id: 'b', text: incompressible(100_000) });
    await settle(one);
  } finally {
    vi.unstubAllGlobals();
  }
  expect(one.replicator.state).toMatchObject({
    stage: 'live',
    pending: 1,
    refused: [{ id: 'b', reason: 'unanswered' }],
  });
});

it('include one whose requests time out, which is sent again after a while', async () => {
  const now = performance.now.bind(performance);
  let slept = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + slept);
  server.couch.behaviour.maxBytes = MAX_BYTES;
  server.couch.behaviour.longRequest = 'proxy-timeout';
  try {
    await one.put({ id: 'a', text: 'first' }, { id: 'b', text: incompressible(100_000) });
    await settle(one);
    const refused = [{ id: 'b', reason: 'unanswered' }];
    expect(one.replicator.state).toMatchObject({ stage: 'live', pending: 1, refused });
    const { longRequests } = server.couch;
    await one.put({ id: 'c', text: 'another' });
    await settle(one);
    expect(one.replicator.state).toMatchObject({ stage: 'live', pending: 1, refused });
    expect(server.couch.longRequests).toBe(longRequests);
    slept += RETRY_UNANSWERED_MS;
    await settle(one);
    expect(one.replicator.state).toMatchObject({ stage: 'live', pending: 1, refused });
    expect(server.couch.longRequests).toBe(longRequests + 1);
    server.couch.behaviour.maxBytes = Number.POSITIVE_INFINITY;
    slept += RETRY_UNANSWERED_MS;
    await settle(one);
    expect(one.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
    expect(one.replicator.state.refused).toBe(undefined);
  } finally {
    clock.mockRestore();
  }
});

it('include a short one that is over the server’s limit', async () => {
  server.couch.behaviour.maxBytes = 10_000;
  await one.put({ id: 'a', text: incompressible(20_000) }, { id: 'b', text: 'second' });
  await settle(one);
  expect(one.replicator.state).toMatchObject({
    stage: 'live',
    pending: 1,
    refused: [{ id: 'a', reason: 'too-large' }],
  });
});

it('are sent again after an edit, and not before', async () => {
  server.couch.behaviour.maxBytes = MAX_BYTES;
  await one.put({ id: 'a', text: incompressible(100_000) });
  await settle(one);
  const { longRequests } = server.couch;
  await one.put({ id: 'b', text: 'another' });
  await settle(one);
  expect(server.couch.longRequests).toBe(longRequests);
  await one.put({ id: 'a', text: 'shorter' });
  await settle(one);
  expect(one.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
  expect(one.replicator.state.refused).toBe(undefined);
});

it('are sent again after resume()', async () => {
  await forbid('a');
  await one.put({ id: 'a', text: 'first' });
  await settle(one);
  expect(one.replicator.state.refused).toEqual([{ id: 'a', reason: 'forbidden' }]);
  server.couch.refusal = () => undefined;
  one.replicator.resume();
  await settle(one);
  expect(one.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
  expect(one.replicator.state.refused).toBe(undefined);
});

it('include a memory whose picture is refused, so that no device gets a record that it can’t read', async () => {
  const image: MemoryImage = { data: new Uint8Array(randomBytes(90_000)).buffer, mimeType: 'image/png', alt: '' };
  server.couch.behaviour.maxBytes = MAX_BYTES;
  await one.put({ id: 'a', text: 'with a picture', images: [image] });
  await settle(one);
  expect(one.replicator.state.refused).toEqual([{ id: 'a', reason: 'too-large' }]);
  const two = await start();
  await settle(two);
  expect(two.replicator.state).toMatchObject({ stage: 'live', pulled: 0 });
  expect(two.replicator.state.unreadable).toBe(undefined);
  server.couch.behaviour.maxBytes = Number.POSITIVE_INFINITY;
  one.replicator.resume();
  await settle(one, two);
  expect(await two.contents()).toEqual(await one.contents());
});

it('keep what the server has if it refuses the keys document of a new generation', async () => {
  await one.put({ id: 'a', text: 'first' });
  await settle(one);
  const before = server.couch.documents();
  server.couch.refusal = ({ _id }) => (_id === 'keys' ? 'forbidden' : undefined);
  await expect(one.replicator.startAgain()).rejects.toMatchObject({ code: 'sync-refused', path: 'authentication' });
  expect(server.couch.documents()).toEqual(before);
});
